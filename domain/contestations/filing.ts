import { daysLater } from '../calendar/moment.ts';
import { type FieldProblem, problem } from '../errors.ts';
import { keyOpensAt } from '../exam-taking/key-opening.ts';
import type { Moment } from '../exam-taking/time.ts';
import { type ContestReason, type FiledType, needsExplanation } from './contestation.ts';

/** The inputs that decide whether a contestation can be filed. */
export type FilingGates = {
  /** The setting allowContestations. */
  readonly allowContestations: boolean;
  /** The setting contestationsAllowedDays. */
  readonly contestationsAllowedDays: number;
  readonly contestStart: Moment;
  readonly contestEnd: Moment;
  /** When the last sitting ends that can have the same questions, as in `key-opening.ts`. */
  readonly questionsUsedUntil: Moment;
};

export type FilingState =
  | { readonly status: 'open'; readonly until: Moment }
  | { readonly status: 'switchedOff' }
  /** Other students can still get the same questions. */
  | { readonly status: 'keyClosed'; readonly opensAt: Moment }
  | { readonly status: 'notOpenYet'; readonly opensAt: Moment }
  /** It ends before it would open. */
  | { readonly status: 'neverOpen' }
  /** The session's contestation period is over. */
  | { readonly status: 'closed'; readonly closedAt: Moment }
  /** The days for contesting this exam are over. */
  | { readonly status: 'daysOver'; readonly closedAt: Moment };

/** The filing deadline: calendar days after the key opens. */
export const contestDaysEnd = (questionsUsedUntil: Moment, days: number): Moment =>
  daysLater(keyOpensAt(questionsUsedUntil), days);

/**
 * Whether a contestation of a finished exam can be filed now (CONT-1): allowed, within the session's dates,
 * and within some days of the moment when the key would open. Ends are included. Returns the condition that
 * failed first.
 */
export function filingOf(gates: FilingGates, now: Moment): FilingState {
  const { contestStart, contestEnd, questionsUsedUntil, contestationsAllowedDays: days } = gates;
  if (!gates.allowContestations) return { status: 'switchedOff' };
  const keyFrom = keyOpensAt(questionsUsedUntil);
  const daysEnd = contestDaysEnd(questionsUsedUntil, days);
  if (now > contestEnd && contestEnd <= daysEnd) return { status: 'closed', closedAt: contestEnd };
  if (now > daysEnd) return { status: 'daysOver', closedAt: daysEnd };
  if (keyFrom >= contestEnd || contestStart > daysEnd) return { status: 'neverOpen' };
  if (now <= keyFrom && keyFrom >= contestStart) return { status: 'keyClosed', opensAt: keyFrom };
  if (now < contestStart) return { status: 'notOpenYet', opensAt: contestStart };
  return { status: 'open', until: Math.min(contestEnd, daysEnd) };
}

export type FiledQuestion = {
  readonly examQuestionId: number;
  readonly reason: ContestReason;
  readonly comment?: string | undefined;
};
export type Filed = {
  readonly type: FiledType;
  readonly questions: readonly FiledQuestion[];
  readonly comment?: string | undefined;
};

/** What is wrong with a contestation; `served` are the ids of the exam's questions. */
export function filingProblems(filed: Filed, served: ReadonlySet<number>): FieldProblem[] {
  const seen = new Set<number>();
  const questions = filed.questions.flatMap(({ examQuestionId: id, reason, comment }, index) => {
    const problems: FieldProblem[] = [];
    if (!served.has(id)) problems.push(problem(`questions.${index}.examQuestionId`, 'validation.reference'));
    else if (seen.has(id))
      problems.push(problem(`questions.${index}.examQuestionId`, 'contestation.questionTwice'));
    seen.add(id);
    if (needsExplanation(reason) && !comment)
      problems.push(problem(`questions.${index}.comment`, 'contestation.explanationMissing'));
    return problems;
  });
  if (filed.type === 'question' && filed.questions.length === 0)
    return [problem('questions', 'contestation.noQuestion')];
  if (filed.type === 'technical' && !filed.comment)
    return [problem('comment', 'contestation.explanationMissing'), ...questions];
  return questions;
}
