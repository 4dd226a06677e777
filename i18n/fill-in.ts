/** A number as it stands before a Romanian noun: "19", but "20 de", "100 de"; `written` is its form on the page. */
export const beforeNoun = (count: number, written = String(count)): string =>
  new Intl.PluralRules('ro').select(count) === 'other' ? `${written} de` : written;

/** Fills the placeholders of a text; `{{max, de}}` is a number before a Romanian noun. */
export const fillIn = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{\{(\w+)(, de)?\}\}/g, (_, name: string, de: string | undefined) =>
    de === undefined ? String(values[name] ?? '') : beforeNoun(Number(values[name])),
  );
