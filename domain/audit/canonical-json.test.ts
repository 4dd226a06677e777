import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

describe('canonical JSON', () => {
  it('is the same for equal values in any notation', () => {
    const value = { b: [1, { d: null, c: 'ș"' }], a: 0.5, absent: undefined };
    expect(canonicalJson(value)).toBe('{"a":0.5,"b":[1,{"c":"ș\\"","d":null}]}');
    expect(canonicalJson(JSON.parse(JSON.stringify(value, null, 2)))).toBe(canonicalJson(value));
  });

  it('differs where values differ, also in the order of a list', () => {
    expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
    expect(canonicalJson({ a: '1' })).not.toBe(canonicalJson({ a: 1 }));
    expect(canonicalJson({ a: null })).not.toBe(canonicalJson({}));
  });
});
