import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openConcurrencyLimiter } from './concurrency-limiter.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const limits = {
  perPerson: 2,
  total: 3,
  totalInRush: 1,
  waitSeconds: 8,
  maxWaiting: 3,
  maxWaitingPerPerson: 2,
};

/** Records who has entered, in order, with their functions to leave. */
function stage(isRush = () => false) {
  const limiter = openConcurrencyLimiter(limits, isRush);
  const inside: string[] = [];
  const leave = new Map<string, () => void>();
  const refused: string[] = [];
  return {
    inside,
    refused,
    leave: (name: string) => leave.get(name)?.(),
    enter: async (person: number, name: string) => {
      await limiter.enter(person).then(
        (left) => {
          inside.push(name);
          leave.set(name, left);
        },
        (error: { code: string; params: unknown }) => refused.push(`${name} ${error.code}`),
      );
    },
  };
}
const settled = () => vi.advanceTimersByTimeAsync(0);

describe('a concurrency limiter', () => {
  it('[SAFE-18] admits two calls of one person and lets the next person pass a waiting one', async () => {
    const { enter, leave, inside } = stage();
    for (const name of ['a1', 'a2', 'a3']) void enter(1, name);
    void enter(2, 'b1');
    await settled();
    expect(inside).toEqual(['a1', 'a2', 'b1']);
    leave('b1');
    await settled();
    expect(inside).toEqual(['a1', 'a2', 'b1']);
    leave('a1');
    leave('a1');
    await settled();
    expect(inside).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('[SAFE-18] limits concurrent calls in total and admits the rest in order', async () => {
    const { enter, leave, inside } = stage();
    for (const person of [1, 2, 3, 4, 5]) void enter(person, `p${person}`);
    await settled();
    expect(inside).toEqual(['p1', 'p2', 'p3']);
    leave('p2');
    await settled();
    leave('p1');
    await settled();
    expect(inside).toEqual(['p1', 'p2', 'p3', 'p4', 'p5']);
  });

  it('[SAFE-18] refuses a caller after the wait limit or when the line is full, without losing a turn', async () => {
    const { enter, leave, inside, refused } = stage();
    for (const person of [1, 2, 3, 4, 5, 6, 7]) void enter(person, `p${person}`);
    await settled();
    expect(refused).toEqual(['p7 request.tooMany']);
    await vi.advanceTimersByTimeAsync(8_000);
    expect(refused.slice(1)).toEqual(['p4 request.tooMany', 'p5 request.tooMany', 'p6 request.tooMany']);
    leave('p1');
    void enter(8, 'p8');
    void enter(9, 'p9');
    await settled();
    expect(inside).toEqual(['p1', 'p2', 'p3', 'p8']);
  });

  it('[SAFE-18] admits fewer during a rush, and the rest once it is over', async () => {
    let rush = true;
    const { enter, leave, inside } = stage(() => rush);
    for (const person of [1, 2, 3, 4]) void enter(person, `p${person}`);
    await settled();
    expect(inside).toEqual(['p1']);
    leave('p1');
    await settled();
    expect(inside).toEqual(['p1', 'p2']);
    rush = false;
    leave('p2');
    await settled();
    expect(inside).toEqual(['p1', 'p2', 'p3', 'p4']);
  });

  it('[SAFE-18] limits waiting calls per person, so others still find room in the line', async () => {
    const { enter, refused } = stage();
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void enter(1, name);
    for (const person of [2, 3, 4]) void enter(person, `p${person}`);
    await settled();
    expect(refused).toEqual(['a5 request.tooMany', 'p4 request.tooMany']);
  });

  it('[SAFE-18] looks at none of the calls that cannot enter, however many wait', async () => {
    const isRush = vi.fn(() => false);
    const { enter } = openConcurrencyLimiter(
      { ...limits, maxWaiting: 10_000, maxWaitingPerPerson: 10_000 },
      isRush,
    );
    const [, , other] = await Promise.all([1, 1, 2].map((person) => enter(person)));
    for (let call = 0; call < 1000; call += 1) enter(1).catch(() => {});
    isRush.mockClear();
    other?.();
    await enter(2);
    expect(isRush.mock.calls.length).toBeLessThan(10);
  });

  it('[SAFE-18] serves who waits for their first turn before further calls of a person at the limit', async () => {
    const { enter, leave, inside } = stage();
    for (const name of ['a1', 'a2']) void enter(1, name);
    void enter(2, 'b1');
    for (const name of ['a3', 'a4']) void enter(1, name);
    void enter(3, 'c1');
    await settled();
    for (const name of ['a1', 'a2', 'b1']) leave(name);
    await settled();
    expect(inside).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4']);
  });
});
