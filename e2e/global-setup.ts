import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { freePort } from '#server/db/free-port.ts';
import type {} from '#server/testing/template.ts';
import { databaseFolder, onInterrupt } from '#server/testing/temporary-folder.ts';
import { buildIfNeeded } from '#tools/build.mjs';
import { chromiumExecutable } from '#tools/chromium.ts';
import { ROOT } from '#tools/install.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the built product, running on demo data. */
    serverUrl: string;
  }
}

const START_SECONDS = 150;

/** Builds the product and runs it on a fresh demo university. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildIfNeeded();
  // Fetched once here: otherwise test files that start together would all unpack it, within the time limit of a hook.
  await chromiumExecutable();
  const dataDir = await databaseFolder('exam-browser-tests-');
  const cluster = await startEmbeddedPostgres({ dataDir, durable: false });
  const serverUrl = `http://127.0.0.1:${await freePort()}`;
  const server = runServer(serverUrl, cluster.url, join(dataDir, 'files'));
  const teardown = async () => {
    await end(server.child);
    await cluster.stop();
    for (const folder of [cluster.dataDir, dataDir]) await rm(folder, { recursive: true, force: true });
  };
  onInterrupt(teardown);
  try {
    await untilReady(serverUrl, server);
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('serverUrl', serverUrl);
  project.provide('postgresUrl', cluster.url);
  return teardown;
}

function runServer(serverUrl: string, databaseUrl: string, dataDir: string) {
  const main = join(ROOT, 'dist', 'server', 'main.js');
  const preload = join(ROOT, 'tools', 'watch-parent.mjs');
  const child = spawn(process.execPath, ['--enable-source-maps', '--import', preload, main], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: new URL(serverUrl).port,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      DEMO: '1',
      // The test cluster is not durable. Without this flag the server refuses official exams on it.
      ALLOW_UNSAFE_DATABASE: '1',
      // On a small machine the test browsers keep every core busy, and lists at low priority would starve.
      LIST_NICENESS: '0',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
  }
  return { child, output };
}

async function untilReady(url: string, { child, output }: ReturnType<typeof runServer>): Promise<void> {
  for (const deadline = Date.now() + START_SECONDS * 1000; Date.now() < deadline; await pause(100)) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    const response = await fetch(`${url}/ready`).catch(() => undefined);
    if (response?.ok) return;
  }
  throw new Error(`The server did not come up for the browser tests:\n${output.join('')}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const impatient = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await exited;
  clearTimeout(impatient);
}
