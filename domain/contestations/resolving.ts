import type { Moment } from '../exam-taking/time.ts';
import type { ContestType, SettleKind } from './contestation.ts';
import { reachesOf, type SettlementReach } from './settlement.ts';

/** What decides whether somebody may resolve a question of a contestation, or reopen it. */
export type Resolver = {
  readonly isAdmin: boolean;
  /** Holds the discipline of the question; all of them for a contestation as a whole. */
  readonly isHolder: boolean;
  /** Took the contested exam themselves. */
  readonly isTaker: boolean;
  /** Marked the student as a relative. */
  readonly isRelative: boolean;
};

export type Resolvable = {
  readonly type: ContestType;
  /** The setting teacherContests. */
  readonly teacherContests: boolean;
  readonly resolveEnd: Moment;
};

/** Why somebody cannot resolve a question. */
export const hindrances = ['notHolder', 'adminsOnly', 'ended', 'ownExam', 'relative'] as const;
export type Hindrance = (typeof hindrances)[number];

/**
 * What keeps somebody from resolving a question (CONT-3, ROLE-5): holders resolve the questions of their disciplines
 * until the session's end of resolving; administrators resolve everything, also later. Technical complaints are theirs
 * alone, and all contestations when holders do not resolve them. Nobody resolves their own exam or a relative's.
 */
export function hindranceOf(
  { isAdmin, isHolder, isTaker, isRelative }: Resolver,
  { type, teacherContests, resolveEnd }: Resolvable,
  now: Moment,
): Hindrance | undefined {
  if (isTaker) return 'ownExam';
  if (isRelative) return 'relative';
  if (isAdmin) return undefined;
  if (type === 'technical' || !teacherContests) return 'adminsOnly';
  if (!isHolder) return 'notHolder';
  return now > resolveEnd ? 'ended' : undefined;
}

/**
 * Whether a settlement can reach as far: a case has no student and no template. Late answers are counted for technical
 * complaints only (EXAM-8).
 */
export function mayReach(type: ContestType, settle: SettleKind, reach: SettlementReach): boolean {
  if (settle === 'countLate' && type !== 'technical') return false;
  return reachesOf(settle).includes(reach) && (type !== 'case' || reach === 'session');
}
