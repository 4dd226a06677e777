import { setTimeout as pause } from 'node:timers/promises';
import type { Actor } from '#domain/access/actor.ts';
import { refuse } from '#domain/errors.ts';
import { pauseAfter, rowsAtOnce } from '#domain/imports/beside-exams.ts';
import type { ImportKind } from '#domain/imports/import-kind.ts';
import { selectOptionalAccountById } from '#server/accounts/account.ts';
import {
  type Author,
  type Database,
  type Fragment,
  type Queryable,
  systemAuthor,
  type Transaction,
} from '#server/db/database.ts';
import type { JobQueue, QueuedJob } from '#server/jobs/queue.ts';
import type { LockedImport } from './reached-import.ts';
import { areExamsRunning } from './running-exams.ts';

/** How long a job writes before it queues another one for the rest. */
const jobMilliseconds = 30_000;

type JobServices = { readonly database: Database; readonly queue: JobQueue };
type ImportJob<S> = QueuedJob<S, { readonly importId: number }>;

/** How the rows of an import are written. */
export type RowWriter<Row> = {
  /** The batch size while no official exam runs; short transactions let other work run in between. */
  readonly batchSize: number;
  next(tx: Transaction, limit: number): Promise<readonly Row[]>;
  /** Writes rows and marks them, in one transaction. */
  write(tx: Transaction, rows: readonly Row[]): Promise<void>;
  /** Marks a row that the database refused, unless it was written since. */
  refused(tx: Transaction, row: Row, error: Error): Promise<void>;
};

type Batch<Row> = {
  readonly database: Database;
  readonly author: Author;
  readonly importId: number;
  readonly writer: RowWriter<Row>;
  readonly stopping: AbortSignal;
};

/** Whom an import is written for: who uploaded it, or the administrator who resumed it. */
const writtenFor = (sql: Queryable): Fragment => sql`coalesce(resumed_by, made_by)`;

/**
 * Locks an import, so that each row is written once even if several jobs run; false when it is no longer written for the
 * batch's author. Resuming queues another job.
 */
async function lockWriting<Row>(tx: Transaction, { importId, author }: Batch<Row>): Promise<boolean> {
  const [held] = await tx<{ by: number }[]>`
    select ${writtenFor(tx)} as by from imports where id = ${importId} and state = 'writing' for update`;
  return held?.by === author.actorId;
}

/** Whether the database refused the data, as opposed to failing. */
const isRefusedByData = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));

type Attempt<Row> = 'more' | 'done' | { readonly refused: readonly Row[]; readonly error: Error };

/** Writes and marks the next rows in one transaction, or returns the rows that the database refused. */
async function tryRows<Row>(batch: Batch<Row>, limit: number): Promise<Attempt<Row>> {
  const { database, author, importId, writer } = batch;
  let rows: readonly Row[] = [];
  try {
    return await database.transaction(author, async (tx) => {
      if (!(await lockWriting(tx, batch))) return 'done';
      rows = await writer.next(tx, limit);
      if (rows.length === 0) {
        await tx`update imports set state = 'done', finished_at = now() where id = ${importId}`;
        return 'done';
      }
      await writer.write(tx, rows);
      return 'more';
    });
  } catch (error) {
    if (!isRefusedByData(error) || rows.length === 0) throw error;
    return { refused: rows, error };
  }
}

/** Writes a batch. One that the database refuses is halved until only the faulty rows are left, which are skipped. */
async function writeBatch<Row>(batch: Batch<Row>, limit: number): Promise<'more' | 'done'> {
  if (batch.stopping.aborted) return 'more';
  const attempt = await tryRows(batch, limit);
  if (typeof attempt === 'string') return attempt;
  const { database, author, writer } = batch;
  const [row, ...others] = attempt.refused;
  if (row !== undefined && others.length === 0) {
    await database.transaction(author, async (tx) => {
      if (await lockWriting(tx, batch)) await writer.refused(tx, row, attempt.error);
    });
    return 'more';
  }
  const half = Math.ceil(attempt.refused.length / 2);
  const first = await writeBatch(batch, half);
  return first === 'done' ? 'done' : writeBatch(batch, attempt.refused.length - half);
}

/** An import being written: who uploaded it and for whom it is written. */
type Writing = { readonly madeBy: number; readonly by: number };

