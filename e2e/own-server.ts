import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inject } from 'vitest';
import { openClient } from '#server/db/client.ts';
import { freePort } from '#server/db/free-port.ts';
import { useStarted } from '#server/testing/use-started.ts';
import { ROOT } from '#tools/install.mjs';

const START_SECONDS = 240;
/** Longer than the server waits for its jobs. */
const STOP_SECONDS = 30;

/** A separate server on the shared e2e database, which a test can kill, restart or configure. */
export type OwnServer = {
  readonly url: string;
  /** What the server wrote to its standard output. */
  output(): string;
  /** Ends it as a crash does. A queued job of the shared database that it was running waits until it is resumed. */
  kill(): Promise<void>;
  /** Ends it after the jobs it is running, which may belong to other tests. */
  stop(): Promise<void>;
  start(): Promise<void>;
};

/** A separate database, for tests that change what all users of a server see. */
export async function ownDatabase(name: string): Promise<string> {
  const sql = openClient(inject('postgresUrl'), { max: 1, name: 'exam-platform-tests' });
  await sql`create database ${sql(name)}`;
  await sql.end();
  const url = new URL(inject('postgresUrl'));
  url.pathname = name;
  return url.href;
}

/** Gives the file a server of its own. */
export const useOwnServer = (environment: () => Promise<Readonly<Record<string, string>>>): OwnServer =>
  useStarted(
    async () => ownServer(await environment()),
    (server) => server.stop(),
  );

/** Starts a server of its own; `root` is the folder of the built product. */
export async function ownServer(
  environment: Readonly<Record<string, string>> = {},
  root = ROOT,
): Promise<OwnServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let output = '';
  const start = async () => {
    child = spawn(
      process.execPath,
      ['--import', join(ROOT, 'tools', 'watch-parent.mjs'), join(root, 'dist', 'server', 'main.js')],
      {
        cwd: root,
        env: {
          PATH: process.env.PATH,
          NODE_ENV: 'production',
          PORT: String(port),
          DATABASE_URL: inject('postgresUrl'),
          ALLOW_UNSAFE_DATABASE: '1',
          LIST_NICENESS: '0',
          LOG_LEVEL: 'error',
          ...environment,
        },
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    // A separate database is migrated and seeded first.
    for (const deadline = Date.now() + START_SECONDS * 1000; Date.now() < deadline; await pause(100)) {
      const response = await fetch(`${url}/ready`).catch(() => undefined);
      if (response?.ok) return;
    }
    throw new Error('the own server did not come up');
  };
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    const impatient = setTimeout(() => child?.kill('SIGKILL'), STOP_SECONDS * 1000);
    await exited;
    clearTimeout(impatient);
  };
  await start();
  return { url, output: () => output, start, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}
