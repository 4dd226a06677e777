import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withLock } from './lock.mjs';

const UNUSED_PID = 2 ** 22 + 1;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exam-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('runs one holder at a time and removes the lock file', async () => {
  let inside = 0;
  let peak = 0;
  const work = async () => {
    inside += 1;
    peak = Math.max(peak, inside);
    await pause(20);
    inside -= 1;
  };
  await Promise.all([1, 2, 3].map(() => withLock(folder, 'install', work)));
  expect(peak).toBe(1);
  expect(await readdir(folder)).toEqual([]);
});

it('is released after a failure', async () => {
  const failing = withLock(folder, 'install', () => Promise.reject(new Error('no network')));
  await expect(failing).rejects.toThrow('no network');
  expect(await withLock(folder, 'install', async () => 'done')).toBe('done');
});

it('is taken over from a dead holder', async () => {
  await writeFile(join(folder, 'install.lock'), String(UNUSED_PID));
  expect(await withLock(folder, 'install', async () => 'done')).toBe('done');
});

it('is respected while a process of the dead holder still runs', async () => {
  await writeFile(join(folder, 'install.lock'), `${UNUSED_PID} ${process.pid}`);
  const order: string[] = [];
  const waiting = withLock(
    folder,
    'install',
    async () => order.push('worked'),
    () => {
      order.push('waited');
      void rm(join(folder, 'install.lock'));
    },
  );
  await waiting;
  expect(order).toEqual(['waited', 'worked']);
});
