import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { signerOf } from './audit/head.ts';
import { startNightlyCheck } from './audit/nightly.ts';
import { startAuditSealing } from './audit/sealing.ts';
import { closeDatabases, openDatabases } from './db/workloads.ts';
import { openExamEngine } from './exams/engine.ts';
import { startSealingEvents } from './exams/event-sealing.ts';
import { startClosingOverdue } from './exams/finishing.ts';
import { startDrawingPapers } from './exams/official-papers.ts';
import { startSignInCleanUp } from './features/sign-in/clean-up.ts';
import { startNotingFailureHours } from './features/sign-in/failure-hours.ts';
import { startInvitations } from './features/sign-in/invitations.ts';
import { startImageCleanUp } from './files/clean-up.ts';
import { openHashThreads, usualThreads } from './hashing/hash-threads.ts';
import { openTokens } from './http/tokens.ts';
import { resumeCommits, writeImport } from './imports/question-commit.ts';
import { startImportCleanUp } from './imports/removing.ts';
import { openQueue } from './jobs/queue.ts';
import { watchJobs } from './jobs/repeat.ts';
import type { ProcessSettings } from './process-settings.ts';
import { projectRoot } from './project-root.ts';
import { type ServerParts, type Services, servicesFor } from './services.ts';
import { openSettings } from './settings/settings-cache.ts';

export type Serving = {
  readonly address: string;
  /** Stops accepting, lets requests under way finish, then lets go of the database. */
  stop(): Promise<void>;
};

export type ServeSettings = ProcessSettings & { readonly DATABASE_URL: string };

/** The version of this build, as the footer shows it. */
function buildVersion(): string {
  return (createRequire(import.meta.url)(join(projectRoot, 'package.json')) as { version: string }).version;
}

/** Serves the product on a migrated database until it is stopped. */
export async function serve(settings: ServeSettings): Promise<Serving> {
  const databases = openDatabases(settings.DATABASE_URL);
  const productSettings = await openSettings(databases.settings);
  const tokens = await openTokens(databases.signIn, settings.TOKEN_SECRET);
  const queue = openQueue(settings.DATABASE_URL);
  const exams = openExamEngine(databases.exam, {
    databaseUrl: settings.DATABASE_URL,
    allowUnsafeDatabase: settings.ALLOW_UNSAFE_DATABASE,
  });
  const parts: ServerParts = {
    databases,
    exams,
    jobs: watchJobs(),
    hashing: openHashThreads(settings.HASHING_THREADS ?? usualThreads(settings.WORKERS)),
    queue,
    process: settings,
    settings: productSettings,
    tokens,
    version: buildVersion(),
  };
  const app = await buildApp(parts);
  await listen(app, settings);
  const services = servicesFor(parts, 'jobs');
  const { database } = services;
  const jobs = [
    startAuditSealing(database, signerOf(tokens), app.log),
    startNightlyCheck(database, signerOf(tokens), app.log),
    startInvitations(services, app.log),
    startSignInCleanUp(database, app.log),
    startNotingFailureHours(database, app.log),
    startImportCleanUp(database, app.log),
    startImageCleanUp(database, app.log),
    // Closing exams whose time is over is a part of the exams, and waits for no other job.
    startClosingOverdue(databases.exam, app.log),
    startSealingEvents(database, app.log),
    startDrawingPapers(services, app.log),
  ];
  parts.jobs.add(jobs);
  await startQueue(services, app.log);
  const { port } = app.server.address() as AddressInfo;
  return {
    address: `http://${settings.HOST === '0.0.0.0' ? 'localhost' : settings.HOST}:${port}`,
    stop: async () => {
      await app.close();
      await Promise.all([...jobs.map((job) => job.stop()), queue.stop()]);
      await productSettings.close();
      await exams.close();
      await parts.hashing.close();
      await closeDatabases(databases);
    },
  };
}

/** Takes part in the jobs of the queue, beginning with those that were under way when the last process ended. */
async function startQueue({ database, queue }: Services, log: FastifyBaseLogger): Promise<void> {
  queue.reportTo(log);
  await queue.work('write-import', ({ importId }, stopping) =>
    writeImport({ database, queue }, importId, stopping),
  );
  await resumeCommits(database, queue);
}

/** Takes the port; one that is taken already is said in a sentence that tells what to do. */
async function listen(app: FastifyInstance, { HOST, PORT }: ServeSettings): Promise<void> {
  await app.listen({ host: HOST, port: PORT }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Error(
      `Port ${PORT} is taken by another program. Stop that one, or set PORT to another number.`,
    );
  });
}
