import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { responseDelay } from './pace.ts';

const alone = (ofAccount: number) => responseDelay({ ofAccount, accountsFromAddress: 1 });

describe('the delay after wrong passwords', () => {
  it('[AUTH-7] grows with each failure of an account, up to ten seconds', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map(alone)).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
    expect(alone(100_000)).toBe(10_000);
  });

  it('[AUTH-7] does not slow down a room in which thirty people mistype once', () => {
    expect(responseDelay({ ofAccount: 1, accountsFromAddress: 30 })).toBe(alone(1));
  });

  it('[AUTH-7] slows down every account of an address that fails on more and more accounts', () => {
    expect(responseDelay({ ofAccount: 1, accountsFromAddress: 31 })).toBeGreaterThan(alone(1));
    expect(responseDelay({ ofAccount: 1, accountsFromAddress: 200 })).toBe(10_000);
  });

  it('[AUTH-7] never shrinks with more failures', () => {
    const count = fc.integer({ min: 1, max: 500 });
    fc.assert(
      fc.property(count, count, (ofAccount, accountsFromAddress) => {
        const now = responseDelay({ ofAccount, accountsFromAddress });
        expect(responseDelay({ ofAccount: ofAccount + 1, accountsFromAddress })).toBeGreaterThanOrEqual(now);
        expect(
          responseDelay({ ofAccount, accountsFromAddress: accountsFromAddress + 1 }),
        ).toBeGreaterThanOrEqual(now);
        expect(now).toBeLessThanOrEqual(10_000);
      }),
    );
  });
});
