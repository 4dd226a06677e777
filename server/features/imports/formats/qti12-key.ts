import { finding } from '#domain/imports/findings.ts';
import { type AnswerKey, answerKey, type ScoredCombination } from './answer-key.ts';
import {
  actionOf,
  amountOf,
  inside,
  type Processing,
  processingOf,
  scoreAfter,
  variableOf,
} from './qti12-processing.ts';
import { child, elements, named, type XmlElement } from './xml-tree.ts';

/** Variables that hold points in the files of known systems; without a name it is the score. */
const isScore = /^(?:|(?:\w+[_.])?score|d2l_correct|respondus_correct|points?)$/i;
/** Counters next to the score, which must not be mistaken for points. */
const countsMistakes = /incorrect|wrong|penal|error|fail/i;

/** The variables that count as points: those of known names, or else the only one that the item declares. */
function scoresIn(item: XmlElement): (set: XmlElement) => boolean {
  const known = inside(item, 'setvar').some((set) => isScore.test(variableOf(set)));
  const declared = [...new Set(inside(item, 'decvar').map((one) => variableOf(one)))];
  const [only = ''] = declared.filter((name) => name !== '' && !countsMistakes.test(name));
  return (set) => (known ? isScore.test(variableOf(set)) : declared.length === 1 && variableOf(set) === only);
}

type ScoreEffect = { readonly score: number; readonly adds: boolean };

/** The score that the variables of a condition give, in order; the last one that sets it decides. */
const scoreEffectOf = (sets: readonly XmlElement[]): ScoreEffect => ({
  score: Math.max(0, sets.reduce(scoreAfter, 0)),
  adds: sets.every((set) => actionOf(set) === 'add'),
});

/** Whether a variable of a condition takes points away. */
const lowersScore = (set: XmlElement) =>
  actionOf(set) === 'subtract' ? amountOf(set) > 0 : amountOf(set) < 0;

function earned(condition: XmlElement, counts: (set: XmlElement) => boolean): ScoreEffect {
  const variables = named(condition, 'setvar');
  const sets = variables.filter(counts);
  const names = [...new Set(sets.map(variableOf))];
  const praised = inside(condition, 'displayfeedback').some(
    ({ attributes }) => attributes.linkrefid === 'correct',
  );
  const nothing = { score: variables.length === 0 && praised ? 1 : 0, adds: false };
  return names
    .map((name) => scoreEffectOf(sets.filter((set) => variableOf(set) === name)))
    .reduce((best, one) => (one.score > best.score ? one : best), nothing);
}

const maxCombinations = 200;
/** More conditions than an author writes are not tried one after another. */
const maxConditions = 1000;

/** The sets of choices that satisfy a condition; choices under "not" and tests of variables are left out. */
function combinationsIn(condition: XmlElement, processing: Processing): string[][] {
  if (condition.name === 'not') return [[]];
  const ticked = processing.tickedIn(condition);
  if (ticked) return [ticked];
  const parts = elements(condition).map((part) => combinationsIn(part, processing));
  if (condition.name === 'or') return parts.flat().slice(0, maxCombinations);
  return parts.reduce<string[][]>(
    (combinations, part) =>
      combinations.flatMap((way) => part.map((more) => [...way, ...more])).slice(0, maxCombinations),
    [[]],
  );
}

/** Whether the conditions together deny a key what single ones give, or score another response higher. */
function isTakenBack(key: AnswerKey, { choices, several }: Response, { scoreOf }: Processing): boolean {
  const score = (ticked: readonly string[]) => scoreOf(new Set(ticked));
  const isTicked = (choice: string) => key.identifiers.has(choice);
  const correct = [...key.identifiers];
  const isEither = key.findings.some(({ code }) => code === 'import.alternativeAnswers');
  const single = isEither || (!several && correct.length === 1);
  const full = single ? correct.map((one) => score([one])) : [score(correct)];
  const others = choices
    .filter((choice) => !single || !isTicked(choice))
    .map((choice) => {
      if (single) return score([choice]);
      return score(isTicked(choice) ? correct.filter((one) => one !== choice) : [...correct, choice]);
    });
  const least = Math.min(...full.map(({ total }) => total));
  return full.some(({ isLost }) => isLost) || least <= 0 || others.some(({ total }) => total > least);
}

/** A response of an item: its identifier, the identifiers of its choices, and whether several can be ticked. */
type Response = { readonly ident: string; readonly choices: readonly string[]; readonly several: boolean };

/** The key of a QTI 1.2 item: the choices that its conditions reward. */
export function qti12Key(item: XmlElement, response: Response): AnswerKey {
  const counts = scoresIn(item);
  const processing = processingOf(item, response.ident, counts);
  const combinations = inside(item, 'respcondition').flatMap((condition): ScoredCombination[] => {
    const test = child(condition, 'conditionvar');
    const { score, adds } = earned(condition, counts);
    if (score === 0 || !test) return [];
    return combinationsIn(test, processing).map((choices) => ({
      choices: new Set(choices.filter(Boolean)),
      score,
      adds,
    }));
  });
  if (combinations.length >= maxCombinations)
    return { identifiers: new Set(), findings: [finding('import.alternativeKeys')] };
  const key = answerKey(combinations, response.several ? 'several' : 'one');
  const scores = inside(item, 'setvar').filter(counts);
  const other = inside(item, 'setvar').find((set) => !countsMistakes.test(variableOf(set)));
  const unknown =
    combinations.length === 0 && scores.length === 0 && other
      ? [finding('import.scoringUnknown', { variable: variableOf(other).slice(0, 40) })]
      : [];
  const penalties = scores.some(lowersScore) ? [finding('import.penaltyIgnored')] : [];
  const isUnclear =
    key.identifiers.size > 0 &&
    scores.length > 0 &&
    (processing.length > maxConditions ||
      processing.asksElsewhere() ||
      isTakenBack(key, response, processing));
  const unclear = isUnclear ? [finding('import.keyUnclear')] : [];
  return { ...key, findings: [...key.findings, ...unclear, ...unknown, ...penalties] };
}
