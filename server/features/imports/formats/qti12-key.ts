import { finding } from '#domain/imports/findings.ts';
import { type AnswerKey, answerKey, type ScoredCombination } from './answer-key.ts';
import { child, descendants, elements, named, textOf, type XmlElement } from './xml-tree.ts';

/** The elements of a name at any depth. */
export const inside = (parent: XmlElement | undefined, name: string) =>
  [...descendants(parent)].filter((element) => element.name === name);

/** Variables that hold points in the files of known systems; without a name it is the score. */
const isScore = /^(?:|(?:\w+[_.])?score|d2l_correct|respondus_correct|points?)$/i;
/** Counters next to the score, which must not be mistaken for points. */
const countsMistakes = /incorrect|wrong|penal|error|fail/i;

const variableOf = (set: XmlElement) =>
  (set.attributes.varname ?? set.attributes.variablename ?? '').trim().replace(/\.max$/i, '');

/** The variables that count as points: those of known names, or else the only one that the item declares. */
function scoresIn(item: XmlElement): (set: XmlElement) => boolean {
  const known = inside(item, 'setvar').some((set) => isScore.test(variableOf(set)));
  const declared = [...new Set(inside(item, 'decvar').map((one) => variableOf(one)))];
  const [only = ''] = declared.filter((name) => name !== '' && !countsMistakes.test(name));
  return (set) => (known ? isScore.test(variableOf(set)) : declared.length === 1 && variableOf(set) === only);
}

type Earning = { readonly score: number; readonly adds: boolean };

/** The score set by a variable of a condition; subtraction and multiplication score nothing. */
function earningOf(set: XmlElement): Earning {
  const action = (set.attributes.action ?? 'Set').toLowerCase();
  if (action !== 'set' && action !== 'add') return { score: 0, adds: false };
  const value = textOf(set).trim();
  const score = /max/i.test(value) ? 100 : Number.parseFloat(value.replace(',', '.'));
  return { score: score > 0 ? score : 0, adds: action === 'add' };
}

/** Whether a variable of a condition takes points away. */
function lowersScore(set: XmlElement): boolean {
  const amount = Number.parseFloat(textOf(set).trim().replace(',', '.'));
  return /^subtract$/i.test(set.attributes.action ?? '') ? amount > 0 : amount < 0;
}

function earned(condition: XmlElement, counts: (set: XmlElement) => boolean): Earning {
  const variables = named(condition, 'setvar');
  const sets = variables.filter(counts).map(earningOf);
  const praised = inside(condition, 'displayfeedback').some(
    ({ attributes }) => attributes.linkrefid === 'correct',
  );
  const nothing = { score: variables.length === 0 && praised ? 1 : 0, adds: false };
  return sets.reduce((best, one) => (one.score > best.score ? one : best), nothing);
}

/** OLAT judges each choice of a list apart: "7:correct" must be ticked, "8:wrong" must not. */
const tickedChoice = (choice: string) => (/:wrong$/.test(choice) ? '' : choice.replace(/:correct$/, ''));

const maxCombinations = 200;

/** The sets of choices that satisfy a condition; choices under "not" are left out. */
function combinationsIn(condition: XmlElement): string[][] {
  if (condition.name === 'not') return [[]];
  if (condition.name === 'varequal' || condition.name === 'varsubset')
    return [
      textOf(condition)
        .split(',')
        .map((choice) => tickedChoice(choice.trim())),
    ];
  const parts = elements(condition).map(combinationsIn);
  if (condition.name === 'or') return parts.flat().slice(0, maxCombinations);
  return parts.reduce<string[][]>(
    (combinations, part) =>
      combinations.flatMap((way) => part.map((more) => [...way, ...more])).slice(0, maxCombinations),
    [[]],
  );
}

/** The key of a QTI 1.2 item: the choices that its conditions reward. */
export function qti12Key(item: XmlElement, several: boolean): AnswerKey {
  const counts = scoresIn(item);
  const combinations = inside(item, 'respcondition').flatMap((condition): ScoredCombination[] => {
    const test = child(condition, 'conditionvar');
    const { score, adds } = earned(condition, counts);
    if (score === 0 || !test) return [];
    return combinationsIn(test).map((choices) => ({
      choices: new Set(choices.filter(Boolean)),
      score,
      adds,
    }));
  });
  if (combinations.length >= maxCombinations)
    return { identifiers: new Set(), findings: [finding('import.alternativeKeys')] };
  const { identifiers, findings } = answerKey(combinations, several ? 'several' : 'one');
  const scores = inside(item, 'setvar').filter(counts);
  const other = inside(item, 'setvar').find((set) => !countsMistakes.test(variableOf(set)));
  const unknown =
    combinations.length === 0 && scores.length === 0 && other
      ? [finding('import.scoringUnknown', { variable: variableOf(other).slice(0, 40) })]
      : [];
  const penalties = scores.some(lowersScore) ? [finding('import.penaltyIgnored')] : [];
  return { identifiers, findings: [...findings, ...unknown, ...penalties] };
}
