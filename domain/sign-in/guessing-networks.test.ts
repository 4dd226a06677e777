import { describe, expect, it } from 'vitest';
import { accountsInOrder, attempt, clean, limits, work } from '#domain/testing/sign-in-attempts.ts';
import { type Evidence, signInQueue } from './sign-in-queue.ts';

describe('guesses from a network without successful sign-ins', () => {
  const hostile: Evidence = { ...clean, network: { failed: 20, people: 0 } };
  const guesses = (isPressed = false) => {
    const queue = signInQueue(limits, { ...work, isPressed: () => isPressed });
    for (let n = 0; n < 3; n += 1) queue.enter(attempt(`guess${n}`, '10.66.0.1', n), hostile);
    const first = queue.next(0);
    expect(first?.account).toBe('guess0');
    if (first) queue.done(first, 'wrong', 40);
    return queue;
  };

  it('[SAFE-18] are followed by a pause while no one else waits', () => {
    const queue = guesses();
    expect(queue.next(41)).toBeUndefined();
    expect(queue.pausedUntil).toBe(40 + (3 * 40) / work.atOnce);
    expect(queue.next(160)?.account).toBe('guess1');
  });

  it('[SAFE-18] are followed by a longer pause while many exams need the machine', () => {
    const queue = guesses(true);
    expect(queue.next(160)).toBeUndefined();
    expect(queue.pausedUntil).toBe(40 + (15 * 40) / work.atOnce);
    queue.enter(attempt('student', '10.1.0.1', 50), clean);
    expect(queue.next(161)?.account).toBe('student');
  });

  it('[SAFE-18] get a wait estimate that includes the pauses', () => {
    const queue = guesses();
    const ofHostile = queue.waitOf(attempt('guess9', '10.66.0.1', 9), hostile, 41);
    const elsewhere = { ...clean, network: { failed: 20, people: 3 } };
    expect(ofHostile).toBeGreaterThan(2 * queue.waitOf(attempt('guess9', '10.66.0.2', 9), elsewhere, 41));
  });

  it('[SAFE-18][AUTH-7] come after a typo on a network that does not only guess', () => {
    const queue = signInQueue(limits, work);
    for (let n = 0; n < 60; n += 1) queue.enter(attempt(`guess${n}`, `10.66.0.${n}`, n), hostile);
    const typo: Evidence = { pair: { ...clean.pair, failures: 1 }, network: { failed: 1, people: 0 } };
    const student = attempt('student', '10.1.0.1', 100);
    queue.enter(student, typo);
    const wait = queue.waitOf(student, typo, 0);
    expect(wait).toBeLessThan(queue.waitOf(attempt('guess70', '10.66.0.70', 70), hostile, 0) / 20);
    expect(queue.next(0)?.account).toBe('student');
  });

  it('[SAFE-18][AUTH-7] do not make a user with a typo wait for their pause', () => {
    const queue = guesses();
    const typo: Evidence = { pair: { ...clean.pair, failures: 1 }, network: { failed: 1, people: 0 } };
    queue.enter(attempt('student', '10.1.0.1', 50), typo);
    expect(queue.next(51)?.account).toBe('student');
  });

  it('[SAFE-18] do not make other users wait for that pause', () => {
    const queue = guesses();
    queue.enter(attempt('student', '10.1.0.1', 50), clean);
    expect(queue.next(51)?.account).toBe('student');
  });
});

describe('a network with successful sign-ins', () => {
  const network = (failed: number, people: number): Evidence => ({ ...clean, network: { failed, people } });
  /** Whether a guess from the network is followed by a pause. */
  const pausesAfter = (evidence: Evidence) => {
    const queue = signInQueue(limits, work);
    for (let n = 0; n < 2; n += 1) queue.enter(attempt(`guess${n}`, '10.66.0.1', n), evidence);
    const first = queue.next(0);
    if (first) queue.done(first, 'unknown', 40);
    return queue.next(41) === undefined;
  };

  it.each([
    [5, 0, false],
    [6, 0, true],
    [25, 1, false],
    [26, 1, true],
    [405, 20, false],
    [406, 20, true],
  ])(
    '[SAFE-18] after %i failed and %i successful accounts: pauses after a guess %s',
    (failed, people, paused) => {
      expect(pausesAfter(network(failed, people))).toBe(paused);
    },
  );

  it('[SAFE-18] that guesses anyway comes after a typo and before a network without successful sign-ins', () => {
    const queue = signInQueue(limits, work);
    const typo: Evidence = { pair: { ...clean.pair, failures: 1 }, network: { failed: 1, people: 0 } };
    const tries = [
      [attempt('of nobody', '10.66.0.1', 1), network(30, 0)],
      [attempt('of one', '10.66.0.2', 2), network(30, 1)],
      [attempt('typo', '10.1.0.1', 3), typo],
    ] as const;
    for (const [one, evidence] of tries) queue.enter(one, evidence);
    const waits = tries.map(([one, evidence]) => queue.waitOf(one, evidence, 0));
    expect(waits).toEqual(waits.toSorted((a, b) => b - a));
    expect(accountsInOrder(queue)).toEqual(['typo', 'of one', 'of nobody']);
  });

  it('[SAFE-18][AUTH-7] keeps the reserve for known accounts while it guesses', () => {
    const queue = signInQueue(limits, work);
    queue.enter(attempt('guess', '10.66.0.1', 1), network(30, 1));
    const known = { ...network(30, 1), pair: { ...clean.pair, known: true } };
    queue.enter(attempt('known', '10.66.0.1', 2), known);
    expect(accountsInOrder(queue)).toEqual(['known', 'guess']);
  });
});

describe('users who should retry and do not', () => {
  const suspect = (failed: number): Evidence => ({ ...clean, network: { failed, people: 0 } });
  const flooded = () => {
    const queue = signInQueue(limits, work);
    for (let n = 0; n < 30; n += 1) queue.expect(attempt(`absent${n}`, '10.66.0.1'), clean, 1e9);
    for (let n = 0; n < 12; n += 1) {
      queue.enter(attempt(`guess${n}`, '10.66.0.1'), suspect(n));
      const turn = queue.next(n * 300);
      if (turn) queue.done(turn, 'wrong', n * 300 + 20);
    }
    return queue;
  };

  it('[SAFE-18] delay no one once their network is suspect', () => {
    const queue = flooded();
    const right = Array.from({ length: 20 }, (_, n) => `right${n}`);
    for (const account of right) queue.enter(attempt(account), clean);
    expect(accountsInOrder(queue)).toEqual(right);
  });

  it('[SAFE-18] do not turn idle time into the duration of a turn', () => {
    const queue = flooded();
    for (const [account, at] of [
      ['one', 60_000],
      ['two', 200_000],
    ] as const) {
      queue.enter(attempt(account), clean);
      const turn = queue.next(at);
      expect(turn?.account).toBe(account);
      if (turn) queue.done(turn, 'right', at + 30);
    }
    expect(queue.waitOf(attempt('three'), clean, 201_000)).toBeLessThan(1000);
  });
});
