import { type Finding, finding } from '#domain/imports/findings.ts';

/** A scoring rule: the choices that must be ticked together, their score, and whether other rules add to it. */
export type ScoredCombination = {
  readonly choices: ReadonlySet<string>;
  readonly score: number;
  readonly adds: boolean;
};

/** The correct choices, with findings about what our bank cannot represent. */
export type AnswerKey = { readonly identifiers: ReadonlySet<string>; readonly findings: readonly Finding[] };

const all = (ways: readonly ScoredCombination[]) => new Set(ways.flatMap(({ choices }) => [...choices]));
const distinct = (ways: readonly ScoredCombination[]) =>
  new Set(ways.map(({ choices }) => JSON.stringify([...choices].sort()))).size;

function keyOfOne(best: readonly ScoredCombination[], uneven: readonly Finding[]): AnswerKey {
  const identifiers = all(best);
  const either = identifiers.size > 1 ? [finding('import.alternativeAnswers')] : [];
  return { identifiers, findings: [...either, ...uneven] };
}

/**
 * Derives the key from scoring rules, without guessing. Different combinations with full score are an error;
 * alternative single answers and partial credit are reported.
 */
export function answerKey(ways: readonly ScoredCombination[], declared: 'one' | 'several'): AnswerKey {
  const earning = ways.filter(({ choices, score }) => choices.size > 0 && score > 0);
  const top = Math.max(0, ...earning.map(({ score }) => score));
  const best = earning.filter(({ score }) => score === top);
  const uneven = best.length < earning.length ? [finding('import.partialCredit')] : [];
  // Blackboard declares one choice and rewards several together.
  const choice = best.some(({ choices }) => choices.size > 1) ? 'several' : declared;
  if (choice === 'one') return keyOfOne(best, uneven);
  if (earning.every(({ adds, choices }) => adds && choices.size === 1))
    return { identifiers: all(earning), findings: uneven };
  if (distinct(best) > 1) {
    const whole = best.some(({ choices }) => choices.size > 1) ? 'import.alternativeKeys' : undefined;
    return { identifiers: all(best), findings: [finding(whole ?? 'import.alternativeAnswers'), ...uneven] };
  }
  return { identifiers: all(best), findings: uneven };
}

/** Whether several choices have the same identifier and the key names it: it does not tell which is correct. */
export const isRepeated = (choices: readonly string[], key: ReadonlySet<string>) =>
  choices.some((one, index) => key.has(one) && choices.indexOf(one) !== index);
