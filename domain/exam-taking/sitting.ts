import type { Moment } from './time.ts';

export const examKinds = ['official', 'simulation', 'trial'] as const;
export type ExamKind = (typeof examKinds)[number];

export const finishCauses = ['student', 'deadline', 'staff'] as const;
export type FinishCause = (typeof finishCauses)[number];

/** Who writes a running exam: the page that loaded it last, and the sign-in of that page. */
type Written = { readonly writer: string; readonly writerSignIn: string | null };

/** Where an exam stands. */
export type ExamState =
  | { readonly is: 'prepared' }
  | ({ readonly is: 'running'; readonly deadline: Moment } & Written)
  | { readonly is: 'finished'; readonly finishedAt: Moment; readonly cause: FinishCause };

/** The same in the spec's words; only 'Finished' has a meaning of its own there. */
export const examStatuses = ['NotStarted', 'Started', 'Finished'] as const;
export type ExamStatus = (typeof examStatuses)[number];

const statuses: Record<ExamState['is'], ExamStatus> = {
  prepared: 'NotStarted',
  running: 'Started',
  finished: 'Finished',
};
export const statusOf = (state: ExamState): ExamStatus => statuses[state.is];

/** Who asks for something in an exam: the writer they say they are, and their sign-in. */
export type Asking = { readonly writer: string | undefined; readonly signInId: string };

/**
 * Whether it is the writer who asks (EXAM-9). One who leaves the writer out is taken for it only in the sign-in that loaded the
 * exam last, so that a second sign-in cannot work on it unnoticed (SAFE-3).
 */
export const isWriter = ({ writer, writerSignIn }: Written, asking: Asking): boolean =>
  asking.writer === undefined ? asking.signInId === writerSignIn : asking.writer === writer;

type Sat = { readonly position: number; readonly finished: boolean };

/**
 * The exam of a sitting that is to be taken now: the first in order that is not finished; the last one when all are
 * (EXAM-16).
 */
export function currentExam<E extends Sat>(exams: readonly E[]): E | undefined {
  const inOrder = exams.toSorted((one, other) => one.position - other.position);
  return inOrder.find((exam) => !exam.finished) ?? inOrder.at(-1);
}

/** Why an exam ends that somebody ends now: after its time it is the deadline that ended it. */
export const causeOfFinish = (deadline: Moment, now: Moment): FinishCause =>
  now < deadline ? 'student' : 'deadline';
