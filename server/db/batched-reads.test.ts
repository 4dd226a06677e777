import { expect, it } from 'vitest';
import { BatchedReads } from './batched-reads.ts';

/** Reads that end when the test says so, with the keys of each. */
function slowReads() {
  const ends: (() => void)[] = [];
  const batches: (readonly number[])[] = [];
  let version = 1;
  const reads = new BatchedReads<number, string>((keys) => {
    batches.push(keys);
    const seen = version;
    return new Promise((resolve) =>
      ends.push(() =>
        resolve(new Map(keys.filter((key) => key < 900).map((key) => [key, `${key} v${seen}`]))),
      ),
    );
  });
  return {
    reads,
    batches,
    change: () => {
      version += 1;
    },
    endNext: async () => {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

it('reads all keys that were asked for meanwhile at once, and never a state older than the request', async () => {
  const { reads, batches, change, endNext } = slowReads();
  const first = reads.read(1);
  change();
  const crowd = [2, 3, 2, 1].map((key) => reads.read(key));
  await endNext();
  await endNext();
  expect(await first).toBe('1 v1');
  expect(await Promise.all(crowd)).toEqual(['2 v2', '3 v2', '2 v2', '1 v2']);
  expect(batches).toEqual([[1], [2, 3, 1]]);
});

it('has no value for a key that is not there', async () => {
  const { reads, endNext } = slowReads();
  const missing = reads.read(999);
  await endNext();
  expect(await missing).toBeUndefined();
});

it('fails only for those who shared a failed read, and reads again', async () => {
  let isDown = true;
  const reads = new BatchedReads<number, string>(async (keys) => {
    if (isDown) throw new Error('lost');
    return new Map(keys.map((key) => [key, 'here']));
  });
  await expect(reads.read(1)).rejects.toThrow('lost');
  isDown = false;
  expect(await reads.read(1)).toBe('here');
});

it('reads a very large crowd in several statements', async () => {
  const { reads, batches, endNext } = slowReads();
  const first = reads.read(1);
  const crowd = Array.from({ length: 450 }, (_, key) => reads.read(key));
  for (let batch = 0; batch < 4; batch += 1) await endNext();
  await Promise.all([first, ...crowd]);
  expect(batches.map(({ length }) => length)).toEqual([1, 200, 200, 50]);
});
