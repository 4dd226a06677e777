import { expect, it } from 'vitest';
import { Refusal } from '#domain/errors.ts';
import { openHashThreads } from '#server/hashing/hash-threads.ts';
import { hashAtOnce } from '#server/hashing/password-hash.ts';
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

it('[SAFE-18] limits concurrent sign-ins to one more than there are hash threads', async () => {
  const kept = await hashAtOnce('right');
  const passwords = openPasswordQueue({ hashing });
  const inside: string[] = [];
  const doors: (() => void)[] = [];
  const visit = (account: string, index: number, password = 'right') =>
    passwords.check(arrival(account, index), { kept, password }, async () => {
      inside.push(account);
      await new Promise<void>((open) => doors.push(open));
      return account;
    });
  const visits = ['first', 'second', 'third', 'fourth'].map((account, index) => visit(account, index));
  await expect.poll(() => inside).toEqual(['first', 'second']);
  // The thread is free: with a turn, the third password would be checked before this one and sign in.
  expect(await hashing.verify(kept, 'right')).toBe(true);
  await Promise.resolve();
  expect(inside).toEqual(['first', 'second']);
  doors[0]?.();
  expect(await visits[0]).toBe('first');
  await expect.poll(() => inside).toEqual(['first', 'second', 'third']);
  doors[1]?.();
  await expect.poll(() => inside).toHaveLength(4);
  for (const open of doors) open();
  expect(await Promise.all(visits)).toEqual(['first', 'second', 'third', 'fourth']);
  expect(await visit('fifth', 5, 'wrong')).toBeUndefined();
  expect(inside).toHaveLength(4);
});
