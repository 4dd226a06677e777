import { setTimeout as pause } from 'node:timers/promises';
import type { Actor } from '#domain/access/actor.ts';
import { refuse } from '#domain/errors.ts';
import type { ImportKind } from '#domain/imports/import-kind.ts';
import { selectOptionalAccountById } from '#server/accounts/account.ts';
import { type Author, type Database, systemAuthor, type Transaction } from '#server/db/database.ts';
import type { JobQueue, QueuedJob } from '#server/jobs/queue.ts';
import type { LockedImport } from './own-import.ts';

const pauseMilliseconds = 10;
/** How long a job writes before it queues another one for the rest. */
const jobMilliseconds = 30_000;

type JobServices = { readonly database: Database; readonly queue: JobQueue };
type ImportJob<S> = QueuedJob<S, { readonly importId: number }>;

/** How the rows of an import are written. */
export type RowWriter<Row> = {
  /** The batch size; short transactions let other work run in between. */
  readonly batchSize: number;
  next(tx: Transaction, limit: number): Promise<readonly Row[]>;
  /** Writes rows and marks them, in one transaction. */
  write(tx: Transaction, rows: readonly Row[]): Promise<void>;
  /** Marks a row that the database refused. */
  refused(tx: Transaction, row: Row, error: Error): Promise<void>;
};

/**
 * Writes the next rows. One transaction writes and marks them, with the import locked, so each row is written
 * once even if several jobs run.
 */
async function writeSome<Row>(
  tx: Transaction,
  importId: number,
  writer: RowWriter<Row>,
  limit: number,
): Promise<'more' | 'done'> {
  const [held] = await tx`select from imports where id = ${importId} and state = 'writing' for update`;
  if (!held) return 'done';
  const rows = await writer.next(tx, limit);
  if (rows.length === 0) {
    await tx`update imports set state = 'done', finished_at = now() where id = ${importId}`;
    return 'done';
  }
  await writer.write(tx, rows);
  return 'more';
}

/** Whether the database refused the data, as opposed to failing. */
const isRefusedByData = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));

/** Writes a batch. If the database refuses it, writes row by row, so only the faulty rows are skipped. */
async function writeBatch<Row>(
  database: Database,
  author: Author,
  importId: number,
  writer: RowWriter<Row>,
): Promise<'more' | 'done'> {
  const write = (limit: number) =>
    database.transaction(author, (tx) => writeSome(tx, importId, writer, limit));
  try {
    return await write(writer.batchSize);
  } catch (error) {
    if (!isRefusedByData(error)) throw error;
  }
  for (let left = writer.batchSize; left > 0; left -= 1) {
    try {
      if ((await write(1)) === 'done') return 'done';
    } catch (error) {
      if (!isRefusedByData(error)) throw error;
      await database.transaction(author, async (tx) => {
        const [row] = await writer.next(tx, 1);
        if (row !== undefined) await writer.refused(tx, row, error);
      });
    }
  }
  return 'more';
}

/** The author of an import that is being written, with the rights they have now; undefined once disabled. */
async function makerOf({ database }: JobServices, importId: number, kind: ImportKind) {
  const [found] = await database.sql<{ madeBy: number }[]>`
    select made_by as "madeBy" from imports where id = ${importId} and kind = ${kind} and state = 'writing'`;
  const account = found && (await selectOptionalAccountById(database.sql, found.madeBy));
  if (!account || account.disabled) return undefined;
  const actor: Actor = {
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
  return actor;
}

const sendJob = <S>(tx: Transaction, queue: JobQueue, job: ImportJob<S>, importId: number) =>
  queue.send(tx, job as ImportJob<never>, { importId }, `${job.name} ${importId}`);

/** Starts or resumes writing; `queueRows` queues and counts the rows of a started import. Idempotent. */
export async function startWriting<S>(
  tx: Transaction,
  queue: JobQueue,
  job: ImportJob<S>,
  held: LockedImport,
  queueRows: () => Promise<{ readonly count: number }>,
): Promise<void> {
  if (held.state === 'writing' || held.state === 'done') return;
  const isEmpty = held.state === 'ready' ? (await queueRows()).count === 0 : held.state !== 'paused';
  if (isEmpty) refuse('import.nothingChosen');
  await tx`update imports set state = 'writing' where id = ${held.id}`;
  await sendJob(tx, queue, job, held.id);
}

/** Pauses after the current batch; does nothing when the import is not being written. */
export const pauseWriting = (tx: Transaction, importId: number) =>
  tx`update imports set state = 'paused' where id = ${importId} and state = 'writing'`;

/**
 * The job that writes queued rows in batches until all are written, it is paused, its time is up or the process stops.
 * It pauses when its author may no longer import; the remaining rows can still be reviewed. Imports that a shutdown
 * interrupted are queued again at the start; a duplicate job is harmless.
 */
export function writingJob<S extends JobServices, Row>(options: {
  readonly name: string;
  readonly kind: ImportKind;
  readonly may: (actor: Actor) => boolean;
  readonly writerFor: (services: S, importId: number, actor: Actor) => Promise<RowWriter<Row>>;
}): ImportJob<S> {
  const { name, kind, may, writerFor } = options;
  const job: ImportJob<S> = {
    name,
    run: async (services, { importId }, stopping) => {
      const { database, queue } = services;
      const actor = await makerOf(services, importId, kind);
      if (!actor || !may(actor)) {
        await database.transaction(systemAuthor, (tx) => pauseWriting(tx, importId));
        return;
      }
      const author: Author = { actorId: actor.userId, requestId: undefined };
      const writer = await writerFor(services, importId, actor);
      const until = performance.now() + jobMilliseconds;
      while (!stopping.aborted && performance.now() < until) {
        if ((await writeBatch(database, author, importId, writer)) === 'done') return;
        await pause(pauseMilliseconds);
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
