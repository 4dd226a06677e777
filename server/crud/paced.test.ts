import { describe, expect, it } from 'vitest';
import { paceOf } from './paced.ts';

/** How often other work ran during ten busy steps. */
async function turnsOfOthers(others: 'calm' | 'busy' | 'rush'): Promise<number> {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  const pace = paceOf({ isRush: () => others === 'rush', areExamsBusy: () => others === 'busy' });
  for (let step = 0; step < 10; step += 1) {
    const done = await pace(async () => {
      const until = performance.now() + 5;
      while (performance.now() < until);
      return step;
    });
    expect(done).toBe(step);
  }
  clearInterval(timer);
  return turns;
}

describe('long work in steps', () => {
  it('[SAFE-18] yields most of the time in a rush, and half of it while exams are busy', async () => {
    const calm = await turnsOfOthers('calm');
    expect(calm).toBeGreaterThan(0);
    const busy = await turnsOfOthers('busy');
    expect(busy).toBeGreaterThan(calm);
    expect(await turnsOfOthers('rush')).toBeGreaterThan(2 * busy);
  });
});
