import type { FastifyBaseLogger } from 'fastify';
import PgBoss from 'pg-boss';
import { openClient, type Sql } from '#server/db/client.ts';
import type { Queryable, Transaction } from '#server/db/database.ts';

/** A job of the queue. `S` is the services it needs, `D` its data. */
export type QueuedJob<S, D extends object> = {
  readonly name: string;
  /** Runs the job. `stopping` asks a long one to end. */
  run(services: S, data: D, stopping: AbortSignal): Promise<void>;
  /** Queues again what was running when the last process ended. */
  resume?(services: S): Promise<void>;
};

export type JobQueue = {
  /**
   * Queues a job in the caller's transaction: both commit or neither.
   * While a job with the same key is queued, another is not added.
   */
  send<D extends object>(tx: Transaction, job: QueuedJob<never, D>, data: D, key: string): Promise<void>;
  /**
   * Runs the jobs of one kind, one at a time in this process. A job that throws, or whose process died, is
   * retried.
   */
  work<S, D extends object>(job: QueuedJob<S, D>, services: S): Promise<void>;
  /** Whether the queue failed within the last minute, or hangs on the database. */
  isStalled(): boolean;
  /** Reports failures of the queue itself. */
  reportTo(log: FastifyBaseLogger): void;
  /** Waits for running jobs, then closes the connections. */
  stop(): Promise<void>;
};

const schema = 'jobs';
export const connections = 1;

/** A job running longer than this is considered dead and retried; jobs are idempotent. */
const secondsPerJob = 120;
const stopMilliseconds = 20_000;
const failureMilliseconds = 60_000;
/** The queue's statements take milliseconds. */
const hangingMilliseconds = 10_000;

/** pg-boss's parameters: null is omitted, and JSON comes as objects. */
const asParameter = (sql: Queryable, value: unknown) => {
  if (value === undefined || value === null) return null;
  const isPlain = typeof value !== 'object' || Array.isArray(value) || value instanceof Date;
  return isPlain ? (value as string) : sql.json(value);
};

/** Runs pg-boss on our connections, or inside our transaction. It polls every second, so its statements stay prepared. */
const through = (sql: Queryable): PgBoss.Db => ({
  executeSql: async (text, values = []) => ({
    rows: await sql.unsafe(
      text,
      values.map((value) => asParameter(sql, value)),
      { prepare: values.length > 0 },
    ),
  }),
});

/** Two processes inserted or took the same job; the second one skips it. */
const uniqueViolation = '23505';

/** Tracks in `inFlight` when each statement began, and reports failures: pg-boss is silent when polling fails. */
const noting = (db: PgBoss.Db, inFlight: number[], report: (error: unknown) => void): PgBoss.Db => ({
  executeSql: async (text, values) => {
    const since = performance.now();
    inFlight.push(since);
    try {
      return await db.executeSql(text, values);
    } catch (error) {
      if ((error as { code?: string }).code !== uniqueViolation) report(error);
      throw error;
    } finally {
      inFlight.splice(inFlight.indexOf(since), 1);
    }
  },
});

/**
 * Lets one process at a time change pg-boss's schema; processes that start together on a new database would
 * conflict. The queue has one connection, so that session holds the lock.
 */
async function withLock<T>(sql: Sql, work: () => Promise<T>): Promise<T> {
  await sql`select pg_advisory_lock(hashtext('exam-platform queue'), 0)`;
  try {
    return await work();
  } finally {
    // A lost connection has released the lock.
    await sql`select pg_advisory_unlock(hashtext('exam-platform queue'), 0)`.catch(() => {});
  }
}

const queueOptions = {
  policy: 'short',
  retryLimit: 1000,
  retryDelay: 5,
  expireInSeconds: secondsPerJob,
} as const;

/**
 * The queue of background jobs, in its own schema of the same database, on its own connections. It opens with the first
 * job sent or awaited, so processes without jobs pay nothing.
 */
export function openQueue(databaseUrl: string): JobQueue {
  let log: FastifyBaseLogger | undefined;
  let opening: Promise<PgBoss> | undefined;
  let failedAt = Number.NEGATIVE_INFINITY;
  let loggedAt = Number.NEGATIVE_INFINITY;
  const inFlight: number[] = [];
  const stopping = new AbortController();
  const created = new Map<string, Promise<void>>();
  const workers = new Map<string, string>();

  const sql = openClient(databaseUrl, { max: connections, name: 'exam-platform-jobs' });

  /** The queue polls every second; a continuing failure is logged once a minute. */
  const noteFailure = (error: unknown) => {
    failedAt = performance.now();
    if (failedAt - loggedAt < failureMilliseconds) return;
    loggedAt = failedAt;
    log?.error({ err: error }, 'the job queue failed');
  };

  const open = (): Promise<PgBoss> => {
    if (opening) return opening;
    const boss = new PgBoss({
      db: noting(through(sql), inFlight, noteFailure),
      schema,
      schedule: false,
      maintenanceIntervalSeconds: 30,
      deleteAfterDays: 7,
    });
    boss.on('error', noteFailure);
    opening = withLock(sql, () => boss.start()).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };

  /** Opens the queue and creates the queue of this kind of job. */
  const openFor = async (name: string): Promise<PgBoss> => {
    const boss = await open();
    const creating =
      created.get(name) ?? withLock(sql, () => boss.createQueue(name, { name, ...queueOptions }));
    created.set(name, creating);
    await creating.catch((error: unknown) => {
      created.delete(name);
      throw error;
    });
    return boss;
  };

  return {
    send: async (tx, { name }, data, key) => {
      const boss = await openFor(name);
      await boss.send(name, data, { singletonKey: key, db: through(tx) });
      const worker = workers.get(name);
      // Picked up at once if already committed, otherwise at the next poll.
      if (worker !== undefined) setTimeout(() => boss.notifyWorker(worker), 20);
    },
    work: async <S, D extends object>(job: QueuedJob<S, D>, services: S) => {
      const { name } = job;
      const boss = await openFor(name);
      const id = await boss.work<D>(name, { batchSize: 1, pollingIntervalSeconds: 1 }, async (sent) => {
        for (const { data } of sent) {
          try {
            await job.run(services, data, stopping.signal);
          } catch (error) {
            log?.error({ err: error, job: name }, 'a background job failed');
            throw error;
          }
        }
      });
      workers.set(name, id);
      await job.resume?.(services);
    },
    isStalled: () => {
      const now = performance.now();
      return (
        now - failedAt < failureMilliseconds || inFlight.some((since) => now - since > hangingMilliseconds)
      );
    },
    reportTo: (target) => {
      log = target;
    },
    stop: async () => {
      stopping.abort();
      const boss = await opening?.catch(() => undefined);
      await boss?.stop({ graceful: true, wait: true, timeout: stopMilliseconds });
      await sql.end();
    },
  };
}
