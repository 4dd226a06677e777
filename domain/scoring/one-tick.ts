import type { ScoringMode } from './score-question.ts';

/** Whether a single tick on a question with several correct answers always earns 0. */
export const oneTickEarnsNothing = (mode: ScoringMode): boolean =>
  mode === 'FULL_MATCH' || mode === 'NEGATIVE_MARKING' || mode === 'PERFECT_MATCH';
