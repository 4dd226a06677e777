import cluster from 'node:cluster';
import { join } from 'node:path';
import { demoAccounts, demoDeanEmails, demoPassword } from '#seed/accounts.ts';
import { keepDemoOpen, loadDemo } from '#seed/demo.ts';
import { promoteEnvironmentDeans } from './accounts/new-deans.ts';
import { clockOf } from './appointments/student-appointments.ts';
import { signUpgradedLog } from './audit/head.ts';
import { type Database, openDatabase } from './db/database.ts';
import { startEmbeddedPostgres } from './db/embedded-postgres.ts';
import { migrate } from './db/migrate.ts';
import { ensureAdministrator } from './features/sign-in/first-administrator.ts';
import { startMetrics } from './metrics/metrics-server.ts';
import { print } from './print.ts';
import { type ProcessSettings, readProcessSettings } from './process-settings.ts';
import { projectRoot } from './project-root.ts';
import { type ServeSettings, serve } from './serve.ts';
import { openSettings } from './settings/settings-cache.ts';
import { serveAsWorker, serveInWorkers } from './workers.ts';

type Stop = () => Promise<void>;

const dataDirOf = ({ DATA_DIR }: ProcessSettings) => DATA_DIR ?? join(projectRoot, '.data/postgres');

/** The database: DATABASE_URL, or the embedded one. */
async function findDatabase(
  settings: ProcessSettings,
): Promise<{ url: string; embedded: boolean; stop: Stop }> {
  if (settings.DATABASE_URL) return { url: settings.DATABASE_URL, embedded: false, stop: async () => {} };
  const postgres = await startEmbeddedPostgres({
    dataDir: dataDirOf(settings),
    log: print,
    keepRunning: true,
  });
  return { url: postgres.url, embedded: true, stop: postgres.stop };
}

type Prepared = {
  readonly lines: readonly string[];
  readonly deanEmails: readonly string[];
  readonly isDemo: boolean;
};

/** Migrates, loads initial data, and returns what to print about signing in. */
async function prepare(url: string, demo: boolean, settings: ProcessSettings): Promise<Prepared> {
  const steps = { '0026_tamper_evidence.sql': signUpgradedLog(url, settings.TOKEN_SECRET) };
  await migrate(url, steps, { log: console.log });
  const database = openDatabase(url, { max: 2 });
  try {
    const begun = performance.now();
    const held = demo ? await loadDemo(database, await nowOf(database)) : 'refused';
    if (held !== 'refused') {
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      const accounts = demoAccounts.map((account) => `  ${account.email.padEnd(30)} ${account.role}`);
      const lines = [
        ...(held === 'loaded' ? [`The demo university was loaded in ${seconds} s.`] : []),
        `Demo sign-ins (password of all: ${demoPassword}):`,
        ...accounts,
      ];
      return { lines, deanEmails: demoDeanEmails, isDemo: true };
    }
    const administrator = await ensureAdministrator(database, settings.ADMIN_EMAIL);
    await promoteNewDeans(database, settings);
    const lines = administrator
      ? [
          'The first administrator was created. This one-time password is shown only now:',
          `  ${administrator.email}  ${administrator.password}`,
        ]
      : [];
    return { lines, deanEmails: [], isDemo: false };
  } finally {
    await database.close();
  }
}

async function promoteNewDeans(database: Database, process: ProcessSettings): Promise<void> {
  const settings = await openSettings(database);
  try {
    await promoteEnvironmentDeans({ database, process, settings });
  } finally {
    await settings.close();
  }
}

/** The database's clock, by which slots open; this machine's may differ. */
const nowOf = async ({ sql }: Database) => new Date((await clockOf(sql)).now);

const everyMinutes = 5;

/** Renews the demo while it is served, so that an exam can always begin. */
function renewDemoRegularly(url: string): Stop {
  const database = openDatabase(url, { max: 1 });
  const timer = setInterval(() => {
    const renew = async () => keepDemoOpen(database, await nowOf(database));
    renew().catch((error: unknown) => {
      process.stderr.write(`The demo could not be renewed: ${String(error)}\n`);
    });
  }, everyMinutes * 60_000);
  return async () => {
    clearInterval(timer);
    await database.close();
  };
}

async function main(): Promise<void> {
  const settings = readProcessSettings(process.env);
  if (cluster.isWorker) return serveAsWorker(settings as ServeSettings);

  const stops: Stop[] = [];
  let stopping: Promise<void> | undefined;
  const stopAll = async () => {
    for (const stop of stops.reverse()) await stop();
  };
  const stopOnce = () => {
    stopping ??= stopAll();
    return stopping;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      void stopOnce().then(
        () => process.exit(0),
        (error) => {
          process.stderr.write(`${String(error)}\n`);
          process.exit(1);
        },
      );
    });
  }

  try {
    const found = await findDatabase(settings);
    stops.push(found.stop);
    const { lines, deanEmails, isDemo } = await prepare(found.url, settings.DEMO ?? found.embedded, settings);
    const serveSettings: ServeSettings = {
      ...settings,
      DATABASE_URL: found.url,
      DEAN_EMAILS: [...settings.DEAN_EMAILS, ...deanEmails],
      LOG_LEVEL: process.env.LOG_LEVEL || !found.embedded ? settings.LOG_LEVEL : 'warn',
    };
    const serving = settings.WORKERS > 1 ? await serveInWorkers(serveSettings) : await serve(serveSettings);
    stops.push(serving.stop);
    if (settings.METRICS_PORT !== undefined) {
      const { METRICS_HOST: host, METRICS_PORT: port, PUBLIC_URL: publicUrl } = settings;
      const dataDir = found.embedded ? dataDirOf(settings) : settings.DATA_DIR;
      const { figures } = serving;
      const metrics = await startMetrics({ host, port, databaseUrl: found.url, dataDir, publicUrl, figures });
      stops.push(metrics.stop);
    }
    if (isDemo) stops.push(renewDemoRegularly(found.url));
    for (const line of ['', ...lines, '', `Ready: ${serving.address}`]) print(line);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    await stopOnce();
    process.exit(1);
  }
}

await main();
