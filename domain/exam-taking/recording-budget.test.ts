import { describe, expect, it } from 'vitest';
import { fitsBudget, maxPartBytes, maxParts, maxSittingBytes } from './recording-budget.ts';

const nothing = { packed: 0, unpacked: 0, parts: 0 };

describe('[SAFE-17] the budget of a sitting’s recording', () => {
  it('[SAFE-17] is used up by compressed bytes, raw bytes or parts, whichever comes first', () => {
    const part = { packed: 100, unpacked: 1000 };
    expect(fitsBudget(part, nothing)).toBe(true);
    expect(fitsBudget(part, { ...nothing, packed: maxSittingBytes.packed - 100 })).toBe(true);
    expect(fitsBudget(part, { ...nothing, packed: maxSittingBytes.packed - 99 })).toBe(false);
    expect(fitsBudget(part, { ...nothing, unpacked: maxSittingBytes.unpacked - 1000 })).toBe(true);
    expect(fitsBudget(part, { ...nothing, unpacked: maxSittingBytes.unpacked - 999 })).toBe(false);
    expect(fitsBudget(part, { ...nothing, parts: maxParts - 1 })).toBe(true);
    expect(fitsBudget(part, { ...nothing, parts: maxParts })).toBe(false);
  });

  it('[REC-4] fits the largest part of three computers', () => {
    const stored = { packed: 2 * maxPartBytes.packed, unpacked: 2 * maxPartBytes.unpacked, parts: 2 };
    expect(fitsBudget(maxPartBytes, stored)).toBe(true);
  });
});
