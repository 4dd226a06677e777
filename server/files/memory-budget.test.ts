import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '#domain/errors.ts';
import { memoryBudget } from './memory-budget.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const budget = () =>
  memoryBudget({
    mostBytes: 10,
    patienceMilliseconds: 1000,
    refusal: () => new Refusal('request.tooMany', { seconds: 5 }),
  });

describe('[SAFE-17] the memory for uploads', () => {
  it('[SAFE-17] lets uploads in as far as it reaches, the others in their order', async () => {
    const { reserve } = budget();
    const begun: string[] = [];
    const begin = async (name: string, bytes: number) => {
      const giveBack = await reserve(bytes);
      begun.push(name);
      return giveBack;
    };
    const first = await begin('first', 8);
    const second = begin('second', 5);
    const third = begin('third', 1);
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toEqual(['first']);
    first();
    await Promise.all([second, third]);
    expect(begun).toEqual(['first', 'second', 'third']);
  });

  it('[SAFE-17] says after its patience that the upload should come again, and serves those behind it', async () => {
    const { reserve } = budget();
    await reserve(8);
    const refused = expect(reserve(5)).rejects.toMatchObject({ code: 'request.tooMany' });
    await vi.advanceTimersByTimeAsync(500);
    const small = vi.fn();
    void reserve(2).then(small);
    await vi.advanceTimersByTimeAsync(499);
    expect(small).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await refused;
    expect(small).toHaveBeenCalledOnce();
  });
});
