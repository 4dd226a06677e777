import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { startBackground } from './background.ts';
import { openComputeThread } from './compute-thread.ts';
import { backendPriority } from './db/backend-priority.ts';
import { closeDatabases, openDatabases } from './db/workloads.ts';
import { openExamEngine } from './exams/engine.ts';
import { noteBeat } from './exams/outages.ts';
import { defaultThreads, openHashThreads } from './hashing/hash-threads.ts';
import { openTokens } from './http/tokens.ts';
import { openQueue } from './jobs/queue.ts';
import { watchJobs } from './jobs/repeat.ts';
import { type AllFigures, openProcessMetrics } from './metrics/process-metrics.ts';
import type { ProcessSettings } from './process-settings.ts';
import { projectRoot } from './project-root.ts';
import { openRush } from './rush.ts';
import type { ServerParts } from './services.ts';
import { openSettings } from './settings/settings-cache.ts';

export type RunningServer = {
  readonly address: string;
  /** The figures of every serving process that responds; empty when metrics are off. */
  figures(): Promise<AllFigures>;
  /** Stops accepting connections, lets running requests finish, then closes the database. */
  stop(): Promise<void>;
};

export type ServeSettings = ProcessSettings & { readonly DATABASE_URL: string };

/** The version of this build, shown in the footer. */
function buildVersion(): string {
  return (createRequire(import.meta.url)(join(projectRoot, 'package.json')) as { version: string }).version;
}

/** Serves the product on a migrated database until it is stopped. */
export async function serve(settings: ServeSettings): Promise<RunningServer> {
  const priority = backendPriority(settings.LIST_NICENESS);
  const databases = openDatabases(settings.DATABASE_URL, priority);
  const productSettings = await openSettings(databases.settings);
  const tokens = await openTokens(databases.signIn, settings.TOKEN_SECRET);
  const queue = openQueue(settings.DATABASE_URL);
  const metrics = settings.METRICS_PORT === undefined ? undefined : openProcessMetrics();
  const hashing = openHashThreads(settings.HASHING_THREADS ?? defaultThreads(settings.WORKERS));
  const exams = openExamEngine(databases.exam, {
    databaseUrl: settings.DATABASE_URL,
    allowUnsafeDatabase: settings.ALLOW_UNSAFE_DATABASE,
    noteBatch: metrics?.noteBatch,
    isMachineFull: hashing.isRush,
  });
  const parts: ServerParts = {
    databases,
    compute: openComputeThread({
      databaseUrl: settings.DATABASE_URL,
      listNiceness: settings.LIST_NICENESS,
    }),
    exams,
    metrics,
    jobs: watchJobs(),
    hashing,
    rush: openRush(hashing),
    queue,
    process: settings,
    settings: productSettings,
    tokens,
    version: buildVersion(),
    webFolder: join(projectRoot, 'dist/web'),
  };
  const app = await buildApp(parts);
  priority.reportTo(app.log);
  // An outage is recorded before a page that comes back can end its exam.
  await noteBeat(databases.exam, app.log);
  await listen(app, settings);
  const background = await startBackground(parts, app.log);
  const { port } = app.server.address() as AddressInfo;
  return {
    address: `http://${settings.HOST === '0.0.0.0' ? 'localhost' : settings.HOST}:${port}`,
    figures: async () => ({ serving: metrics ? [metrics.figures()] : [], before: {} }),
    stop: async () => {
      await app.close();
      await background.stop();
      await productSettings.close();
      await exams.close();
      await parts.hashing.close();
      await parts.compute.close();
      await closeDatabases(databases);
    },
  };
}

/** Connections that wait to be accepted; Node's 511 overflow when a few rooms reconnect at once. */
const backlog = 4096;

/** Listens on the port; if it is taken, the error says what to do. */
async function listen(app: FastifyInstance, { HOST, PORT }: ServeSettings): Promise<void> {
  await app.listen({ host: HOST, port: PORT, backlog }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Error(
      `Port ${PORT} is taken by another program. Stop that one, or set PORT to another number.`,
    );
  });
}
