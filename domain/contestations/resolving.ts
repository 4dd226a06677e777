import type { Moment } from '../exam-taking/time.ts';
import { type ContestType, type DecisionKind, maySettle } from './contestation.ts';
import { reachesOf, type SettlementReach } from './settlement.ts';

/** The inputs that decide whether a user may resolve a question of a contestation, or reopen it. */
export type Resolver = {
  readonly isAdmin: boolean;
  /** Whether the user holds the discipline of the question, or all of them for a complaint as a whole. */
  readonly isHolder: boolean;
  /** Whether the user took the contested exam. */
  readonly isTaker: boolean;
  /** Whether the user marked the student as a relative. */
  readonly isRelative: boolean;
};

export type Resolvable = {
  readonly type: ContestType;
  /** The setting teacherContests. */
  readonly teacherContests: boolean;
  readonly resolveEnd: Moment;
};

/** Why a user cannot resolve a question. */
export const blockers = ['notHolder', 'adminsOnly', 'ended', 'ownExam', 'relative'] as const;
export type Blocker = (typeof blockers)[number];

/**
 * Why a user cannot resolve a question (CONT-3, ROLE-5): holders resolve the questions of their disciplines
 * until the session's deadline; administrators resolve everything, also later. Only administrators resolve
 * technical complaints, and all contestations when holders do not resolve. Nobody resolves their own exam or
 * a relative's.
 */
export function blockerOf(
  { isAdmin, isHolder, isTaker, isRelative }: Resolver,
  { type, teacherContests, resolveEnd }: Resolvable,
  now: Moment,
): Blocker | undefined {
  if (isTaker) return 'ownExam';
  if (isRelative) return 'relative';
  if (isAdmin) return undefined;
  if (type === 'technical' || !teacherContests) return 'adminsOnly';
  if (!isHolder) return 'notHolder';
  return now > resolveEnd ? 'ended' : undefined;
}

/** Whether a contestation can be settled this way with this reach: a case has no student and no template. */
export const mayReach = (type: ContestType, settle: DecisionKind, reach: SettlementReach): boolean =>
  maySettle(type, settle) && reachesOf(settle).includes(reach) && (type !== 'case' || reach === 'session');
