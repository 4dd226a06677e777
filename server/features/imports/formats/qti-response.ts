import { finding } from '#domain/imports/findings.ts';
import { type AnswerKey, answerKey, type ScoredCombination } from './answer-key.ts';
import { attribute, is, part, parts, plainName, within } from './qti-vocabulary.ts';
import { elements, textOf, type XmlElement } from './xml-tree.ts';

const numberIn = (text: string | undefined) => Number.parseFloat((text ?? '').replace(',', '.'));

const choiceOf = (declaration: XmlElement | undefined) =>
  attribute(declaration, 'cardinality') === 'single' ? 'one' : 'several';

/** The scoring rules of a mapping, one per choice; with several choices the scores add up. */
function mappedKeys(declaration: XmlElement | undefined): ScoredCombination[] {
  return parts(part(declaration, 'mapping'), 'mapentry').map((entry) => ({
    choices: new Set([(attribute(entry, 'mapkey') ?? '').trim()]),
    score: numberIn(attribute(entry, 'mappedvalue')),
    adds: true,
  }));
}

/** Converters name the score of an item "QUE_SCORE". */
const isScore = /^(?:(?!max_|min_)\w+_)?score$/i;

type ScoreEffect = Pick<ScoredCombination, 'score' | 'adds'>;

/** What a branch does with the score, in order; a variable such as MAXSCORE counts as full score. */
function scoreEffectsIn(branch: XmlElement): ScoreEffect[] {
  const sets = parts(branch, 'setoutcomevalue').filter((set) =>
    isScore.test(attribute(set, 'identifier') ?? ''),
  );
  return sets.flatMap((set) => {
    const values = within(set, 'basevalue');
    const numbers = values.map((value) => numberIn(textOf(value))).filter((value) => !Number.isNaN(value));
    const adds = within(set, 'sum').length > 0;
    if (within(set, 'subtract').length > 0) return [];
    if (values.length === 0 && within(set, 'variable').length > 0) return [{ score: Infinity, adds }];
    return numbers.length === 0 ? [] : [{ score: Math.max(0, ...numbers), adds }];
  });
}

/** The score that a branch sets: the last one that it does not add to. */
const scoreEffectOf = (branch: XmlElement): ScoreEffect =>
  scoreEffectsIn(branch).reduce((before, one) => (one.adds && before.score > one.score ? before : one), {
    score: 0,
    adds: false,
  });

/** Whether a branch sets the score back to nothing. */
const isReset = (branch: XmlElement) => {
  const last = scoreEffectsIn(branch).at(-1);
  return last?.score === 0 && !last.adds;
};

const tests = ['match', 'member', 'contains', 'equal'];

const names = (holder: XmlElement, element: string, response: string) =>
  within(holder, element).some((one) => attribute(one, 'identifier') === response);

/** Choices that satisfy a test; a part of the response may be enough. */
type Way = { readonly choices: readonly string[]; readonly isPart: boolean };
const anything: Way = { choices: [], isPart: false };
const maxWays = 200;

/** The sets of choices that satisfy a test; tests under "not" and of other variables are ignored. */
function waysIn(element: XmlElement, response: string): Way[] {
  const name = plainName(element.name);
  if (tests.includes(name) && names(element, 'variable', response)) {
    const choices = within(element, 'basevalue').map((value) => textOf(value).trim());
    return [{ choices, isPart: name === 'member' || name === 'contains' }];
  }
  const inside = elements(element).map((one) => waysIn(one, response));
  if (name === 'or') return inside.flat().filter(({ choices }) => choices.length > 0);
  if (name !== 'and') return [anything];
  return inside
    .filter((ways) => ways.length > 0)
    .reduce<Way[]>(
      (all, ways) =>
        all
          .flatMap((way) =>
            ways.map(({ choices }) => ({ ...anything, choices: [...way.choices, ...choices] })),
          )
          .slice(0, maxWays),
      [anything],
    );
}

/** The branches of conditions; `isGuarded` when another branch that tests the response contains them. */
function branchesIn(
  holder: XmlElement | undefined,
  response: string,
  isGuarded = false,
): { branch: XmlElement; isGuarded: boolean }[] {
  return elements(holder).flatMap((element) => {
    const isBranch = is(element, 'responseif') || is(element, 'responseelseif');
    const isTest = isBranch && elements(element).some((one) => waysIn(one, response).some(isWay));
    const deeper = branchesIn(element, response, isGuarded || isTest);
    return isBranch ? [{ branch: element, isGuarded }, ...deeper] : deeper;
  });
}
const isWay = ({ choices }: Way) => choices.length > 0;

/** Scoring rules from response processing: "if RESPONSE is A then SCORE is 1"; undefined if they are too involved. */
function processedKeys(item: XmlElement, response: string): ScoredCombination[] | undefined {
  const branches = branchesIn(part(item, 'responseprocessing'), response).map((one) => ({
    ...one,
    ...scoreEffectOf(one.branch),
  }));
  if (branches.some(({ isGuarded, score }) => isGuarded && score > 0)) return undefined;
  const combinations = branches.flatMap(({ branch, score, adds }) =>
    elements(branch)
      .flatMap((test) => waysIn(test, response).filter(isWay))
      .map(({ choices, isPart }) => ({ choices: new Set(choices), score, adds: adds || isPart })),
  );
  return combinations.length < maxWays && !isTakenBack(item, response) ? combinations : undefined;
}

