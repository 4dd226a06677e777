import { attribute, is, part, parts, within } from './qti-vocabulary.ts';
import { elements, textOf, type XmlElement } from './xml-tree.ts';

/** Which choices of an interaction are correct, and whether choices earn different amounts. */
export type QtiKey = { readonly identifiers: ReadonlySet<string>; readonly uneven: boolean };

const numberIn = (text: string | undefined) => Number.parseFloat((text ?? '').replace(',', '.'));

function mappedKey(declaration: XmlElement): QtiKey {
  const entries = parts(part(declaration, 'mapping'), 'mapentry').map((entry) => ({
    key: (attribute(entry, 'mapkey') ?? '').trim(),
    value: numberIn(attribute(entry, 'mappedvalue')),
  }));
  const positive = entries.filter(({ value }) => value > 0);
  const values = positive.map(({ value }) => value);
  const single = attribute(declaration, 'cardinality') === 'single';
  const best = Math.max(...values);
  const chosen = single ? positive.filter(({ value }) => value === best) : positive;
  return {
    identifiers: new Set(chosen.map(({ key }) => key)),
    uneven: positive.some(({ value }) => value !== best),
  };
}

/** Where the key is only said in the scoring: "if RESPONSE is A then SCORE is 1". */
function processedKey(item: XmlElement, response: string): QtiKey {
  const identifiers = new Set<string>();
  const branches = within(part(item, 'responseprocessing'), 'responsecondition').flatMap((condition) =>
    elements(condition).filter((branch) => is(branch, 'responseif') || is(branch, 'responseelseif')),
  );
  for (const branch of branches) {
    const earns = parts(branch, 'setoutcomevalue').some(
      (set) =>
        attribute(set, 'identifier')?.toUpperCase() === 'SCORE' &&
        (within(set, 'basevalue').some((value) => numberIn(textOf(value)) > 0) ||
          within(set, 'variable').length > 0),
    );
    if (!earns) continue;
    const tests = [branch, ...within(branch, 'and'), ...within(branch, 'or')].flatMap((holder) =>
      elements(holder).filter((test) =>
        ['match', 'member', 'contains', 'equal'].includes(test.name.replace('qti-', '')),
      ),
    );
    for (const test of tests) {
      const asks = within(test, 'variable').some(
        (variable) => attribute(variable, 'identifier') === response,
      );
      const values = asks ? within(test, 'basevalue').map((value) => textOf(value).trim()) : [];
      // A whole combination is one way to be right; another combination would be another key.
      if (values.length > 1) return { identifiers: new Set(values), uneven: false };
      for (const value of values) identifiers.add(value);
    }
  }
  return { identifiers, uneven: false };
}

/** The key of one interaction: its declared correct response, else its mapping, else what the scoring says. */
export function keyOf(item: XmlElement, response: string): QtiKey {
  const declaration = parts(item, 'responsedeclaration').find(
    (one) => attribute(one, 'identifier') === response,
  );
  const declared = parts(part(declaration, 'correctresponse'), 'value').map((value) => textOf(value).trim());
  const correct = declared.filter((value) => value !== '');
  if (correct.length > 0) return { identifiers: new Set(correct), uneven: false };
  const mapped = declaration ? mappedKey(declaration) : undefined;
  return mapped && mapped.identifiers.size > 0 ? mapped : processedKey(item, response);
}

/** The mark of an item, when it says one: MAXSCORE, or the normal maximum of SCORE. */
export function markOf(item: XmlElement): number | undefined {
  const outcome = (name: string) =>
    parts(item, 'outcomedeclaration').find((one) => attribute(one, 'identifier')?.toUpperCase() === name);
  const max = numberIn(textOf(part(part(outcome('MAXSCORE'), 'defaultvalue'), 'value')));
  const normal = numberIn(attribute(outcome('SCORE'), 'normalmaximum'));
  return [max, normal].find((value) => value > 0);
}
