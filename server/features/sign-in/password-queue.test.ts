import { expect, it } from 'vitest';
import { Refusal } from '#domain/errors.ts';
import { openHashThreads } from '#server/hashing/hash-threads.ts';
import { hashAtOnce } from '#server/hashing/password-hash.ts';
import { openRush } from '#server/rush.ts';
import { useStarted } from '#server/testing/use-started.ts';
import { openPasswordQueue } from './password-queue.ts';

const hashing = useStarted(
  async () => openHashThreads(1),
  (threads) => threads.close(),
);

const arrival = (account: string, arrivedAt: number) => ({
  account,
  network: '10.0.0.1',
  arrivedAt,
  evidence: { pair: { failures: 0, known: false, sitting: false }, network: { failed: 0, people: 0 } },
  answerBy: performance.now() + 20_000,
  sendBack: (seconds: number) => new Refusal('auth.queued', { seconds, ticket: 'ticket' }),
});

it('[SAFE-18] lets four sign in besides the passwords that are checked', async () => {
  const storedHash = await hashAtOnce('right');
  const passwords = openPasswordQueue({ hashing, rush: openRush(hashing) });
  const inside: number[] = [];
  const doors: (() => void)[] = [];
  const visit = (index: number, password = 'right') =>
    passwords.check(arrival(`student${index}`, index), { storedHash, password }, async () => {
      inside.push(index);
      await new Promise<void>((open) => doors.push(open));
      return index;
    });
  const visits = [1, 2, 3, 4, 5, 6, 7].map((index) => visit(index));
  await expect.poll(() => inside).toEqual([1, 2, 3, 4, 5]);
  // The thread is free: with a turn, the sixth password would be checked before this one and sign in.
  expect(await hashing.verify(storedHash, 'right')).toBe(true);
  await Promise.resolve();
  expect(inside).toEqual([1, 2, 3, 4, 5]);
  doors[0]?.();
  expect(await visits[0]).toBe(1);
  await expect.poll(() => inside).toEqual([1, 2, 3, 4, 5, 6]);
  doors[1]?.();
  await expect.poll(() => inside).toHaveLength(7);
  for (const open of doors) open();
  expect(await Promise.all(visits)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(await visit(8, 'wrong')).toBeUndefined();
  expect(inside).toHaveLength(7);
});
