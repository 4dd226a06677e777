import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { exceedsJsonLimits } from './json-body.ts';

const exceeds = (text: string) => exceedsJsonLimits(Buffer.from(text));
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const listed = (values: number) => `[${'0,'.repeat(values - 1)}0]`;

/** The nesting depth of a value and the number of values in it, found by walking it. */
function measured(value: unknown): { depth: number; values: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, values: 1 };
  const inner = Object.values(value).map(measured);
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    values: Math.max(
      1,
      inner.reduce((sum, { values }) => sum + values, 0),
    ),
  };
}

describe('[SAFE-17] JSON limits', () => {
  test.each([
    ['16 levels', nested(16), false],
    ['17 levels', nested(17), true],
    ['16 levels again and again', `[${`${nested(15)},`.repeat(100)}0]`, false],
    ['17 levels that are never closed', '{"a":'.repeat(17), true],
    ['20,000 values', listed(20_000), false],
    ['20,001 values', listed(20_001), true],
    ['brackets and commas in a text', JSON.stringify('[{,'.repeat(30_000)), false],
    ['quotes in a text', JSON.stringify({ a: '"[\\"{'.repeat(100) }), false],
    ['levels after a text that ends in a backslash', `["\\\\",${nested(17)}]`, true],
    ['nothing', '', false],
    ['a text that never ends', '"\\', false],
  ])('[SAFE-17] %s', (_name, text, isBeyond) => {
    expect(exceeds(text)).toBe(isBeyond);
  });

  it('[SAFE-17] agree with a walk over the parsed value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6, depthSize: 'large' }), fc.nat(20), (value, around) => {
        const wrapped = Array.from({ length: around }).reduce<unknown>((inner) => [inner], value);
        const { depth, values } = measured(wrapped);
        expect(exceeds(JSON.stringify(wrapped))).toBe(depth > 16 || values > 20_000);
      }),
    );
  });
});
