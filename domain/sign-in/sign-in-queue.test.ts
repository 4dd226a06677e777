import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountsInOrder, attempt, clean, limits, pair, work } from '#domain/testing/sign-in-attempts.ts';
import { type Attempt, type Evidence, signInQueue } from './sign-in-queue.ts';

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
