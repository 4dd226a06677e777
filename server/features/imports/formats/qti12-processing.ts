import { child, descendants, elements, named, textOf, type XmlElement } from './xml-tree.ts';

/** The elements of a name at any depth. */
export const inside = (parent: XmlElement | undefined, name: string) =>
  [...descendants(parent)].filter((element) => element.name === name);

export const variableOf = (set: XmlElement) =>
  (set.attributes.varname ?? set.attributes.variablename ?? '').trim().replace(/\.max$/i, '');
export const actionOf = (set: XmlElement) => (set.attributes.action ?? 'Set').trim().toLowerCase();

/** The amount of a variable; a maximum counts as 100. */
export function amountOf(set: XmlElement): number {
  const value = textOf(set).trim();
  return /max/i.test(value) ? 100 : Number.parseFloat(value.replace(',', '.'));
}

/** A score after one more variable; an amount that is not a number leaves it as it is. */
export function scoreAfter(score: number, set: XmlElement): number {
  const amount = amountOf(set);
  if (Number.isNaN(amount)) return score;
  const action = actionOf(set);
  if (action === 'add') return score + amount;
  if (action === 'subtract') return score - amount;
  if (action === 'multiply') return score * amount;
  if (action === 'divide') return amount === 0 ? score : score / amount;
  return amount;
}

/** OLAT judges each choice of a list apart: "7:correct" must be ticked, "8:wrong" must not. */
const [correct, wrong] = [/:correct$/, /:wrong$/];
const choicesIn = (test: XmlElement) =>
  textOf(test)
    .split(',')
    .map((choice) => choice.trim());

const isTest = ({ name }: XmlElement) => name === 'varequal' || name === 'varsubset';
const askedBy = ({ attributes }: XmlElement) => (attributes.respident ?? '').trim().toLowerCase();

type Verdict = boolean | undefined;
const all = (parts: readonly Verdict[]): Verdict =>
  parts.includes(false) ? false : parts.includes(undefined) ? undefined : true;

/** A condition with the variables that it sets. */
type Condition = {
  readonly test: XmlElement;
  readonly sets: readonly XmlElement[];
  readonly goesOn: boolean;
};

/** The response processing of an item, for the response with an identifier. */
export function processingOf(item: XmlElement, response: string, counts: (set: XmlElement) => boolean) {
  const own = response.trim().toLowerCase();
  const variables = new Set(
    [...inside(item, 'decvar'), ...inside(item, 'setvar')].map((one) => variableOf(one).toLowerCase()),
  );
  /** D2L tests its counters as if they were responses. */
  const asksVariable = (test: XmlElement) => askedBy(test) !== own && variables.has(askedBy(test));
  const conditions = inside(item, 'respcondition').flatMap((condition): Condition[] => {
    const test = child(condition, 'conditionvar');
    const sets = named(condition, 'setvar').filter(counts);
    const goesOn = /^\s*yes/i.test(condition.attributes.continue ?? '');
    return test && sets.length > 0 ? [{ test, sets, goesOn }] : [];
  });

  /** Whether a condition holds for the ticked choices; undefined where it asks for something else, such as the time. */
  const holds = (condition: XmlElement, ticked: ReadonlySet<string>): Verdict => {
    const { name } = condition;
    if (isTest(condition)) {
      if (asksVariable(condition)) return undefined;
      return choicesIn(condition).every((choice) =>
        wrong.test(choice) ? !ticked.has(choice.replace(wrong, '')) : ticked.has(choice.replace(correct, '')),
      );
    }
    // True of a response that no other condition names.
    if (name === 'other' || name === 'unanswered') return false;
    const parts = elements(condition).map((part) => holds(part, ticked));
    if (name === 'or') return parts.includes(true) ? true : parts.includes(undefined) ? undefined : false;
    if (name === 'not') {
      const inner = all(parts);
      return inner === undefined ? undefined : !inner;
    }
    return name === 'and' || name === 'conditionvar' ? all(parts) : undefined;
  };

  return {
    /** How many conditions set a score. */
    length: conditions.length,

    /** The choices that a test of the response wants ticked; undefined for any other element. */
    tickedIn: (test: XmlElement): string[] | undefined =>
      isTest(test) && !asksVariable(test)
        ? choicesIn(test).map((choice) => (wrong.test(choice) ? '' : choice.replace(correct, '')))
        : undefined,

    /** Whether scored conditions ask for a choice of another response; those of Blackboard that name none are always false. */
    asksElsewhere: () =>
      own !== '' &&
      conditions.some(({ test }) =>
        [...descendants(test)].some(
          (one) =>
            isTest(one) &&
            textOf(one).trim() !== '' &&
            !['', own].includes(askedBy(one)) &&
            !asksVariable(one),
        ),
      ),

    /**
     * The score of a response: the conditions in order, so that a later one can take back what an earlier one gave (`isLost`).
     * Processing ends with a condition that sets the score unless it says to continue; programs that add points up often
     * forget to say so.
     */
    scoreOf: (ticked: ReadonlySet<string>): { readonly total: number; readonly isLost: boolean } => {
      const scores = new Map<string, number>();
      const raised = new Set<string>();
      for (const { test, sets, goesOn } of conditions) {
        if (holds(test, ticked) === false) continue;
        for (const set of sets) {
          const name = variableOf(set).toLowerCase();
          const before = scores.get(name) ?? 0;
          const after = scoreAfter(before, set);
          if (after > before) raised.add(name);
          scores.set(name, after);
        }
        if (!goesOn && sets.some((set) => actionOf(set) === 'set')) break;
      }
      return {
        total: [...scores.values()].reduce((sum, score) => sum + score, 0),
        isLost: [...raised].some((name) => (scores.get(name) ?? 0) <= 0),
      };
    },
  };
}

export type Processing = ReturnType<typeof processingOf>;
