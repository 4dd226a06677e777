import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { ProductSettings } from '#domain/settings.ts';
import { buildApp } from '#server/app.ts';
import { openComputeThread } from '#server/compute-thread.ts';
import { type Database, openDatabase, systemAuthor } from '#server/db/database.ts';
import { closeDatabases, openDatabases } from '#server/db/workloads.ts';
import { openExamEngine } from '#server/exams/engine.ts';
import { openHashThreads } from '#server/hashing/hash-threads.ts';
import { openTokens } from '#server/http/tokens.ts';
import { openQueue } from '#server/jobs/queue.ts';
import { watchJobs } from '#server/jobs/repeat.ts';
import { openProcessMetrics } from '#server/metrics/process-metrics.ts';
import { readProcessSettings } from '#server/process-settings.ts';
import { openRush } from '#server/rush.ts';
import { type ServerParts, type Services, servicesFor } from '#server/services.ts';
import { openSettings } from '#server/settings/settings-cache.ts';
import { testDatabase } from './database.ts';
import { useStarted } from './use-started.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Headers = Readonly<Record<string, string>>;

/** Makes calls, with a token or anonymously. */
export type Caller = {
  get(path: string, headers?: Headers): Promise<LightMyRequestResponse>;
  post(path: string, body?: unknown, headers?: Headers): Promise<LightMyRequestResponse>;
  put(path: string, body?: unknown, headers?: Headers): Promise<LightMyRequestResponse>;
  delete(path: string, headers?: Headers): Promise<LightMyRequestResponse>;
};

export type TestServer = {
  readonly app: FastifyInstance;
  readonly services: Services;
  /** For the test itself, separate from the server's connections. */
  readonly database: Database;
  readonly databaseUrl: string;
  /** The delay in milliseconds of each delayed response, in order; tests do not actually wait. */
  readonly pauses: number[];
  /** Calls with the token, or anonymously without one. Paths are below `/api/{institution}/`. */
  caller(token?: string): Caller;
  /** Changes product settings and propagates them like a change by an administrator. */
  set(changed: Partial<ProductSettings>): Promise<void>;
  close(): Promise<void>;
};

type Options = {
  /** Environment variables that differ from the defaults. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Another test server whose database to share, to test two processes on one database. */
  readonly database?: Pick<TestServer, 'databaseUrl'>;
};

/** The dean's address on every test server. */
export const deanEmail = 'dean@exam.test';

function callerOf(app: FastifyInstance, institution: string, token: string | undefined): Caller {
  const call = (method: Method, path: string, body?: unknown, headers: Headers = {}) =>
    app.inject({
      method,
      url: `/api/${institution}/${path}`,
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { payload: body as object }),
    });
  return {
    get: (path, headers) => call('GET', path, undefined, headers),
    post: (path, body, headers) => call('POST', path, body, headers),
    put: (path, body, headers) => call('PUT', path, body, headers),
    delete: (path, headers) => call('DELETE', path, undefined, headers),
  };
}

/** The whole server on a fresh database, called without a network. */
export async function testServer(options: Options = {}): Promise<TestServer> {
  const own = options.database ? undefined : await testDatabase();
  const databaseUrl = own?.url ?? options.database?.databaseUrl ?? '';
  const database = openDatabase(databaseUrl, { max: 4 });
  const databases = openDatabases(databaseUrl);
  const process = readProcessSettings({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DEAN_EMAILS: deanEmail,
    ALLOW_UNSAFE_DATABASE: '1',
    ...options.environment,
  });
  const settings = await openSettings(databases.settings);
  const tokens = await openTokens(databases.signIn, process.TOKEN_SECRET);
  const pauses: number[] = [];
  const queue = openQueue(databaseUrl);
  const metrics = openProcessMetrics();
  const hashing = openHashThreads(process.HASHING_THREADS ?? 1);
  const exams = openExamEngine(databases.exam, {
    databaseUrl,
    allowUnsafeDatabase: process.ALLOW_UNSAFE_DATABASE,
    noteBatch: metrics.noteBatch,
    isMachineFull: hashing.isRush,
  });
  const parts: ServerParts = {
    databases,
    compute: openComputeThread({ databaseUrl, listNiceness: 0 }),
    exams,
    metrics,
    hashing,
    rush: openRush(hashing),
    queue,
    jobs: watchJobs(),
    process,
    settings,
    tokens,
    version: 'test',
    holdBack: async (milliseconds) => {
      pauses.push(milliseconds);
    },
  };
  const app = await buildApp(parts);
  await app.ready();

  return {
    app,
    services: { ...servicesFor(parts, 'office'), database },
    database,
    databaseUrl,
    pauses,
    caller: (token) => callerOf(app, process.INSTITUTION, token),
    set: async (changed) => {
      await database.transaction(systemAuthor, async (tx) => {
        for (const [key, value] of Object.entries(changed)) {
          await tx`insert into settings (key, value) values (${key}, ${tx.json(value)})
            on conflict (key) do update set value = excluded.value`;
        }
      });
      settings.refresh();
    },
    close: async () => {
      await app.close();
      await queue.stop();
      await settings.close();
      await exams.close();
      await parts.hashing.close();
      await parts.compute.close();
      await closeDatabases(databases);
      await database.close();
      await own?.drop();
    },
  };
}

/** Starts a test server for the file or block. Pass a function when the options depend on something started earlier. */
export const useTestServer = (options: Options | (() => Options) = {}): TestServer =>
  useStarted(
    () => testServer(typeof options === 'function' ? options() : options),
    (server) => server.close(),
  );
