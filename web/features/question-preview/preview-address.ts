import { type Address, addressOf, type ScreenQuery } from '#domain/access/addresses.ts';
import type { QuestionKind } from '#domain/question-bank/question-kind.ts';

/** What the address asks to be shown: a question drawn as a kind, or a whole sample exam of a discipline. */
export type PreviewAsked =
  | {
      readonly of: 'question';
      readonly questionId: number;
      readonly kind: QuestionKind;
      readonly seed: string;
    }
  | { readonly of: 'paper'; readonly disciplineId: number; readonly seed: string }
  | { readonly of: 'nothing' };

/** What can be shown. */
export type PreviewShown = Exclude<PreviewAsked, { of: 'nothing' }>;

const idOf = (text: string | undefined) =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;

/** A draw nobody named is always the same one, so that a link shows everybody the same. */
const firstSeed = '1';
const longestSeed = 100;

export function previewAsked(query: ScreenQuery<'QuestionPreview'>): PreviewAsked {
  const seed = query.seed?.slice(0, longestSeed) || firstSeed;
  const questionId = idOf(query.questionId);
  const disciplineId = idOf(query.disciplineId);
  if (questionId !== undefined)
    return { of: 'question', questionId, kind: query.kind === 'simple' ? 'simple' : 'multiple', seed };
  return disciplineId === undefined ? { of: 'nothing' } : { of: 'paper', disciplineId, seed };
}

/** The address that shows it. */
export const previewAddress = (shown: PreviewShown): Address =>
  shown.of === 'paper'
    ? addressOf('QuestionPreview', { disciplineId: shown.disciplineId, seed: shown.seed })
    : addressOf('QuestionPreview', { questionId: shown.questionId, kind: shown.kind, seed: shown.seed });

/** The next draw: the number after this one, or the first where somebody named a draw by words. */
export function nextSeed(seed: string): string {
  return /^\d{1,9}$/.test(seed) ? String(Number(seed) + 1) : firstSeed;
}
