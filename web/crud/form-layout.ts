import type { Field } from '#contract/field.ts';

/**
 * The fields that take a whole line of a form of two columns: those before a span, where its start would otherwise
 * stand at the end of one line and its end on the next.
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
