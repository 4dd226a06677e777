import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '#domain/errors.ts';
import { memoryBudget } from './memory-budget.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const budget = (given: { maxBytesPerPerson?: number } = {}) =>
  memoryBudget({
    ...given,
    maxBytes: 10,
    timeoutMilliseconds: 1000,
    refusal: () => new Refusal('request.tooMany', { seconds: 5 }),
  });

describe('[SAFE-17] the memory budget for uploads', () => {
  it('[SAFE-17] admits uploads that fit and queues the others in order', async () => {
    const { reserve } = budget();
    const begun: string[] = [];
    const begin = async (name: string, bytes: number, person: number) => {
      const release = await reserve(person, bytes);
      begun.push(name);
      return release;
    };
    const first = await begin('first', 5, 1);
    await begin('beside it', 3, 2);
    const second = begin('second', 5, 3);
    const third = begin('third', 1, 4);
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toEqual(['first', 'beside it']);
    first();
    await Promise.all([second, third]);
    expect(begun).toEqual(['first', 'beside it', 'second', 'third']);
  });

  it('[SAFE-17] refuses an upload after the timeout and admits the next ones', async () => {
    const { reserve } = budget();
    await reserve(1, 4);
    await reserve(2, 4);
    const refused = expect(reserve(3, 5)).rejects.toMatchObject({ code: 'request.tooMany' });
    await vi.advanceTimersByTimeAsync(500);
    const small = vi.fn();
    void reserve(4, 2).then(small);
    await vi.advanceTimersByTimeAsync(499);
    expect(small).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await refused;
    expect(small).toHaveBeenCalledOnce();
  });

  it('[SAFE-17] limits one user to half and does not block the others', async () => {
    const { reserve } = budget();
    const begun: string[] = [];
    const note = (name: string) => (release: () => void) => {
      begun.push(name);
      return release;
    };
    const first = await reserve(1, 3).then(note('first'));
    await reserve(1, 2).then(note('second'));
    const third = reserve(1, 3).then(note('third'));
    await reserve(2, 5).then(note('other'));
    expect(begun).toEqual(['first', 'second', 'other']);
    first();
    await third;
    expect(begun).toEqual(['first', 'second', 'other', 'third']);
  });

  it('[SAFE-17] gives one person no more than their share, however much is free', async () => {
    const { reserve } = budget({ maxBytesPerPerson: 3 });
    const begun: number[] = [];
    const begin = async (person: number) => {
      const release = await reserve(person, 3);
      begun.push(person);
      return release;
    };
    const first = await begin(1);
    const second = begin(1);
    await begin(2);
    expect(begun).toEqual([1, 2]);
    first();
    await second;
    expect(begun).toEqual([1, 2, 1]);
  });
});
