import { describe, expect, it } from 'vitest';
import { hostileNetworks } from './hostile-networks.ts';

const pair = { failures: 0, known: false, sitting: false };
const read = (failed: number, people: number) => ({ pair, network: { failed, people }, now: 5_000_000 });

describe('hostile networks', () => {
  it('[SAFE-18] are cached briefly, with an advancing clock', () => {
    let time = 1000;
    const hostile = hostileNetworks(() => time);
    hostile.note('172.16.0.1', read(20, 0));
    time += 1000;
    expect(hostile.evidenceOf('172.16.0.1')).toEqual({ ...read(20, 0), now: 6_000_000 });
    expect(hostile.evidenceOf('172.16.0.2')).toBeUndefined();
    time += 5000;
    expect(hostile.evidenceOf('172.16.0.1')).toBeUndefined();
  });

  it.each([
    ['somebody got in from there, whom the database knows', 60, 1],
    ['few failed', 3, 0],
  ])('[SAFE-18] are not cached when %s', (_why, failed, people) => {
    const hostile = hostileNetworks();
    hostile.note('172.16.0.1', read(20, 0));
    hostile.note('172.16.0.1', read(failed, people));
    expect(hostile.evidenceOf('172.16.0.1')).toBeUndefined();
  });
});
