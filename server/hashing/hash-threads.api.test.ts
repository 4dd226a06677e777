import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { pathToFileURL } from 'node:url';
import { hash } from '@node-rs/argon2';
import { afterAll, describe, expect, it } from 'vitest';
import { projectRoot } from '#server/project-root.ts';
import { openHashThreads } from './hash-threads.ts';
import { hashAtOnce, meetsMinimum } from './password-hash.ts';

const threads = openHashThreads(2);
afterAll(() => threads.close());

describe('the hash of a password', () => {
  it('[SAFE-11] is argon2id, matches only its password, and is salted', async () => {
    const [one, other] = await Promise.all([threads.hash('open sesame!'), threads.hash('open sesame!')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$/);
    expect(one).not.toBe(other);
    expect(await threads.verify(one, 'open sesame!')).toBe(true);
    expect(await threads.verify(one, 'open sesame')).toBe(false);
  });

  it('[SAFE-11] made with other parameters still verifies', async () => {
    const older = await hash('open sesame!', { memoryCost: 19_456, timeCost: 2 });
    expect([await threads.verify(older, 'open sesame!'), await threads.verify(older, 'x')]).toEqual([
      true,
      false,
    ]);
  });

  it('that is malformed fails only its own check', async () => {
    await expect(threads.verify('no hash at all', 'x')).rejects.toThrow();
    expect(await threads.verify(await hashAtOnce('x'), 'x')).toBe(true);
  });

  it.each([
    ['m=7168,t=5', true],
    ['m=19456,t=2', true],
    ['m=47104,t=1', true],
    ['m=65536,t=3', true],
    ['m=7168,t=4', false],
    ['m=19455,t=2', false],
    ['m=8,t=1', false],
  ])('[SAFE-11] with %s is strong enough: %s', (parameters, enough) => {
    expect(meetsMinimum(`$argon2id$v=19$${parameters},p=1$c2FsdA$aGFzaA`)).toBe(enough);
    expect(meetsMinimum(`$argon2i$v=19$${parameters},p=1$c2FsdA$aGFzaA`)).toBe(false);
  });

  it('[SAFE-18] many at once count as a rush until done; a few do not', async () => {
    const hash = await hashAtOnce('x');
    const check = () => threads.verify(hash, 'x');
    await Promise.all([check(), check()]);
    expect(threads.isRush()).toBe(false);
    let going = true;
    const people = Array.from({ length: 4 }, async () => {
      while (going) await check();
    });
    await expect.poll(threads.isRush).toBe(true);
    going = false;
    await Promise.all(people);
    await expect.poll(threads.isRush).toBe(false);
  });
});

describe.skipIf(process.platform !== 'linux')('the process that hashes', () => {
  /** The processes that hash for a parent, with their session and niceness. */
  async function hashProcessesOf(parent: number) {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const all = await Promise.all(
      pids.map(async (pid) => {
        const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
        const [state, ppid, , session, ...others] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
        const isOurs = Number(ppid) === parent && state !== 'Z' && command.includes('hash-process');
        return isOurs ? [{ pid: Number(pid), session: Number(session), nice: Number(others[12]) }] : [];
      }),
    );
    return all.flat();
  }
  async function openOne() {
    const others = (await hashProcessesOf(process.pid)).map(({ pid }) => pid);
    const opened = openHashThreads(1);
    const stored = await opened.hash('open sesame!');
    const find = async () => (await hashProcessesOf(process.pid)).filter(({ pid }) => !others.includes(pid));
    return { opened, stored, find };
  }
  const isRunning = (pid: number) =>
    readFile(`/proc/${pid}/stat`, 'utf8').then((stat) => !stat.includes(') Z '));

  it('[SAFE-18] leads a session of its own, whose priority is lower than that of saves', async () => {
    const { opened, find } = await openOne();
    const [{ pid = 0, session, nice } = {}] = await find();
    expect({ session, nice }).toEqual({ session: pid, nice: getPriority() + 5 });
    const group = () => readFile(`/proc/${pid}/autogroup`, 'utf8').catch(() => 'nice 5');
    await expect.poll(group).toContain('nice 5');
    await opened.close();
    expect(await find()).toEqual([]);
  });

  it('[SAFE-18] is replaced when it dies: its check fails, the next ones succeed', async () => {
    const { opened, stored, find } = await openOne();
    const [{ pid = 0 } = {}] = await find();
    const checks = Array.from({ length: 3 }, () => opened.verify(stored, 'open sesame!'));
    process.kill(pid, 'SIGKILL');
    expect((await Promise.allSettled(checks)).map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(await opened.verify(stored, 'something else')).toBe(false);
    await opened.close();
  });

  it('ends when its parent is killed', async () => {
    const module = pathToFileURL(new URL('./hash-threads.ts', import.meta.url).pathname).href;
    const program = `import('${module}').then(async ({ openHashThreads }) => {
      await openHashThreads(1).hash('x');
      console.log('ready');
      setInterval(() => {}, 1000);
    })`;
    const parent = spawn(process.execPath, ['--import', 'tsx', '-e', program], { cwd: projectRoot });
    try {
      await Promise.race([once(parent.stdout, 'data'), once(parent, 'exit')]);
      const [{ pid = 0 } = {}] = await hashProcessesOf(parent.pid ?? 0);
      expect(await isRunning(pid)).toBe(true);
      parent.kill('SIGKILL');
      await expect.poll(() => isRunning(pid).catch(() => false)).toBe(false);
    } finally {
      parent.kill('SIGKILL');
    }
  });
});
