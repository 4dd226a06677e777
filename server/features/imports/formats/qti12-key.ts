import { finding } from '#domain/imports/findings.ts';
import { type AnswerKey, answerKey, type ScoredCombination } from './answer-key.ts';
import { child, descendants, elements, named, textOf, type XmlElement } from './xml-tree.ts';

const inside = (parent: XmlElement | undefined, name: string) =>
  [...descendants(parent)].filter((element) => element.name === name);

/** Counters next to the score, which must not be mistaken for points. */
const countsMistakes = /incorrect|wrong|penal|error|fail/i;

type Earning = { readonly score: number; readonly adds: boolean };

/** The score set by a variable of a condition; subtraction, multiplication and counters of mistakes score nothing. */
function earningOf(set: XmlElement): Earning {
  const action = (set.attributes.action ?? 'Set').toLowerCase();
  const variable = set.attributes.varname ?? set.attributes.variablename ?? '';
  if ((action !== 'set' && action !== 'add') || countsMistakes.test(variable))
    return { score: 0, adds: false };
  const said = textOf(set).trim();
  const score = /max/i.test(said) ? 100 : Number.parseFloat(said.replace(',', '.'));
  return { score: score > 0 ? score : 0, adds: action === 'add' };
}

/** Whether a variable of a condition takes points away. */
function lowersScore(set: XmlElement): boolean {
  const amount = Number.parseFloat(textOf(set).trim().replace(',', '.'));
  if (countsMistakes.test(set.attributes.varname ?? set.attributes.variablename ?? '')) return false;
  return /^subtract$/i.test(set.attributes.action ?? '') ? amount > 0 : amount < 0;
}

function earned(condition: XmlElement): Earning {
  const sets = named(condition, 'setvar').map(earningOf);
  const praised = inside(condition, 'displayfeedback').some(
    ({ attributes }) => attributes.linkrefid === 'correct',
  );
  const nothing = { score: sets.length === 0 && praised ? 1 : 0, adds: false };
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
  const combinations = inside(item, 'respcondition').flatMap((condition): ScoredCombination[] => {
    const test = child(condition, 'conditionvar');
    const { score, adds } = earned(condition);
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
  const penalties = inside(item, 'setvar').some(lowersScore) ? [finding('import.penaltyIgnored')] : [];
  return { identifiers, findings: [...findings, ...penalties] };
}
