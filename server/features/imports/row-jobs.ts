import { setTimeout as pause } from 'node:timers/promises';
import type { ImportKind } from '#domain/imports/import-kind.ts';
import {
  type Author,
  type Database,
  type Fragment,
  type Queryable,
  systemAuthor,
  type Transaction,
} from '#server/db/database.ts';
import type { JobQueue, QueuedJob } from '#server/jobs/queue.ts';
import { startStep } from './beside-exams.ts';
import { whenFree } from './when-free.ts';

/** How long a job works before it queues another one for the rest. */
const jobMilliseconds = 30_000;

export type JobServices = { readonly database: Database; readonly queue: JobQueue };
export type ImportJob<S> = QueuedJob<S, { readonly importId: number }>;

/** How the rows of an import are checked or written. */
export type RowWriter<Row> = {
  /** The batch size while no official exam runs; short transactions let other work run in between. */
  readonly batchSize: number;
  /**
   * Does a piece of other work first, outside the transaction of the next rows; false when they can be written. `rowsOf` says how many
   * rows of a batch to take now.
   */
  prepare?(batches: RowBatches<Row>, rowsOf: (batchSize: number) => number): Promise<boolean>;
  next(tx: Transaction, limit: number): Promise<readonly Row[]>;
  /** Writes rows, or what their check found, and marks them, in one transaction. */
  write(tx: Transaction, rows: readonly Row[]): Promise<void>;
  /** Marks a row that the database refused, unless it was written since. */
  refused(tx: Transaction, row: Row, error: Error): Promise<void>;
};

type Stage = 'checking' | 'writing';

/** An import whose rows a job works through, in the name of `author`. */
export type RowBatches<Row> = {
  readonly database: Database;
  readonly author: Author;
  readonly importId: number;
  readonly stage: Stage;
  readonly writer: RowWriter<Row>;
};

/** For whom an import is checked or written: who uploaded it, or the administrator who resumed it. */
export const workedFor = (sql: Queryable): Fragment => sql`coalesce(resumed_by, made_by)`;

/** Locks an import unless another transaction has it; `left` when it was deleted, left the stage or is no longer for the author. */
async function lockStage<Row>(
  tx: Transaction,
  { importId, author, stage }: RowBatches<Row>,
): Promise<'held' | 'locked' | 'left'> {
  const [held] = await tx<{ by: number }[]>`
    select ${workedFor(tx)} as by, set_config('synchronous_commit', 'off', true)
      from imports where id = ${importId} and state = ${stage} for update skip locked`;
  if (held) return held.by === author.actorId ? 'held' : 'left';
  const [locked] = await tx`select from imports where id = ${importId} and state = ${stage}`;
  return locked ? 'locked' : 'left';
}

/** Between the first two attempts to lock an import, and between later ones at most. */
const lockedMilliseconds = { first: 50, longest: 1000 };

/**
 * Runs `work` in a transaction that locks the import, so that each row is handled once even if several jobs run; undefined when it
 * was deleted, left the stage or is no longer for the author of these batches. Resuming queues another job. An import that another
 * transaction locks, such as its deletion, is waited for without a connection: uploads of other files share it. Nobody waits until a
 * batch is durable, so that saves of exams do not wait for the disk behind it: the end of the stage makes all of them so, and rows
 * that a crash of the database lost are handled again.
 */
export async function inStage<Row, T>(
  batches: RowBatches<Row>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T | undefined> {
  for (let wait = lockedMilliseconds.first; ; wait = Math.min(2 * wait, lockedMilliseconds.longest)) {
    const outcome = await batches.database.transaction(batches.author, async (tx) => {
      const held = await lockStage(tx, batches);
      return held === 'held' ? { result: await work(tx) } : held;
    });
    if (typeof outcome === 'object') return outcome.result;
    if (outcome === 'left') return undefined;
    await pause(wait);
  }
}

const endStage: Record<Stage, (tx: Transaction, importId: number) => Promise<unknown>> = {
  /** No image is kept as it was read. */
  checking: (tx, importId) => tx`
    with checked as (delete from import_pictures where import_id = ${importId})
    update imports set state = 'ready' where id = ${importId}`,
  writing: (tx, importId) =>
    tx`update imports set state = 'done', finished_at = now() where id = ${importId}`,
};

/** Whether the database refused the data, as opposed to failing. */
export const isRefusedByData = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));

