import { describe, expect, it } from 'vitest';
import { paceOf } from './paced.ts';

/** How often other work ran during ten busy steps. */
async function turnsOfOthers(isRush: boolean): Promise<number> {
  let turns = 0;
  const others = setInterval(() => {
    turns += 1;
  }, 1);
  const pace = paceOf(() => isRush);
  for (let step = 0; step < 10; step += 1) {
    const done = await pace(async () => {
      const until = performance.now() + 5;
      while (performance.now() < until);
      return step;
    });
    expect(done).toBe(step);
  }
  clearInterval(others);
  return turns;
}

describe('long work in steps', () => {
  it('[SAFE-18] yields most of the time in a rush', async () => {
    const calm = await turnsOfOthers(false);
    expect(calm).toBeGreaterThan(0);
    expect(await turnsOfOthers(true)).toBeGreaterThan(2 * calm);
  });
});
