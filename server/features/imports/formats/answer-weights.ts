import { type Finding, finding } from '#domain/imports/findings.ts';

export type WeighedAnswers = { readonly correct: readonly boolean[]; readonly findings: readonly Finding[] };

const FULL = 99;

/**
 * The correct answers, given the percentage each one earns. A single choice must earn the full mark; of several
 * choices, each with a positive weight is correct. Partial credit, penalties and alternatives do not exist in our
 * bank and are reported.
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
