import type { Moment } from './time.ts';

export const examKinds = ['official', 'simulation', 'trial'] as const;
export type ExamKind = (typeof examKinds)[number];

export const finishCauses = ['student', 'deadline', 'staff'] as const;
export type FinishCause = (typeof finishCauses)[number];

/** The writer of a running exam: the page that loaded it last, and its sign-in. */
type Writer = { readonly writer: string; readonly writerSignIn: string | null };

/** The state of an exam in the database; the exam page has its own in its reducer. */
export type StoredExamState =
  | { readonly status: 'prepared' }
  | ({ readonly status: 'running'; readonly deadline: Moment } & Writer)
  | { readonly status: 'finished'; readonly finishedAt: Moment; readonly cause: FinishCause };

/** The state in the spec's words; the spec gives meaning only to 'Finished'. */
export const examStatuses = ['NotStarted', 'Started', 'Finished'] as const;
export type ExamStatus = (typeof examStatuses)[number];

const statuses: Record<StoredExamState['status'], ExamStatus> = {
  prepared: 'NotStarted',
  running: 'Started',
  finished: 'Finished',
};
export const statusOf = (state: StoredExamState): ExamStatus => statuses[state.status];

/** The sender of a request in an exam: the writer it names, and its sign-in. */
export type RequestSender = { readonly writer: string | undefined; readonly signInId: string };

/**
 * Whether the request comes from the writer (EXAM-9). A request that names no writer is accepted only from the sign-in
 * that loaded the exam last, so a second sign-in cannot work on it unnoticed (SAFE-3).
 */
export const isWriter = ({ writer, writerSignIn }: Writer, sender: RequestSender): boolean =>
  sender.writer === undefined ? sender.signInId === writerSignIn : sender.writer === writer;

type SittingExam = { readonly position: number; readonly finished: boolean };

/** The current exam of a sitting: the first unfinished one in order, or the last when all are finished (EXAM-16). */
export function currentExam<E extends SittingExam>(exams: readonly E[]): E | undefined {
  const inOrder = exams.toSorted((one, other) => one.position - other.position);
  return inOrder.find((exam) => !exam.finished) ?? inOrder.at(-1);
}

/** How much earlier than the deadline a page may end the exam by its own estimate of the server's clock. */
const clockSlack = 1000;

/**
 * The finish cause of an exam that is ended now. In its last second the cause is the deadline: a page that ended by time has not
 * been handed in, so a paper of the exam can still be entered.
 */
export const causeOfFinish = (deadline: Moment, now: Moment): FinishCause =>
  now < deadline - clockSlack ? 'student' : 'deadline';