/** Whether a later condition takes back the score of choices that an earlier one rewards. */
function isTakenBack(item: XmlElement, response: string): boolean {
  const rewarded: string[][] = [];
  for (const condition of elements(part(item, 'responseprocessing'))) {
    const [first, ...others] = elements(condition).filter(
      (one) => is(one, 'responseif') || is(one, 'responseelseif'),
    );
    const waysOf = (branch: XmlElement) =>
      elements(branch).flatMap((test) => waysIn(test, response).filter(isWay));
    const lost = (first && isReset(first) ? waysOf(first) : []).some(({ choices, isPart }) =>
      rewarded.some(
        (way) =>
          choices.every((choice) => way.includes(choice)) && (isPart || new Set(way).size === choices.length),
      ),
    );
    if (lost) return true;
    for (const branch of first ? [first, ...others] : [])
      if (scoreEffectOf(branch).score > 0)
        rewarded.push(...waysOf(branch).map(({ choices }) => [...choices]));
  }
  return false;
}

/** What response processing says against the declared correct choices, where it does not use the declaration. */
function contradictions(
  item: XmlElement,
  response: string,
  correct: readonly string[],
  choice: 'one' | 'several',
) {
  const processing = part(item, 'responseprocessing');
  if (!processing || names(processing, 'correct', response) || names(processing, 'mapresponse', response))
    return [];
  const earning = (processedKeys(item, response) ?? []).filter(({ score }) => score > 0);
  if (earning.length === 0) return [];
  const rewarded = new Set(earning.flatMap(({ choices }) => [...choices]));
  if ([...answerKey(earning, choice).identifiers].some((one) => !correct.includes(one)))
    return [finding('import.keyUnclear')];
  const idle = correct.filter((one) => !rewarded.has(one));
  return idle.length === 0 ? [] : [contradicted(idle)];
}

const contradicted = (answers: readonly string[]) =>
  finding('import.keyContradicted', { answers: answers.join(', ').slice(0, 100) });

/** Whether the declared response alone decides, so that a mapping has no effect. */
const isMatched = (item: XmlElement) =>
  /match_correct/i.test(attribute(part(item, 'responseprocessing'), 'template') ?? '');

/** The correct choices for which the mapping gives no points. */
function unrewarded(correct: readonly string[], declaration: XmlElement | undefined): string[] {
  const otherwise = numberIn(attribute(part(declaration, 'mapping'), 'defaultvalue') ?? '0');
  const entries = mappedKeys(declaration);
  if (entries.length === 0) return [];
  return [...new Set(correct)].filter((one) => {
    const entry = entries.find(({ choices }) => choices.has(one));
    return !((entry?.score ?? otherwise) > 0);
  });
}

/** The key of one interaction: its declared correct response, or its mapping, or its response processing. */
export function keyOf(item: XmlElement, response: string): AnswerKey {
  const [declaration, ...others] = parts(item, 'responsedeclaration').filter(
    (one) => attribute(one, 'identifier') === response,
  );
  if (others.length > 0) return { identifiers: new Set(), findings: [finding('import.keyUnclear')] };
  const choice = choiceOf(declaration);
  const correct = parts(part(declaration, 'correctresponse'), 'value')
    .map((value) => textOf(value).trim())
    .filter((value) => value !== '');
  const combinations = mappedKeys(declaration);
  const penalties = combinations.some(({ score }) => score < 0) ? [finding('import.penaltyIgnored')] : [];
  const mapped = answerKey(combinations, choice);
  if (correct.length > 0) {
    const others = [...mapped.identifiers].some((identifier) => !correct.includes(identifier));
    const either = choice === 'one' && new Set(correct).size > 1;
    const idle = isMatched(item) ? [] : unrewarded(correct, declaration);
    return {
      identifiers: new Set(correct),
      findings: [
        ...(either ? [finding('import.alternativeAnswers')] : []),
        ...(others ? [finding('import.partialCredit')] : []),
        ...(idle.length > 0 ? [contradicted(idle)] : contradictions(item, response, correct, choice)),
        ...penalties,
      ],
    };
  }
  if (mapped.identifiers.size > 0) return { ...mapped, findings: [...mapped.findings, ...penalties] };
  const processed = processedKeys(item, response);
  return processed
    ? answerKey(processed, choice)
    : { identifiers: new Set(), findings: [finding('import.keyUnclear')] };
}

/** The mark of an item, if declared: MAXSCORE, or the normal maximum of SCORE. */
export function markOf(item: XmlElement): number | undefined {
  const outcome = (name: string) =>
    parts(item, 'outcomedeclaration').find((one) => attribute(one, 'identifier')?.toUpperCase() === name);
  const max = numberIn(textOf(part(part(outcome('MAXSCORE'), 'defaultvalue'), 'value')));
  const normal = numberIn(attribute(outcome('SCORE'), 'normalmaximum'));
  return [max, normal].find((value) => value > 0) ?? [max, normal].find((value) => value <= 0);
}
