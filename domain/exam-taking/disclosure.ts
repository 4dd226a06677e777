import type { ExamKind, ExamState } from './sitting.ts';
import { countsUntil, type Moment } from './time.ts';

/** The inputs that decide how much of an exam its taker may see. */
export type Disclosure = {
  readonly kind: ExamKind;
  readonly state: ExamState;
  /** The setting allowExamPreview. */
  readonly allowExamPreview: boolean;
  /**
   * When the last sitting ends that can have the same questions: that day's, or with templates the whole session's;
   * undefined for practice.
   */
  readonly lastSlotEnd: Moment | undefined;
};

export type Seen =
  /** Only the questions as asked. */
  | { readonly see: 'paper' }
  /** Score and grade; texts and key from the given time on, or never while previews are not allowed. */
  | { readonly see: 'score'; readonly keyFrom: Moment | undefined }
  | { readonly see: 'key' };

/**
 * What the taker of an exam may see now (RESU-1). The key is hidden before the end. For an official exam it stays
 * hidden until no answer to an exam with the same disciplines on that day can count any more. A teacher's trial shows
 * the key as soon as it is over. The calls themselves block everything else during an official exam (SAFE-16).
 */
export function seenByTaker(disclosure: Disclosure, now: Moment): Seen {
  const { kind, state, allowExamPreview, lastSlotEnd } = disclosure;
  if (state.is !== 'finished') return { see: 'paper' };
  if (kind === 'trial') return { see: 'key' };
  if (!allowExamPreview) return { see: 'score', keyFrom: undefined };
  if (kind === 'simulation' || lastSlotEnd === undefined) return { see: 'key' };
  const keyFrom = countsUntil(lastSlotEnd);
  return now <= keyFrom ? { see: 'score', keyFrom } : { see: 'key' };
}