async function selectWriting({ database }: JobServices, importId: number, kind: ImportKind) {
  const { sql } = database;
  const [found] = await sql<Writing[]>`
    select made_by as "madeBy", ${writtenFor(sql)} as by from imports
     where id = ${importId} and kind = ${kind} and state = 'writing'`;
  return found;
}

/** The person an import is written for, with the rights they have now; undefined once disabled. */
async function actorOf({ database }: JobServices, { by }: Writing): Promise<Actor | undefined> {
  const account = await selectOptionalAccountById(database.sql, by);
  if (!account || account.disabled) return undefined;
  return {
    userId: account.id,
    email: account.email,
    roles: [
      ...(account.isAdmin ? (['Admin'] as const) : []),
      ...(account.isTeacher ? (['Profesori'] as const) : []),
    ],
    dean: false,
    year: 0,
    studentId: undefined,
  };
}

const sendJob = <S>(tx: Transaction, queue: JobQueue, job: ImportJob<S>, importId: number) =>
  queue.send(tx, job as ImportJob<never>, { importId }, `${job.name} ${importId}`);

/** Starts or resumes writing for a person; `queueRows` queues and counts the rows of a started import. Idempotent. */
export async function startWriting<S>(
  tx: Transaction,
  queue: JobQueue,
  job: ImportJob<S>,
  held: LockedImport,
  { userId }: Actor,
  queueRows: () => Promise<{ readonly count: number }>,
): Promise<void> {
  if (held.state === 'writing' || held.state === 'done') return;
  const isEmpty = held.state === 'ready' ? (await queueRows()).count === 0 : held.state !== 'paused';
  if (isEmpty) refuse('import.nothingChosen');
  await tx`
    update imports set state = 'writing', resumed_by = nullif(${userId}::int, made_by) where id = ${held.id}`;
  await sendJob(tx, queue, job, held.id);
}

/** Pauses after the current batch; does nothing when the import is not being written, or not `by` this person. */
export const pauseWriting = (tx: Transaction, importId: number, by?: number) =>
  tx`update imports set state = 'paused' where id = ${importId} and state = 'writing'
        and ${by === undefined ? tx`true` : tx`${writtenFor(tx)} = ${by}`}`;

/** What a job writes: `actor` has the rights and is the author in the log; `madeBy` uploaded the file. */
export type WritingFor = { readonly importId: number; readonly actor: Actor; readonly madeBy: number };

/**
 * The job that writes queued rows in batches until all are written, it is paused, its time is up or the process stops.
 * It pauses when its author may no longer import; the remaining rows can still be reviewed. Imports that a shutdown
 * interrupted are queued again at the start; a duplicate job is harmless.
 */
export function writingJob<S extends JobServices, Row>(options: {
  readonly name: string;
  readonly kind: ImportKind;
  readonly may: (actor: Actor) => boolean;
  readonly writerFor: (services: S, job: WritingFor) => Promise<RowWriter<Row>>;
}): ImportJob<S> {
  const { name, kind, may, writerFor } = options;
  const job: ImportJob<S> = {
    name,
    run: async (services, { importId }, stopping) => {
      const { database, queue } = services;
      const writing = await selectWriting(services, importId, kind);
      if (!writing) return;
      const actor = await actorOf(services, writing);
      if (!actor || !may(actor)) {
        await database.transaction(systemAuthor, (tx) => pauseWriting(tx, importId, writing.by));
        return;
      }
      const author: Author = { actorId: actor.userId, requestId: undefined };
      const writer = await writerFor(services, { importId, actor, madeBy: writing.madeBy });
      const batch = { database, author, importId, writer, stopping };
      const until = performance.now() + jobMilliseconds;
      while (!stopping.aborted && performance.now() < until) {
        const since = performance.now();
        const yields = await areExamsRunning(database.sql);
        if ((await writeBatch(batch, rowsAtOnce(writer.batchSize, yields))) === 'done') return;
        const rest = pauseAfter(performance.now() - since, yields);
        await pause(rest, undefined, { signal: stopping }).catch(() => {});
      }
      await database.transaction(systemAuthor, (tx) => sendJob(tx, queue, job, importId));
    },
    resume: ({ database, queue }) =>
      database.transaction(systemAuthor, async (tx) => {
        const unfinished = await tx<{ id: number }[]>`
          select id from imports where state = 'writing' and kind = ${kind} order by id`;
        for (const { id } of unfinished) await sendJob(tx, queue, job, id);
      }),
  };
  return job;
}
