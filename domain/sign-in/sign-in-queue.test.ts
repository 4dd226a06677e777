import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Attempt, type Evidence, signInQueue } from './sign-in-queue.ts';

const clean: Evidence = {
  pair: { failures: 0, known: false, sitting: false },
  network: { failed: 0, people: 0 },
};
const pair = (more: Partial<Evidence['pair']>): Evidence => ({ ...clean, pair: { ...clean.pair, ...more } });
/** Before any measurement, one turn every ten milliseconds is expected. */
const work = { atOnce: 1.3, milliseconds: 10 };
const limits = { waiting: 1000, ofPair: 8, expected: 1000 };

let clock = 0;
const attempt = (account: string, network = '10.0.0.1', arrivedAt = ++clock): Attempt => ({
  account,
  network,
  arrivedAt,
});
const accountsInOrder = (queue: ReturnType<typeof signInQueue>) => {
  const order: string[] = [];
  for (let next = queue.next(0); next; next = queue.next(0)) {
    order.push(next.account);
    queue.done(next, 'unknown', 0);
  }
  return order;
};

describe('the order of turns', () => {
  it('[SAFE-18] in the reserve is the order of arrival, whatever the network', () => {
    const queue = signInQueue(limits, work);
    const late = attempt('late', '10.0.0.2', 30);
    queue.enter(late, clean);
    queue.enter(attempt('first', '10.0.0.1', 10), clean);
    queue.enter(attempt('second', '10.0.0.3', 20), clean);
    expect(accountsInOrder(queue)).toEqual(['first', 'second', 'late']);
  });

  it('[AUTH-7] gives one account from one network one turn at a time', () => {
    const queue = signInQueue(limits, work);
    for (let n = 0; n < 4; n += 1) queue.enter(attempt('hammered'), clean);
    queue.enter(attempt('other'), clean);
    const first = queue.next(0);
    expect([first?.account, queue.next(0)?.account, queue.next(0)]).toEqual(['hammered', 'other', undefined]);
    if (first) queue.done(first, 'unknown', 0);
    expect(queue.next(0)?.account).toBe('hammered');
  });

  it('[AUTH-7] within one account the first attempt keeps its place and the newest follows it', () => {
    const queue = signInQueue(limits, work);
    const tries = ['first', 'second', 'newest'].map((name) => ({ ...attempt('hammered'), name }));
    for (const one of tries) queue.enter(one, clean);
    const order = [];
    for (let next = queue.next(0); next; next = queue.next(0)) {
      order.push(tries.find((one) => one === next)?.name);
      queue.done(next, 'unknown', 0);
    }
    expect(order).toEqual(['first', 'newest', 'second']);
  });

  it('[SAFE-18] puts a pair that failed recently after the others, with one turn in eight', () => {
    const queue = signInQueue(limits, work);
    for (let n = 0; n < 3; n += 1) queue.enter(attempt(`guess${n}`, `172.16.0.${n}`), pair({ failures: 1 }));
    for (let n = 0; n < 16; n += 1) queue.enter(attempt(`student${n}`), clean);
    const order = accountsInOrder(queue);
    expect(order.flatMap((name, index) => (name.startsWith('guess') ? [index] : []))).toEqual([7, 15, 18]);
  });

  it('[SAFE-18] never serves a failed pair earlier than the order of arrival', () => {
    const queue = signInQueue(limits, work);
    for (let n = 0; n < 20; n += 1) queue.enter(attempt(`student${n}`), clean);
    queue.enter(attempt('mistyped', '10.0.0.2'), pair({ failures: 1 }));
    expect(accountsInOrder(queue).at(-1)).toBe('mistyped');
  });

  it('[SAFE-18] outside the reserve alternates between networks', () => {
    const queue = signInQueue(limits, work);
    for (let n = 0; n < 5; n += 1) queue.enter(attempt(`flood${n}`, '172.16.0.1'), pair({ failures: 1 }));
    queue.enter(attempt('mistyped', '10.0.0.1'), pair({ failures: 1 }));
    expect(accountsInOrder(queue).indexOf('mistyped')).toBeLessThanOrEqual(1);
  });

  it('[AUTH-7] a student who is taking an exam keeps the reserve despite mistakes', () => {
    const queue = signInQueue(limits, work);
    queue.enter(attempt('sitting', '10.0.0.1', 1), pair({ failures: 3, sitting: true }));
    for (let n = 0; n < 3; n += 1) queue.enter(attempt(`student${n}`, '10.0.0.2', n + 2), clean);
    expect(accountsInOrder(queue)[0]).toBe('sitting');
  });

  it('[AUTH-7] a network that failed on many accounts loses the reserve, except for accounts it knows', () => {
    const queue = signInQueue(limits, work);
    const network = { failed: 6, people: 0 };
    queue.enter(attempt('stranger', '10.0.0.1', 1), { ...clean, network });
    queue.enter(attempt('student', '10.0.0.2', 2), clean);
    queue.enter(attempt('known', '10.0.0.1', 3), { pair: { ...clean.pair, known: true }, network });
    expect(accountsInOrder(queue)).toEqual(['student', 'known', 'stranger']);
  });

  it('[AUTH-7] a room of 200 with about as many typos as sign-ins keeps the reserve', () => {
    const queue = signInQueue(limits, work);
    queue.enter(attempt('of the room', '10.0.0.1', 1), { ...clean, network: { failed: 35, people: 30 } });
    queue.enter(attempt('elsewhere', '10.0.0.2', 2), clean);
    expect(accountsInOrder(queue)).toEqual(['of the room', 'elsewhere']);
  });

  it('[SAFE-18] failures move the waiting attempts of their network behind all others', () => {
    const queue = signInQueue(limits, work);
    for (let n = 0; n < 20; n += 1) queue.enter(attempt(`guess${n}`, '172.16.0.1'), clean);
    queue.enter(attempt('student', '10.0.0.1'), clean);
    const order: string[] = [];
    for (let next = queue.next(0); next; next = queue.next(0)) {
      order.push(next.account);
      queue.done(next, next.account === 'student' ? 'right' : 'wrong', 0);
    }
    expect(order.indexOf('student')).toBeLessThanOrEqual(7);
  });
});

