import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Role } from '#domain/access/actor.ts';
import { buildApp } from '#server/app.ts';
import { openComputeThread } from '#server/compute-thread.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { migrate } from '#server/db/migrate.ts';
import { closeDatabases, openDatabases } from '#server/db/workloads.ts';
import { openExamEngine } from '#server/exams/engine.ts';
import { openHashThreads } from '#server/hashing/hash-threads.ts';
import { openTokens } from '#server/http/tokens.ts';
import { openQueue } from '#server/jobs/queue.ts';
import { watchJobs } from '#server/jobs/repeat.ts';
import { readProcessSettings } from '#server/process-settings.ts';
import { openRush } from '#server/rush.ts';
import { type ServerParts, type Services, servicesFor } from '#server/services.ts';
import { openSettings } from '#server/settings/settings-cache.ts';
import { benchSecret } from './exam/server-process.ts';
import { percentile } from './percentile.ts';

/** A benchmark on a fresh, durable database; true when it reaches its goals. */
type Work = (
  services: Services,
  start: () => Promise<FastifyInstance>,
  databaseUrl: string,
) => Promise<boolean>;

/** Runs a benchmark on a temporary database cluster. Returns the exit code. */
export async function onOwnCluster(name: string, work: Work): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), `exam-bench-${name}-`));
  const cluster = await startEmbeddedPostgres({ dataDir });
  try {
    await migrate(cluster.url);
    const databases = openDatabases(cluster.url);
    const settings = await openSettings(databases.settings);
    const exams = openExamEngine(databases.exam, { databaseUrl: cluster.url, allowUnsafeDatabase: false });
    const hashing = openHashThreads(1);
    const parts: ServerParts = {
      databases,
      compute: openComputeThread({ databaseUrl: cluster.url, listNiceness: 12 }),
      exams,
      hashing,
      rush: openRush(hashing),
      process: readProcessSettings({ LOG_LEVEL: 'silent', DEAN_EMAILS: 'dean@exam.test' }),
      queue: openQueue(cluster.url),
      jobs: watchJobs(),
      settings,
      tokens: await openTokens(databases.signIn, benchSecret),
      version: 'bench',
    };
    const apps: FastifyInstance[] = [];
    const start = async () => {
      const app = await buildApp(parts);
      apps.push(app);
      return app;
    };
    const reached = await work(servicesFor(parts, 'jobs'), start, cluster.url);
    for (const app of apps) await app.close();
    await settings.close();
    await exams.close();
    await parts.hashing.close();
    await parts.compute.close();
    await closeDatabases(databases);
    return reached ? 0 : 1;
  } finally {
    await cluster.stop();
    await rm(cluster.dataDir, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  }
}

type Holder = {
  readonly email: string;
  readonly role: Role;
  readonly dean?: boolean;
  readonly studentId?: number;
};

/** The token of an account, created unless it exists; valid for the whole benchmark. */
export async function tokenOf(
  { database, tokens }: Pick<Services, 'database' | 'tokens'>,
  { email, role, dean = false, studentId }: Holder,
): Promise<string> {
  const jti = randomUUID();
  const [row] = await database.sql<{ id: number }[]>`
    insert into users (email, name, is_admin, is_teacher) values (${email}, ${role}, ${role === 'Admin'}, ${role === 'Profesori'})
    on conflict (email) do update set name = excluded.name returning id`;
  await database.sql`insert into sign_ins (id, user_id, expires_at) values (${jti}, ${row?.id ?? 0}, now() + interval '1 day')`;
  const iat = Math.floor(Date.now() / 1000);
  return tokens.issue({
    sub: String(row?.id),
    jti,
    exp: iat + 86_400,
    iat,
    Language: 'ro',
    Email: email,
    Year: 0,
    role,
    dean,
    pkStudent: studentId ?? null,
  });
}

type MeasuredCall = {
  readonly app: FastifyInstance;
  readonly token: string;
  readonly path: (n: number) => string;
  /** What happens before each request, not measured. */
  readonly before?: () => Promise<unknown>;
};

/** The median and 95th percentile of response times in milliseconds, after a warm-up. */
export async function measure(
  { app, token, path, before }: MeasuredCall,
  { requests, warmUp }: { requests: number; warmUp: number },
) {
  const times: number[] = [];
  for (let n = 0; n < requests + warmUp; n += 1) {
    await before?.();
    const began = performance.now();
    const response = await app.inject({
      url: `/api/umfst/${path(n)}`,
      headers: { authorization: `Bearer ${token}` },
    });
    if (response.statusCode !== 200)
      throw new Error(`${path(n)} answered ${response.statusCode} ${response.body}`);
    if (n >= warmUp) times.push(performance.now() - began);
  }
  return { median: percentile(times, 0.5), p95: percentile(times, 0.95) };
}

/** Formats milliseconds. */
export const ms = (value: number) => `${value.toFixed(1).padStart(7)} ms`;
