import { type Address, addressOf, type ScreenQuery } from '#domain/access/addresses.ts';
import type { QuestionKind } from '#domain/question-bank/question-kind.ts';

/** What the address requests: a question drawn as a kind, or a whole sample exam of a discipline. */
export type RequestedPreview =
  | {
      readonly of: 'question';
      readonly questionId: number;
      readonly kind: QuestionKind;
      readonly seed: string;
    }
  | { readonly of: 'paper'; readonly disciplineId: number; readonly seed: string }
  | { readonly of: 'nothing' };

/** A valid request. */
export type ShownPreview = Exclude<RequestedPreview, { of: 'nothing' }>;

const idOf = (text: string | undefined) =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;

/** The default seed is fixed, so that a link shows everyone the same draw. */
const firstSeed = '1';
const maxSeedLength = 100;

export function requestedPreview(query: ScreenQuery<'QuestionPreview'>): RequestedPreview {
  const seed = query.seed?.slice(0, maxSeedLength) || firstSeed;
  const questionId = idOf(query.questionId);
  const disciplineId = idOf(query.disciplineId);
  if (questionId !== undefined)
    return { of: 'question', questionId, kind: query.kind === 'simple' ? 'simple' : 'multiple', seed };
  return disciplineId === undefined ? { of: 'nothing' } : { of: 'paper', disciplineId, seed };
}

export const previewAddress = (shown: ShownPreview): Address =>
  shown.of === 'paper'
    ? addressOf('QuestionPreview', { disciplineId: shown.disciplineId, seed: shown.seed })
    : addressOf('QuestionPreview', { questionId: shown.questionId, kind: shown.kind, seed: shown.seed });

/** The next draw: the seed plus one, or the first when the seed is not a number. */
export function nextSeed(seed: string): string {
  return /^\d{1,9}$/.test(seed) ? String(Number(seed) + 1) : firstSeed;
}