describe('the queue’s capacity', () => {
  it('[AUTH-7] displaces failed pairs first, then the newest attempts', () => {
    const queue = signInQueue({ ...limits, waiting: 2 }, work);
    const [guess, student] = [attempt('guess', '172.16.0.1'), attempt('student')];
    queue.enter(guess, pair({ failures: 1 }));
    queue.enter(student, clean);
    expect(queue.enter(attempt('another'), clean)).toBe(guess);
    const last = attempt('last');
    expect(queue.enter(last, clean)).toBe(last);
    expect(queue.waiting).toBe(2);
  });

  it('[AUTH-7] is small for one account; its oldest attempt except the first is displaced', () => {
    const queue = signInQueue({ ...limits, ofPair: 3 }, work);
    const tries = [1, 2, 3, 4].map(() => attempt('hammered'));
    const displaced = tries.map((one) => queue.enter(one, clean));
    expect(displaced).toEqual([undefined, undefined, undefined, tries[1]]);
  });
});

describe('an estimate', () => {
  const waitAfter = (others: readonly [Attempt, Evidence][], mine: Attempt, evidence = clean) => {
    const queue = signInQueue(limits, work);
    for (const [other, of] of others) queue.enter(other, of);
    return queue.waitOf(mine, evidence, 0);
  };
  const many = (count: number, network: (n: number) => string, evidence = clean): [Attempt, Evidence][] =>
    Array.from({ length: count }, (_, n) => [attempt(`a${n}`, network(n), n), evidence]);

  it('[SAFE-18] counts everyone who arrived before and no one who arrived after', () => {
    const others = many(100, (n) => `10.0.1.${n}`);
    expect(waitAfter(others, attempt('me', '10.0.0.9', 1000))).toBe(1010);
    expect(waitAfter(others, attempt('me', '10.0.0.9', 49.5))).toBe(510);
  });

  it('[SAFE-18] counts attempts that must retry until they expire', () => {
    const queue = signInQueue(limits, work);
    for (let n = 0; n < 50; n += 1) queue.expect(attempt(`a${n}`, `10.0.1.${n}`, n), clean, 60_000);
    const me = attempt('me', '10.0.0.9', 1000);
    expect([queue.waitOf(me, clean, 59_999), queue.waitOf(me, clean, 60_000)]).toEqual([510, 10]);
  });

  it('[SAFE-18] counts an attempt that came back only once', () => {
    const queue = signInQueue(limits, work);
    const back = attempt('back', '10.0.1.1', 1);
    queue.expect(back, clean, 60_000);
    queue.enter(back, clean);
    expect(queue.waitOf(attempt('me', '10.0.0.9', 2), clean, 0)).toBe(20);
  });

  it('[SAFE-18] counts only a few of a crowd without any successful sign-in', () => {
    const crowd = many(500, () => '172.16.0.1');
    expect(waitAfter(crowd, attempt('me', '10.0.0.9', 1000))).toBe(60);
    expect(waitAfter(crowd, attempt('me', '172.16.0.1', 1000))).toBe(5010);
    const room = many(500, () => '10.0.0.1', { ...clean, network: { failed: 0, people: 200 } });
    expect(waitAfter(room, attempt('me', '10.0.0.9', 1000))).toBe(5010);
  });

  it('[SAFE-18] follows the measured pace while others wait', () => {
    const queue = signInQueue(limits, work);
    for (const [other, of] of many(400, (n) => `10.0.${n % 9}.${n}`)) queue.enter(other, of);
    for (let n = 1; n <= 200; n += 1) {
      const next = queue.next(0);
      if (next) queue.done(next, 'unknown', n * 40);
    }
    const wait = queue.waitOf(attempt('me', '10.0.0.9', 1000), clean, 0);
    expect(wait).toBeGreaterThan(0.95 * 201 * 40);
    expect(wait).toBeLessThan(1.05 * 201 * 40);
  });
});

