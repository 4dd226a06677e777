import type { Field } from '#contract/field.ts';

/**
 * The fields that span a whole line in a two-column form: those before a span whose start would otherwise end one line
 * and its end begin the next.
 */
export function wideFields(fields: ReadonlyArray<readonly [string, Field]>): ReadonlySet<string> {
  const wide = new Set<string>();
  let column = 0;
  fields.forEach(([name, field], index) => {
    const next = fields[index + 1];
    const startsSpan = field.from === undefined && next?.[1].from === name;
    const before = fields[index - 1];
    if (startsSpan && column === 1 && before) {
      wide.add(before[0]);
      column = 0;
    }
    column = 1 - column;
  });
  return wide;
}
