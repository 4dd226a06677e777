import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Signer, signerOf } from '#server/audit/head.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { freePort } from '#server/db/free-port.ts';
import { migrate } from '#server/db/migrate.ts';
import { openTokens } from '#server/http/tokens.ts';
import { projectRoot } from '#server/project-root.ts';
import { buildIfNeeded } from '#tools/build.mjs';
import { openSingle } from './databases.ts';
import { openPair } from './pair.ts';
import { childrenOf, kill } from './processes.ts';
import { type Cohort, secret, seed, signIn } from './seed.ts';

/** A durable database, server processes and students ready to begin an exam. Processes can be killed. */
export type SoakEnvironment = {
  readonly port: number;
  readonly database: Database;
  readonly databaseUrl: string;
  /** The token of a student by number; bookers come after the candidates. */
  tokenOf(student: number): string;
  readonly adminToken: string;
  /** Kills one server process. */
  killWorker(chance: () => number): Promise<void>;
  /** Kills and restarts the first server process. */
  killServer(): Promise<void>;
  /** Kills every PostgreSQL process. */
  breakDatabase(): Promise<void>;
  /** Kills every PostgreSQL process and restarts PostgreSQL. */
  killDatabase(): Promise<void>;
  /** Stops PostgreSQL like an administrator, while it is in use, and restarts it. */
  restartDatabase(): Promise<void>;
  /** Kills PostgreSQL and promotes its standby; without one the same as `killDatabase`. */
  failOver(): Promise<void>;
  /** Stops and starts the server processes like an upgrade: requests in flight are completed. */
  restartServer(): Promise<void>;
  /** Ends the running server processes. */
  stopServer(): Promise<void>;
  /** Restarts PostgreSQL if it is unreachable. */
  reviveDatabase(): Promise<void>;
  /** How often the server exited although nothing stopped or killed it. */
  unexpectedExits(): number;
  /** Signs like the server processes. */
  readonly sign: Signer;
  close(): Promise<void>;
};

/** Ends a process with SIGTERM; one that has not exited after ten seconds is killed. */
async function terminate(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await exited;
  clearTimeout(late);
}

type Options = { readonly students: number; readonly bookers?: number; readonly standby?: boolean };

export async function openEnvironment({
  students,
  bookers = 0,
  standby = false,
}: Options): Promise<SoakEnvironment> {
  await buildIfNeeded();
  const databases = await (standby ? openPair() : openSingle());
  const databaseUrl = databases.url;
  await migrate(databaseUrl);
  const database = openDatabase(databaseUrl, { max: 4 });
  const cohort: Cohort = { students, bookers };
  await seed(database, cohort);
  const tokens = await signIn(database, cohort);
  const sign = signerOf(await openTokens(database, secret));
  const port = await freePort();

  /** Two server processes behind one port, as the product is deployed. */
  const startServer = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [join(projectRoot, 'dist/server/main.js')], {
      cwd: projectRoot,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        TMPDIR: process.env.TMPDIR,
        NODE_ENV: 'production',
        DATABASE_URL: databaseUrl,
        TOKEN_SECRET: secret,
        PORT: String(port),
        WORKERS: '2',
        DEMO: '0',
        LOG_LEVEL: process.env.SOAK_LOG ?? 'silent',
      },
      stdio: ['ignore', 'pipe', process.env.SOAK_LOG ? 'inherit' : 'ignore'],
    });
    await new Promise<void>((ready, fail) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (process.env.SOAK_LOG) console.log(line);
        if (line.startsWith('Ready:')) ready();
      });
      child.once('exit', (code) => fail(new Error(`the server ended while starting (${code})`)));
    });
    return child;
  };
  let server: ChildProcess;
  /** The server processes that were stopped or killed by a disruption. */
  const ended = new WeakSet<ChildProcess>();
  let unexpectedExits = 0;
  const start = async (): Promise<void> => {
    const child = await startServer();
    child.once('exit', () => {
      if (!ended.has(child)) unexpectedExits += 1;
    });
    server = child;
  };
  await start();
  const workers = () => childrenOf(server.pid ?? 0);
  const isRunning = () => server.exitCode === null && server.signalCode === null;

  const stopServer = async (): Promise<void> => {
    if (!isRunning()) return;
    const orphans = workers();
    ended.add(server);
    await terminate(server);
    for (const orphan of orphans) kill(orphan);
  };
  return {
    port,
    database,
    databaseUrl,
    tokenOf: (student) => tokens[student - 1] ?? '',
    adminToken: tokens.at(-1) ?? '',
    killWorker: async (chance) => {
      const running = workers();
      const chosen = running[Math.floor(chance() * running.length)];
      if (chosen) kill(chosen);
    },
    killServer: async () => {
      const orphans = workers();
      const exited = isRunning() ? once(server, 'exit') : undefined;
      ended.add(server);
      kill(server.pid ?? 0);
      await exited;
      for (const orphan of orphans) kill(orphan);
      await start();
    },
    breakDatabase: databases.kill,
    killDatabase: async () => {
      await databases.kill();
      await databases.restart();
    },
    restartDatabase: databases.restart,
    failOver: databases.failOver,
    restartServer: async () => {
      await stopServer();
      await start();
    },
    stopServer,
    reviveDatabase: async () => {
      await databases.revive();
      await database.sql`select 1`;
    },
    unexpectedExits: () => unexpectedExits,
    sign,
    close: async () => {
      await stopServer();
      await database.close();
      await databases.close();
    },
  };
}
