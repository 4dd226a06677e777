import type { CustomTypesConfig } from 'pg';

type Parse = (text: string) => unknown;

const asIs: Parse = (text) => text;
const asBytes: Parse = (text) => Buffer.from(text.slice(2), 'hex');

/** Parses a PostgreSQL array; one without quotes or nested arrays is just split at its commas. */
function parseArray(text: string, parse: Parse): unknown[] {
  const begin = text.indexOf('{');
  if (text.indexOf('"') === -1 && text.indexOf('{', begin + 1) === -1) {
    const inside = text.slice(begin + 1, -1);
    return inside === '' ? [] : inside.split(',').map((one) => (one === 'NULL' ? null : parse(one)));
  }
  return parseNested(text, begin, parse).values;
}

/** Parses the array that begins at `from`; also returns where it ends. */
function parseNested(text: string, from: number, parse: Parse): { values: unknown[]; end: number } {
  const values: unknown[] = [];
  let at = from + 1;
  while (text[at] !== '}') {
    if (text[at] === ',') at += 1;
    else if (text[at] === '{') {
      const inner = parseNested(text, at, parse);
      values.push(inner.values);
      at = inner.end;
    } else if (text[at] === '"') {
      let element = '';
      for (at += 1; text[at] !== '"'; at += 1) {
        if (text[at] === '\\') at += 1;
        element += text[at];
      }
      values.push(parse(element));
      at += 1;
    } else {
      const begin = at;
      while (text[at] !== ',' && text[at] !== '}') at += 1;
      const element = text.slice(begin, at);
      values.push(element === 'NULL' ? null : parse(element));
    }
  }
  return { values, end: at + 1 };
}

/** Each type's OID and array OID from pg_type, which never change. */
const types: readonly (readonly [type: number, array: number, parse: Parse])[] = [
  [16, 1000, (text) => text === 't'],
  [17, 1001, asBytes],
  [18, 1002, asIs],
  [19, 1003, asIs],
  [20, 1016, Number],
  [21, 1005, Number],
  [23, 1007, Number],
  [25, 1009, asIs],
  [26, 1028, Number],
  [114, 199, JSON.parse],
  [700, 1021, Number],
  [701, 1022, Number],
  [1042, 1014, asIs],
  [1043, 1015, asIs],
  // Days stay text, times of day are cut to minutes, moments become ISO strings.
  [1082, 1182, asIs],
  [1083, 1183, (text) => text.slice(0, 5)],
  [1114, 1115, asIs],
  [1184, 1185, (text) => new Date(text).toISOString()],
  // Numerics stay text, since a JavaScript number would round them.
  [1700, 1231, asIs],
  [2950, 2951, asIs],
  [3802, 3807, JSON.parse],
];

const parsers = new Map<number, Parse>(
  types.flatMap(([type, array, parse]) => [
    [type, parse],
    [array, (text: string) => parseArray(text, parse)],
  ]),
);

/** Parsers of result values; types not listed stay text. */
export const resultTypes = {
  getTypeParser: (type: number) => parsers.get(type) ?? asIs,
} as unknown as CustomTypesConfig;