type Attempt<Row> = 'more' | 'done' | { readonly refused: readonly Row[]; readonly error: Error };

/** Writes and marks the next rows in one transaction, or returns the rows that the database refused. */
async function tryRows<Row>(batches: RowBatches<Row>, limit: number): Promise<Attempt<Row>> {
  const { importId, stage, writer } = batches;
  let rows: readonly Row[] = [];
  const attempt = () =>
    inStage(batches, async (tx): Promise<'more' | 'done'> => {
      rows = await writer.next(tx, limit);
      if (rows.length === 0) {
        // Another job may have checked the stored rows since this one prepared.
        const [unstored] = await tx`select from import_batches where import_id = ${importId} limit 1`;
        if (unstored) return 'more';
        await tx`set local synchronous_commit to default`;
        await endStage[stage](tx, importId);
        return 'done';
      }
      await writer.write(tx, rows);
      return 'more';
    });
  try {
    return (await whenFree(attempt)) ?? 'done';
  } catch (error) {
    if (!isRefusedByData(error) || rows.length === 0) throw error;
    return { refused: rows, error };
  }
}

/** Writes a batch. One that the database refuses is halved until only the faulty rows are left, which are skipped. */
async function writeBatch<Row>(
  batches: RowBatches<Row>,
  limit: number,
  stopping: AbortSignal,
): Promise<'more' | 'done'> {
  if (stopping.aborted) return 'more';
  const attempt = await tryRows(batches, limit);
  if (typeof attempt === 'string') return attempt;
  const [row, ...others] = attempt.refused;
  if (row !== undefined && others.length === 0) {
    await inStage(batches, (tx) => batches.writer.refused(tx, row, attempt.error));
    return 'more';
  }
  const half = Math.ceil(attempt.refused.length / 2);
  const first = await writeBatch(batches, half, stopping);
  return first === 'done' ? 'done' : writeBatch(batches, attempt.refused.length - half, stopping);
}

type Time = { readonly milliseconds: number; readonly stopping: AbortSignal };

/** Works through the rows until none is left, the import is no longer in its stage, the time is up or the process stops. */
export async function workThrough<Row>(
  batches: RowBatches<Row>,
  { milliseconds, stopping }: Time,
): Promise<'more' | 'done'> {
  const until = performance.now() + milliseconds;
  const { database, writer } = batches;
  while (!stopping.aborted && performance.now() < until) {
    const step = await startStep(database.sql);
    const isPrepared = !(await writer.prepare?.(batches, step.rowsOf));
    if (isPrepared && (await writeBatch(batches, step.rowsOf(writer.batchSize), stopping)) === 'done')
      return 'done';
    await step.rest(stopping);
  }
  return 'more';
}

export const sendJob = <S>(tx: Transaction, queue: JobQueue, job: ImportJob<S>, importId: number) =>
  queue.send(tx, job as ImportJob<never>, { importId }, `${job.name} ${importId}`);

/**
 * The job that works through the rows of an import in one stage; without batches there is nothing to do. Imports that a
 * shutdown interrupted are queued again at the start; a duplicate job is harmless.
 */
export function rowJob<S extends JobServices, Row>(options: {
  readonly name: string;
  readonly kind: ImportKind;
  readonly stage: Stage;
  readonly batchesOf: (services: S, importId: number) => Promise<RowBatches<Row> | undefined>;
}): ImportJob<S> {
  const { name, kind, stage, batchesOf } = options;
  const job: ImportJob<S> = {
    name,
    run: async (services, { importId }, stopping) => {
      const batches = await batchesOf(services, importId);
      if (!batches) return;
      if ((await workThrough(batches, { milliseconds: jobMilliseconds, stopping })) === 'done') return;
      const { database, queue } = services;
      await database.transaction(systemAuthor, (tx) => sendJob(tx, queue, job, importId));
    },
    resume: ({ database, queue }) =>
      database.transaction(systemAuthor, async (tx) => {
        const unfinished = await tx<{ id: number }[]>`
          select id from imports where state = ${stage} and kind = ${kind} order by id`;
        for (const { id } of unfinished) await sendJob(tx, queue, job, id);
      }),
  };
  return job;
}
