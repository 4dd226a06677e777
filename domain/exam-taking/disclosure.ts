import type { ExamKind, ExamState } from './sitting.ts';
import { countsUntil, type Moment } from './time.ts';

/** What decides how much of an exam its taker may see. */
export type Disclosure = {
  readonly kind: ExamKind;
  readonly state: ExamState;
  /** The setting allowExamPreview. */
  readonly allowExamPreview: boolean;
  /** The end of the last slot in which anybody sits the same custom exam that day. */
  readonly lastSlotEnd: Moment | undefined;
  /** The end of an official exam that its taker is sitting now. */
  readonly sitsUntil: Moment | undefined;
};

export type Seen =
  /** Nothing but the questions as they are asked. */
  | { readonly see: 'paper' }
  /** Score and grade; texts and key from the given moment on, or never while previews are not allowed. */
  | { readonly see: 'score'; readonly keyFrom: Moment | undefined }
  | { readonly see: 'key' };

/**
 * What the taker of an exam may see now (RESU-1): nothing of the key before the end; of an official exam not before nobody's
 * answers to the same exam of that day can count any more; and of nothing while they sit an official exam, which is drawn from
 * the same bank. A teacher's trial shows the key as soon as it is over.
 */
export function seenByTaker(disclosure: Disclosure, now: Moment): Seen {
  const { kind, state, allowExamPreview, lastSlotEnd, sitsUntil } = disclosure;
  if (state.is !== 'finished') return { see: 'paper' };
  if (kind === 'trial') return { see: 'key' };
  if (!allowExamPreview) return { see: 'score', keyFrom: undefined };
  // Without any end it is open from ever.
  const ends = [kind === 'official' ? lastSlotEnd : undefined, sitsUntil].filter((end) => end !== undefined);
  const keyFrom = countsUntil(Math.max(...ends));
  return now <= keyFrom ? { see: 'score', keyFrom } : { see: 'key' };
}
