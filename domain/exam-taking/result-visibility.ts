import { keyOpensAt } from './key-opening.ts';
import type { ExamKind, StoredExamState } from './sitting.ts';
import type { Moment } from './time.ts';

/** The inputs that decide how much of an exam its taker may see. */
export type VisibilityInput = {
  readonly kind: ExamKind;
  readonly state: StoredExamState;
  /** The setting allowExamPreview. */
  readonly allowExamPreview: boolean;
  /**
   * When the last sitting ends that can have the same questions: that day's, or with templates the whole session's;
   * undefined for practice.
   */
  readonly questionsUsedUntil: Moment | undefined;
};

export type ResultVisibility =
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
export function visibleToTaker(input: VisibilityInput, now: Moment): ResultVisibility {
  const { kind, state, allowExamPreview, questionsUsedUntil } = input;
  if (state.status !== 'finished') return { see: 'paper' };
  if (kind === 'trial') return { see: 'key' };
  if (!allowExamPreview) return { see: 'score', keyFrom: undefined };
  if (kind === 'simulation' || questionsUsedUntil === undefined) return { see: 'key' };
  const keyFrom = keyOpensAt(questionsUsedUntil);
  return now <= keyFrom ? { see: 'score', keyFrom } : { see: 'key' };
}
