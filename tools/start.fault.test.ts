import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { livePostmaster } from '#server/db/embedded-postmaster.ts';
import { freePort } from '#server/db/free-port.ts';
import { serverProcess } from '#server/testing/embedded-databases.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { ROOT } from './install.mjs';

/** One folder for all tests, so that the database and its demo are created once, by the first. */
let dataDir: string;
let port: number;
let command: ChildProcess | undefined;

beforeAll(async () => {
  dataDir = await temporaryFolder('exam-start-');
});
beforeEach(async () => {
  port = await freePort();
});
afterEach(async () => {
  if (command && isRunning(command)) {
    command.kill('SIGTERM');
    await once(command, 'exit');
  }
  const left = await livePostmaster(join(dataDir, 'cluster'));
  if (left) process.kill(left.pid, 'SIGQUIT');
  await expectProcessesEnded();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

/** Runs `npm start` and waits until the product is ready. */
async function start(): Promise<{ command: ChildProcess; output: string[] }> {
  const child = spawn(process.execPath, ['tools/start.mjs'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  command = child;
  const output: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => output.push(text));
  await new Promise<void>((ready, fail) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      output.push(line);
      if (line.startsWith('Ready:')) ready();
    });
    child.once('exit', () => fail(new Error(`it ended before it was ready:\n${output.join('\n')}`)));
  });
  return { command: child, output };
}

async function signIn(): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/api/umfst/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@exam.test', password: 'exam-demo-2026' }),
  });
  return response.status;
}

async function childrenOf(parent: number): Promise<number[]> {
  const found: number[] = [];
  for (const name of (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))) {
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    if (Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]) === parent) found.push(Number(name));
  }
  return found;
}

/** Waits until no process of the product runs, up to the timeout of the test. */
async function expectProcessesEnded(): Promise<void> {
  while (await livePostmaster(join(dataDir, 'cluster'))) await pause(50);
  while (
    await fetch(`http://127.0.0.1:${port}/health`).then(
      () => true,
      () => false,
    )
  ) {
    await pause(50);
  }
}

describe('npm start', () => {
  it('[OPS-1] serves the pages and the demo university and leaves no process after Ctrl-C', async () => {
    const running = await start();
    const page = await fetch(`http://127.0.0.1:${port}/`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<script');
    expect(await signIn()).toBe(200);

    running.command.kill('SIGINT');
    const [code] = await once(running.command, 'exit');
    expect(code).toBe(0);
    await expectProcessesEnded();
  });

  it.runIf(process.platform === 'linux')(
    'works again after all its processes were killed at once',
    async () => {
      const first = await start();
      const commandId = first.command.pid ?? 0;
      const servers = await childrenOf(commandId);
      expect(servers).toHaveLength(1);
      for (const pid of [commandId, ...servers]) process.kill(pid, 'SIGKILL');
      await once(first.command, 'exit');

      const second = await start();
      expect(second.output.join('\n')).toContain('Adopted the PostgreSQL that was still running');
      expect(await signIn()).toBe(200);
    },
  );

  it('[SAFE-17] serves again on its address after its database ended by itself', async () => {
    const { output } = await start();
    process.kill(await serverProcess({ dataDir }), 'SIGKILL');
    while (!output.includes('PostgreSQL runs again.')) await pause(50);
    while ((await signIn()) !== 200) await pause(50);
  });

  it('ends the server and the database when the command is killed', async () => {
    const running = await start();
    running.command.kill('SIGKILL');
    await expectProcessesEnded();
  });
});
