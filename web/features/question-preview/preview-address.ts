import type { QuestionKind } from '#domain/exam-structure/draw.ts';

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

type Search = Readonly<Record<string, string | undefined>>;

const idOf = (text: string | undefined) =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;

/** A draw nobody named is always the same one, so that a link shows everybody the same. */
const firstSeed = '1';
const longestSeed = 100;

export function previewAsked(search: Search): PreviewAsked {
  const seed = search.seed?.slice(0, longestSeed) || firstSeed;
  const questionId = idOf(search.questionId);
  const disciplineId = idOf(search.disciplineId);
  if (questionId !== undefined)
    return { of: 'question', questionId, kind: search.kind === 'simple' ? 'simple' : 'multiple', seed };
  return disciplineId === undefined ? { of: 'nothing' } : { of: 'paper', disciplineId, seed };
}

/** The query that shows it. */
export function queryOf(asked: PreviewAsked): Record<string, string> {
  if (asked.of === 'nothing') return {};
  if (asked.of === 'paper') return { disciplineId: String(asked.disciplineId), seed: asked.seed };
  return { questionId: String(asked.questionId), kind: asked.kind, seed: asked.seed };
}

/** The next draw: the number after this one, or the first where somebody named a draw by words. */
export function nextSeed(seed: string): string {
  return /^\d{1,9}$/.test(seed) ? String(Number(seed) + 1) : firstSeed;
}
