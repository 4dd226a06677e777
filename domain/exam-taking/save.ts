import type { QuestionKind } from '../question-bank/question-kind.ts';
import { isWriter, type RequestSender, type StoredExamState } from './sitting.ts';
import { ticksArePossible } from './ticks.ts';
import { arrivedInTime, type Moment } from './time.ts';

/** The state of one question of a running exam. */
export type QuestionState = {
  readonly kind: QuestionKind;
  /** How many answers it shows. */
  readonly shown: number;
  readonly ticks: number;
  readonly seq: number;
  readonly skipped: boolean;
};

/** An answer, or a skip, as it reaches the server. */
export type Save = RequestSender & {
  /** Without it, the order of arrival decides. */
  readonly seq: number | undefined;
  /** Bits of shown positions; undefined when the call has no answer. */
  readonly ticks: number | undefined;
  readonly skip: boolean;
  readonly arrivedAt: Moment;
  /** This is practice, and its sender is taking an official exam now. */
  readonly barred: boolean;
};

export type SaveOutcome =
  | { readonly status: 'applied' | 'superseded'; readonly question: QuestionState }
  | {
      readonly status: 'refused';
      readonly why: 'sitting' | 'notRunning' | 'finished' | 'late' | 'takenOver' | 'impossible';
    };

/** The maximum sequence; once a client has used it, only the order of arrival counts. */
export const highestSeq = 2_147_483_647;

/** How many sequences each writer of an exam has. */
const seqsPerWriter = 100_000;

/**
 * The base of the sequences of the writer at this index. Unsent saves of earlier writers are numbered lower,
 * so they never replace later ticks from another computer (EXAM-9).
 */
export const seqFloor = (takeovers: number): number =>
  seqsPerWriter * Math.min(takeovers, Math.floor(highestSeq / seqsPerWriter) - 1);

/**
 * The ticks a save sets, or undefined when it does not change them: a skip never changes ticks, and a blank only with a
 * newer sequence (SAFE-3).
 */
export function intendedTicks({
  ticks,
  seq,
  skip,
}: Pick<Save, 'ticks' | 'seq' | 'skip'>): number | undefined {
  return skip || (ticks === 0 && seq === undefined) ? undefined : ticks;
}

/**
 * Applies a save to a question. The SQL statement implements the same rule; a property test keeps both in agreement.
 * Sequences are compared per question, so a delayed tick of another question still counts. A skip does not change the
 * sequence, so a tick it overtook still counts, but it never marks a question that was answered after it.
 */
export function judgeSave(state: StoredExamState, question: QuestionState, save: Save): SaveOutcome {
  if (save.barred) return { status: 'refused', why: 'sitting' };
  if (state.status === 'prepared') return { status: 'refused', why: 'notRunning' };
  if (state.status === 'finished') return { status: 'refused', why: 'finished' };
  if (!arrivedInTime(save.arrivedAt, state.deadline)) return { status: 'refused', why: 'late' };
  if (!isWriter(state, save)) return { status: 'refused', why: 'takenOver' };
  const ticks = intendedTicks(save);
  if (ticks !== undefined && !ticksArePossible(question, ticks))
    return { status: 'refused', why: 'impossible' };
  if (ticks === undefined && !save.skip) return { status: 'applied', question };
  if (save.seq !== undefined && save.seq <= question.seq) return { status: 'superseded', question };
  if (ticks === undefined) return { status: 'applied', question: { ...question, skipped: true } };
  const seq = save.seq ?? Math.min(question.seq + 1, highestSeq);
  return {
    status: 'applied',
    question: { ...question, ticks, seq, skipped: question.skipped && ticks === 0 },
  };
}
