import { reachesOf, type SettlementKind, type SettlementReach } from './settlement.ts';

/** A contestation is about questions, or about what went wrong with the exam; a case is opened by a holder without an appeal. */
export const contestTypes = ['question', 'technical', 'case'] as const;
export type ContestType = (typeof contestTypes)[number];
/** The types that a student files. */
export const filedTypes = ['question', 'technical'] as const satisfies readonly ContestType[];
export type FiledType = (typeof filedTypes)[number];

/** DP submitted, RS rejected, AC accepted, PAC partially accepted. */
export const contestStatuses = ['DP', 'RS', 'AC', 'PAC'] as const;
export type ContestStatus = (typeof contestStatuses)[number];

/**
 * Response without image, no response, multiple response, response in another language, not in accordance with the
 * bibliography, inappropriate response, other.
 */
export const contestReasons = ['RFI', 'RI', 'RM', 'RAL', 'RNB', 'RN', 'AL'] as const;
export type ContestReason = (typeof contestReasons)[number];

const explained: readonly ContestReason[] = ['RNB', 'RN', 'AL'];
/** Whether a reason needs an explanation. */
export const needsExplanation = (reason: ContestReason): boolean => explained.includes(reason);

export const longestComment = 1000;

/** How an accepted question changes scores. */
export const settleKinds = [
  'fullPoints',
  'removeAnswer',
  'changeKey',
  'countLate',
] as const satisfies readonly SettlementKind[];
export type SettleKind = (typeof settleKinds)[number];

/** Full points and late answers are one student's; what corrects the question reaches the whole session unless it is narrowed. */
export const usualReach = (settle: SettleKind): SettlementReach =>
  reachesOf(settle).includes('session') ? 'session' : 'student';

/** The decisions about the questions of a contestation; undefined while one waits. */
export function statusOf(decisions: readonly (boolean | undefined)[]): ContestStatus {
  if (decisions.length === 0 || decisions.includes(undefined)) return 'DP';
  if (decisions.every((accepted) => accepted)) return 'AC';
  return decisions.some((accepted) => accepted) ? 'PAC' : 'RS';
}
