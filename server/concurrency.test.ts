import { describe, expect, it } from 'vitest';
import { inSequencePerKey, LineFull, type RoundRobin, roundRobin, runConcurrently } from './concurrency.ts';

it('[SAFE-18] a crowd from one network does not delay another: networks take turns, one lookup at a time', async () => {
  const rotation = roundRobin();
  const order: string[] = [];
  let running = 0;
  const work = (name: string) => async () => {
    running += 1;
    expect(running).toBe(1);
    await Promise.resolve();
    order.push(name);
    running -= 1;
    if (name === 'guess 2') throw new Error('refused');
  };
  const guesses = [1, 2, 3, 4].map((n) => rotation('172.16.0.1', work(`guess ${n}`)));
  const rights = [1, 2].map((n) => rotation('10.1.0.1', work(`right ${n}`)));
  const settled = await Promise.allSettled([...guesses, ...rights]);
  expect(order).toEqual(['guess 1', 'guess 2', 'right 1', 'guess 3', 'right 2', 'guess 4']);
  expect(settled.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, true, true, true]);
  await rotation('10.1.0.1', work('later'));
  expect(order.at(-1)).toBe('later');
});

describe('a line with limits', () => {
  const done = async () => 'done';
  /** Sends one task of each network while another one runs, then returns what became of them. */
  async function sentWhileBusy(rotation: RoundRobin, networks: readonly string[]) {
    let letGo = () => {};
    const first = rotation(
      'busy',
      () =>
        new Promise<void>((resolve) => {
          letGo = resolve;
        }),
    );
    const sent = networks.map((network) =>
      rotation(network, done).catch((error: unknown) => (error instanceof LineFull ? 'full' : error)),
    );
    letGo();
    await first;
    return Promise.all(sent);
  }

  it('[SAFE-17] takes no more tasks per network and in all, and again when it is shorter', async () => {
    const rotation = roundRobin({ perKey: 2, total: 4 });
    const networks = ['172.16.0.1', '172.16.0.1', '172.16.0.1', '10.1.0.1', '10.2.0.1', '10.3.0.1'];
    const became = await sentWhileBusy(rotation, networks);
    expect(became.filter((one) => one === 'done')).toHaveLength(4);
    expect(became[2]).toBe('full');
    expect(await sentWhileBusy(rotation, ['10.1.0.1', '10.2.0.1'])).toEqual(['done', 'done']);
    expect(await sentWhileBusy(rotation, ['1', '2', '3', '4', '5'])).toEqual([
      ...Array(4).fill('done'),
      'full',
    ]);
  });

  it('[SAFE-18] that guesses fill has room for another network', async () => {
    const rotation = roundRobin({ perKey: 3, total: 4 });
    const guesses = ['172.16.0.1', '172.16.0.1', '172.16.0.1', '172.16.0.2'];
    expect(await sentWhileBusy(rotation, [...guesses, '10.1.0.1'])).toEqual([
      'done',
      'done',
      'full',
      'done',
      'done',
    ]);
  });
});

it('[SAFE-10] a waiting task starts in whichever place is free first', async () => {
  const run = runConcurrently(2);
  const ends: (() => void)[] = [];
  const started: number[] = [];
  const task = (n: number) =>
    run(() => {
      started.push(n);
      return new Promise<void>((resolve, reject) => {
        ends[n] = n === 1 ? () => reject(new Error('failed')) : resolve;
      });
    }).catch(() => {});
  const tasks = [0, 1, 2, 3].map(task);
  expect(started).toEqual([0, 1]);
  ends[1]?.();
  await tasks[1];
  expect(started).toEqual([0, 1, 2]);
  ends[2]?.();
  await tasks[2];
  expect(started).toEqual([0, 1, 2, 3]);
  for (const end of ends) end();
  await Promise.all(tasks);
  expect(await run(async () => 'later')).toBe('later');
});

it('[SAFE-17] reads one person’s files one at a time, also after one failed, in parallel with others’', async () => {
  const ofPerson = inSequencePerKey();
  const begun: string[] = [];
  const letGo: (() => void)[] = [];
  const work = (name: string) => async () => {
    begun.push(name);
    await new Promise<void>((resolve, reject) => {
      letGo.push(() => (name === 'a1' ? reject(new Error('unreadable')) : resolve()));
    });
  };
  const failed = expect(ofPerson(1, work('a1'))).rejects.toThrow('unreadable');
  const second = ofPerson(1, work('a2'));
  const other = ofPerson(2, work('b1'));
  await expect.poll(() => begun).toEqual(['a1', 'b1']);
  letGo[0]?.();
  await failed;
  await expect.poll(() => begun).toEqual(['a1', 'b1', 'a2']);
  for (const release of letGo.slice(1)) release();
  await Promise.all([second, other]);
});
