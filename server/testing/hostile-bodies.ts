import { z } from 'zod';
import type { Call } from '#contract/call.ts';

/** Repeats a text to about the given number of bytes. */
const filled = (piece: string, bytes: number) => piece.repeat(Math.floor(bytes / Buffer.byteLength(piece)));

/** Texts that may break regular expressions, normalisation or storage. */
const hostileTexts: Readonly<Record<string, (bytes: number) => string>> = {
  'dots after an @': (bytes) => `a@${filled('.', bytes - 3)}@`,
  'many @': (bytes) => filled('a@', bytes),
  'accents on accents': (bytes) => `a${filled('\u0301\u0316', bytes - 1)}`,
  spaces: (bytes) => `${filled(' ', bytes - 2)}a`,
  'spaces in between': (bytes) => `a${filled(' ', bytes - 2)}a`,
  'half characters': (bytes) => filled('\\ud800', bytes),
  'unprintable signs': (bytes) => filled('\\u0000', bytes),
  digits: (bytes) => filled('9', bytes),
  'a date that goes on': (bytes) => `2026-01-01T10:00:00.${filled('0', bytes - 30)}+23:59`,
  'emphasis that never ends': (bytes) => filled('**_', bytes),
  'brackets that never end': (bytes) => filled('[(<$', bytes),
  'letters that grow': (bytes) => filled('\ufdfa', bytes),
};

/** JSON that attacks by its structure. */
const hostileShapes: Readonly<Record<string, (bytes: number) => string | Buffer>> = {
  'half characters, nested': (bytes) => {
    const depth = Math.floor(bytes / 11);
    return `${'["\\ud800",'.repeat(depth)}0${']'.repeat(depth)}`;
  },
  'lists in lists': (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  'lists that are never closed': (bytes) => '['.repeat(bytes),
  'lists that were never opened': (bytes) => ']'.repeat(bytes),
  'objects in objects': (bytes) => `${'{"a":'.repeat(bytes / 6)}0${'}'.repeat(bytes / 6)}`,
  'many values': (bytes) => `[${filled('0,', bytes - 3)}0]`,
  'many objects': (bytes) => `[${filled('{},', bytes - 4)}{}]`,
  'many keys': (bytes) =>
    `{${Array.from({ length: Math.floor((bytes - 2) / 13) }, (_, n) => `"k${String(n).padStart(7, '0')}":0`).join(',')}}`,
  'one key again and again': (bytes) => `{${filled('"email":0,', bytes - 12)}"email":0}`,
  'a key without end': (bytes) => `{"${filled('k', bytes - 6)}":0}`,
  'a key of half characters': (bytes) => `{"${filled('\\ud800', bytes - 6)}":0}`,
  'keys of prototypes': () => '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}',
  'an own field called like a prototype': (bytes) => `{"toString":"${filled('x', bytes - 16)}"}`,
  'a number without end': (bytes) => filled('9', bytes),
  'a number beyond numbers': () => '{"email":1e999999,"pkStudent":-1e999999}',
  'a string without end': (bytes) => `"${filled('\\\\', bytes - 2)}`,
  blanks: (bytes) => ' '.repeat(bytes),
  'broken UTF-8': (bytes) =>
    Buffer.concat([Buffer.from('"'), Buffer.alloc(bytes - 2, 0xff), Buffer.from('"')]),
  nothing: () => '',
  null: () => 'null',
};

const fieldsOf = (call: Call): string[] =>
  call.body instanceof z.ZodObject ? Object.keys(call.body.shape) : ['text'];

/** All hostile bodies for a call: hostile structures, and a hostile text in each field. */
export function hostileBodies(
  call: Call,
  bytes: number,
): Array<readonly [name: string, body: string | Buffer]> {
  const shapes = Object.entries(hostileShapes).map(([name, make]) => [name, make(bytes)] as const);
  const texts = fieldsOf(call).flatMap((field) =>
    Object.entries(hostileTexts).map(
      ([name, make]) => [`${name} in ${field}`, `{"${field}":"${make(bytes - field.length - 8)}"}`] as const,
    ),
  );
  return [...shapes, ...texts];
}

const hostileValues: readonly string[] = [
  '%00',
  '%ff',
  '%ED%A0%80',
  '%',
  '%25'.repeat(2000),
  '9'.repeat(5000),
  '-1',
  '1e999',
  'NaN',
  `a${'%CC%81%CC%96'.repeat(600)}`,
  `a@${'.'.repeat(5000)}@`,
  ' '.repeat(100),
  '__proto__',
  "'; drop table users; --",
];

export function hostileAddresses(call: Call): string[] {
  const path = call.path.replaceAll(/:\w+/g, '1');
  const names = [...Object.keys(call.query?.shape ?? {}), 'unknown'];
  const values = names.flatMap((name) =>
    hostileValues.flatMap((value) => [
      `${name}=${value}`,
      `${name}=1&${name}=${value}`,
      `${name}[a][b]=${value}`,
    ]),
  );
  const crowds = [
    'a=1&'.repeat(2000),
    `a${'[b]'.repeat(2000)}=1`,
    '__proto__[x]=1&constructor[prototype][x]=1',
    '&=&='.repeat(1500),
  ];
  const queries = [...values, ...crowds].map((query) => `${path}?${query}`);
  const params = /:\w+/.test(call.path)
    ? [...hostileValues, '..%2f..%2f..%2fetc%2fpasswd', '%2e%2e', 'a'.repeat(101)].map((value) =>
        call.path.replaceAll(/:\w+/g, value),
      )
    : [];
  return [...queries, ...params];
}
