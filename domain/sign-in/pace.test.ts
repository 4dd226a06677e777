import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerAfter } from './pace.ts';

const alone = (ofAccount: number) => answerAfter({ ofAccount, accountsFromAddress: 1 });

describe('the pace of answers to wrong passwords', () => {
  it('[AUTH-7] one account is answered slower with each failure, up to ten seconds', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map(alone)).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
    expect(alone(100_000)).toBe(10_000);
  });

  it('[AUTH-7] a room in which thirty people mistype once is not slowed down', () => {
    expect(answerAfter({ ofAccount: 1, accountsFromAddress: 30 })).toBe(alone(1));
  });

  it('[AUTH-7] an address that fails on ever more accounts is slowed down on each of them', () => {
    expect(answerAfter({ ofAccount: 1, accountsFromAddress: 31 })).toBeGreaterThan(alone(1));
    expect(answerAfter({ ofAccount: 1, accountsFromAddress: 200 })).toBe(10_000);
  });

  it('[AUTH-7] more failures never make an answer come sooner', () => {
    const count = fc.integer({ min: 1, max: 500 });
    fc.assert(
      fc.property(count, count, (ofAccount, accountsFromAddress) => {
        const now = answerAfter({ ofAccount, accountsFromAddress });
        expect(answerAfter({ ofAccount: ofAccount + 1, accountsFromAddress })).toBeGreaterThanOrEqual(now);
        expect(
          answerAfter({ ofAccount, accountsFromAddress: accountsFromAddress + 1 }),
        ).toBeGreaterThanOrEqual(now);
        expect(now).toBeLessThanOrEqual(10_000);
      }),
    );
  });
});
