import { type Finding, finding } from '#domain/imports/findings.ts';

export type WeighedAnswers = { readonly correct: readonly boolean[]; readonly findings: readonly Finding[] };

const FULL = 99;

/**
 * Which answers are correct, given what percentage of the mark each earns. Where one answer is to be chosen it must earn
 * everything; where several, each that earns anything is correct. Our bank knows no halves, no penalties and no "either
 * of these": they are reported.
 */
export function weighAnswers(percents: readonly number[], choice: 'one' | 'several'): WeighedAnswers {
  const best = Math.max(0, ...percents);
  const shares = best === 1 ? percents.map((percent) => percent * 100) : percents;
  const positive = shares.filter((share) => share > 0);
  const limit =
    choice === 'one' ? Math.min(FULL, ...(best > 0 ? [Math.max(...shares)] : [])) : Number.MIN_VALUE;
  const correct = shares.map((share) => share > 0 && share >= limit);
  const uneven =
    choice === 'one'
      ? positive.some((share) => share < FULL)
      : Math.max(...positive) - Math.min(...positive) > 1;
  return {
    correct,
    findings: [
      ...(choice === 'one' && correct.filter((one) => one).length > 1
        ? [finding('import.alternativeAnswers')]
        : []),
      ...(positive.length > 0 && uneven ? [finding('import.partialCredit')] : []),
      ...(shares.some((share) => share < 0) ? [finding('import.penaltyIgnored')] : []),
    ],
  };
}
