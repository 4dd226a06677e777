import { reachesOf, type SettlementKind, type SettlementReach } from './settlement.ts';

/**
 * A contestation disputes questions or reports a technical problem; a holder opens a case without an appeal.
 */
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
export const needsExplanation = (reason: ContestReason): boolean => explained.includes(reason);

export const maxCommentLength = 1000;

/** How an accepted question changes scores. */
export const decisionKinds = [
  'fullPoints',
  'removeAnswer',
  'changeKey',
  'countLate',
] as const satisfies readonly SettlementKind[];
export type DecisionKind = (typeof decisionKinds)[number];

/**
 * The kinds of settlement for each type (CONT-4): an appeal is settled for its student or corrects the question, a technical
 * complaint is settled for its student only, and a case has no student.
 */
const kindsByType: Readonly<Record<ContestType, readonly DecisionKind[]>> = {
  question: ['fullPoints', 'removeAnswer', 'changeKey'],
  technical: ['countLate', 'fullPoints'],
  case: ['removeAnswer', 'changeKey'],
};
export const maySettle = (type: ContestType, settle: DecisionKind): boolean =>
  kindsByType[type].includes(settle);

/**
 * Full points and late answers reach one student; corrections of a question reach the whole session unless
 * narrowed.
 */
export const defaultReach = (settle: DecisionKind): SettlementReach =>
  reachesOf(settle).includes('session') ? 'session' : 'student';

/** The status that follows from the decisions about the questions; submitted while one is open. */
export function statusOf(decisions: readonly (boolean | undefined)[]): ContestStatus {
  if (decisions.length === 0 || decisions.includes(undefined)) return 'DP';
  if (decisions.every((accepted) => accepted)) return 'AC';
  return decisions.some((accepted) => accepted) ? 'PAC' : 'RS';
}
