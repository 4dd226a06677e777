import { expect, it } from 'vitest';
import { SharedReads } from './shared-reads.ts';

/** A value that changes, and reads of it that end when the test says so. */
function aSlowValue() {
  const ends: (() => void)[] = [];
  const state = { value: 1, reads: 0 };
  const read = () => {
    state.reads += 1;
    const seen = state.value;
    return new Promise<number>((resolve) => ends.push(() => resolve(seen)));
  };
  return { state, read, endNext: () => ends.shift()?.() };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('answers a crowd with two reads, and never with a state older than the request', async () => {
  const shared = new SharedReads();
  const { state, read, endNext } = aSlowValue();
  const first = shared.read('seats', read);
  state.value = 2;
  const crowd = Array.from({ length: 50 }, () => shared.read('seats', read));
  endNext();
  expect(await first).toBe(1);
  await turn();
  endNext();
  expect(await Promise.all(crowd)).toEqual(Array.from({ length: 50 }, () => 2));
  expect(state.reads).toBe(2);
});

it('reads again after a failure, and fails only for those who shared it', async () => {
  const shared = new SharedReads();
  const failing = shared.read('seats', () => Promise.reject(new Error('lost')));
  const next = shared.read('seats', () => Promise.resolve(3));
  await expect(failing).rejects.toThrow('lost');
  expect(await next).toBe(3);
});

it('keeps different keys apart', async () => {
  const shared = new SharedReads();
  const [one, other] = [shared.read('a', async () => 1), shared.read('b', async () => 2)];
  expect([await one, await other]).toEqual([1, 2]);
});
