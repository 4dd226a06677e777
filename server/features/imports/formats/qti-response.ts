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

type Earning = Pick<ScoredCombination, 'score' | 'adds'>;

/** The score that a branch sets; a variable such as MAXSCORE counts as full score. */
function earningOf(branch: XmlElement): Earning {
  const sets = parts(branch, 'setoutcomevalue').filter((set) =>
    isScore.test(attribute(set, 'identifier') ?? ''),
  );
  const amounts = sets.flatMap((set) => {
    const numbers = within(set, 'basevalue').map((value) => numberIn(textOf(value)));
    const adds = within(set, 'sum').length > 0;
    if (within(set, 'subtract').length > 0) return [];
    if (numbers.length === 0 && within(set, 'variable').length > 0) return [{ score: Infinity, adds }];
    return numbers.filter((score) => score > 0).map((score) => ({ score, adds }));
  });
  return amounts.reduce((best, one) => (one.score > best.score ? one : best), { score: 0, adds: false });
}

const tests = ['match', 'member', 'contains', 'equal'];

/** The tests of a branch, joined by "and" or "or"; tests under "not" are ignored. */
function testsIn(holder: XmlElement): XmlElement[] {
  return elements(holder).flatMap((element) => {
    const name = plainName(element.name);
    if (tests.includes(name)) return [element];
    return name === 'and' || name === 'or' ? testsIn(element) : [];
  });
}

/** Scoring rules from response processing: "if RESPONSE is A then SCORE is 1". */
function processedKeys(item: XmlElement, response: string): ScoredCombination[] {
  const branches = within(part(item, 'responseprocessing'), 'responsecondition').flatMap((condition) =>
    elements(condition).filter((branch) => is(branch, 'responseif') || is(branch, 'responseelseif')),
  );
  return branches.flatMap((branch) => {
    const { score, adds } = earningOf(branch);
    const ownTests = testsIn(branch).filter((test) =>
      within(test, 'variable').some((variable) => attribute(variable, 'identifier') === response),
    );
    const wanted = ownTests.map((test) => ({
      choices: within(test, 'basevalue').map((value) => textOf(value).trim()),
      part: plainName(test.name) === 'member' || plainName(test.name) === 'contains',
    }));
    const together = within(branch, 'and').length > 0 && within(branch, 'or').length === 0;
    if (together) return [{ choices: new Set(wanted.flatMap(({ choices }) => choices)), score, adds }];
    return wanted.map(({ choices, part: isPart }) => ({
      choices: new Set(choices),
      score,
      adds: adds || isPart,
    }));
  });
}

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
  const declaration = parts(item, 'responsedeclaration').find(
    (one) => attribute(one, 'identifier') === response,
  );
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
        ...(idle.length > 0
          ? [finding('import.keyContradicted', { answers: idle.join(', ').slice(0, 100) })]
          : []),
        ...penalties,
      ],
    };
  }
  return mapped.identifiers.size > 0
    ? { ...mapped, findings: [...mapped.findings, ...penalties] }
    : answerKey(processedKeys(item, response), choice);
}

/** The mark of an item, if declared: MAXSCORE, or the normal maximum of SCORE. */
export function markOf(item: XmlElement): number | undefined {
  const outcome = (name: string) =>
    parts(item, 'outcomedeclaration').find((one) => attribute(one, 'identifier')?.toUpperCase() === name);
  const max = numberIn(textOf(part(part(outcome('MAXSCORE'), 'defaultvalue'), 'value')));
  const normal = numberIn(attribute(outcome('SCORE'), 'normalmaximum'));
  return [max, normal].find((value) => value > 0);
}
