import type { QuestionKind } from '../question-bank/question-kind.ts';
import { type Asking, type ExamState, isWriter } from './sitting.ts';
import { arrivedInTime, type Moment } from './time.ts';

/** What is known of one question of a running exam. */
export type QuestionState = {
  readonly kind: QuestionKind;
  /** How many answers it shows. */
  readonly shown: number;
  readonly ticks: number;
  readonly seq: number;
  readonly skipped: boolean;
};

/** An answer, or a skip, as it reaches the server. */
export type Save = Asking & {
  /** Absent means that the order of arrival decides. */
  readonly seq: number | undefined;
  /** Bits of shown places; undefined when the call carries no answer. */
  readonly ticks: number | undefined;
  readonly skip: boolean;
  readonly arrivedAt: Moment;
  /** Its sender sits an official exam now, and this is practice. */
  readonly barred: boolean;
};

export type SaveOutcome =
  | { readonly is: 'applied' | 'superseded'; readonly question: QuestionState }
  | {
      readonly is: 'refused';
      readonly why: 'sitting' | 'notRunning' | 'finished' | 'late' | 'takenOver' | 'impossible';
    };

/** The highest sequence there is; a client that has used it up is only taken in the order of arrival. */
export const highestSeq = 2_147_483_647;

/** How many sequences each writer of an exam has to itself. */
const seqsPerWriter = 100_000;

/**
 * Above which sequence the writer after so many others numbers its ticks. What an earlier one still holds unsent is
 * older by that, so that it never replaces what was ticked later at another computer (EXAM-9).
 */
export const seqFloor = (takeovers: number): number =>
  seqsPerWriter * Math.min(takeovers, Math.floor(highestSeq / seqsPerWriter) - 1);

const bitCount = (bits: number): number => {
  let left = bits;
  let count = 0;
  for (; left !== 0; left &= left - 1) count += 1;
  return count;
};

/** Whether such ticks can be made at all: shown answers only, and one at most where the question is simple (EXAM-18). */
export const ticksArePossible = (question: QuestionState, ticks: number): boolean =>
  ticks >= 0 && ticks >>> question.shown === 0 && (question.kind === 'multiple' || bitCount(ticks) <= 1);

/**
 * The ticks a save means to leave, or undefined when it leaves them alone: a skip never changes ticks, and a blank does
 * only when it says by a sequence that it is newer (SAFE-3).
 */
export function meantTicks({ ticks, seq, skip }: Pick<Save, 'ticks' | 'seq' | 'skip'>): number | undefined {
  return skip || (ticks === 0 && seq === undefined) ? undefined : ticks;
}

/**
 * What a save does to a question. The statement that saves states the same rule in SQL; a property test holds both to
 * the same answers. Sequences are compared per question, so that a delayed tick of another question still counts. A skip
 * leaves the sequence alone, so that a tick it overtook still counts, but it never marks what was answered after it.
 */
export function judgeSave(state: ExamState, question: QuestionState, save: Save): SaveOutcome {
  if (save.barred) return { is: 'refused', why: 'sitting' };
  if (state.is === 'prepared') return { is: 'refused', why: 'notRunning' };
  if (state.is === 'finished') return { is: 'refused', why: 'finished' };
  if (!arrivedInTime(save.arrivedAt, state.deadline)) return { is: 'refused', why: 'late' };
  if (!isWriter(state, save)) return { is: 'refused', why: 'takenOver' };
  const ticks = meantTicks(save);
  if (ticks !== undefined && !ticksArePossible(question, ticks)) return { is: 'refused', why: 'impossible' };
  if (ticks === undefined && !save.skip) return { is: 'applied', question };
  if (save.seq !== undefined && save.seq <= question.seq) return { is: 'superseded', question };
  if (ticks === undefined) return { is: 'applied', question: { ...question, skipped: true } };
  const seq = save.seq ?? Math.min(question.seq + 1, highestSeq);
  return {
    is: 'applied',
    question: { ...question, ticks, seq, skipped: question.skipped && ticks === 0 },
  };
}