describe('for any sequence of events', () => {
  type Step =
    | { do: 'enter'; account: number; network: number; failures: number }
    | { do: 'next' }
    | { do: 'done'; outcome: 'right' | 'wrong' | 'unknown' }
    | { do: 'leave'; which: number };
  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('enter' as const),
        account: fc.nat(5),
        network: fc.nat(3),
        failures: fc.nat(2),
      }),
    },
    { weight: 2, arbitrary: fc.constant({ do: 'next' as const }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('done' as const),
        outcome: fc.constantFrom('right' as const, 'wrong' as const, 'unknown' as const),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const), which: fc.nat(20) }) },
  );

  it('[SAFE-18] every attempt is served, sent back or dropped exactly once, and the queue stays within its limits', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const queue = signInQueue<Attempt & { id: number }>({ waiting: 7, ofPair: 3, expected: 5 }, work);
        const waiting = new Set<Attempt & { id: number }>();
        const serving: (Attempt & { id: number })[] = [];
        let id = 0;
        const take = () => {
          const next = queue.next(0);
          if (!next) return false;
          expect(waiting.delete(next)).toBe(true);
          const same = (other: Attempt) => other.account === next.account && other.network === next.network;
          expect(serving.some(same)).toBe(false);
          serving.push(next);
          return true;
        };
        const enter = (account: string, network: string, failures: number) => {
          id += 1;
          const entry = { id, account, network, arrivedAt: id };
          waiting.add(entry);
          const displaced = queue.enter(entry, pair({ failures }));
          expect(displaced === undefined || waiting.delete(displaced)).toBe(true);
        };
        const leave = (which: number) => {
          const gone = [...waiting][which];
          const left = gone !== undefined && queue.leave(gone);
          expect(left).toBe(gone !== undefined && waiting.delete(gone));
        };
        for (const one of steps) {
          if (one.do === 'enter') enter(`a${one.account}`, `n${one.network}`, one.failures);
          else if (one.do === 'next') take();
          else if (one.do === 'done') {
            const ended = serving.shift();
            if (ended) queue.done(ended, one.outcome, id);
          } else leave(one.which);
          expect(queue.waiting).toBe(waiting.size);
          expect(waiting.size).toBeLessThanOrEqual(7);
        }
        while (serving.length > 0 || take()) {
          const ended = serving.shift();
          if (ended) queue.done(ended, 'unknown', id);
        }
        expect(waiting.size).toBe(0);
      }),
    );
  });
});

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
