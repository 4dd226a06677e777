import type { ExamKind, ExamState } from './sitting.ts';
import { countsUntil, type Moment } from './time.ts';

/** What decides how much of an exam its taker may see. */
export type Disclosure = {
  readonly kind: ExamKind;
  readonly state: ExamState;
  /** The setting allowExamPreview. */
  readonly allowExamPreview: boolean;
  /** When the last of those ends who can be asked the same: that day, of templates in the whole session; undefined for practice. */
  readonly lastSlotEnd: Moment | undefined;
};

export type Seen =
  /** Nothing but the questions as they are asked. */
  | { readonly see: 'paper' }
  /** Score and grade; texts and key from the given moment on, or never while previews are not allowed. */
  | { readonly see: 'score'; readonly keyFrom: Moment | undefined }
  | { readonly see: 'key' };

/**
 * What the taker of an exam may see now (RESU-1): nothing of the key before the end, and of an official exam not before nobody's
 * answers to an exam that asks the same disciplines that day can count any more. A teacher's trial shows the key as soon as it is over. That nothing
 * else is seen while sitting an official exam is a matter of the calls (SAFE-16).
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
