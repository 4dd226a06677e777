import { runConcurrently } from '#server/concurrency.ts';
import type { Database } from '#server/db/database.ts';
import type { JobQueue } from '#server/jobs/queue.ts';
import type { Maker } from './dry-run.ts';
import { removeImport } from './removing.ts';
import {
  type ImportJob,
  type JobServices,
  type RowBatches,
  type RowWriter,
  sendJob,
  workThrough,
} from './row-jobs.ts';
import { whenFree } from './when-free.ts';

/** The check of an import in the name of its uploader; undefined when it is not being checked. */
export async function checkBatches<Row>(
  { database }: { readonly database: Database },
  importId: number,
  writerFor: (madeBy: number) => Promise<RowWriter<Row>>,
): Promise<RowBatches<Row> | undefined> {
  const [found] = await database.sql<{ madeBy: number }[]>`
    select made_by as "madeBy" from imports where id = ${importId} and state = 'checking'`;
  if (!found) return undefined;
  return {
    database,
    author: { actorId: found.madeBy, requestId: undefined },
    importId,
    stage: 'checking',
    writer: await writerFor(found.madeBy),
  };
}

/** The check of one kind of import: its batches, and the job that works through them. */
export type Check<Row> = {
  /** Whether it keeps the rows of its file in memory: those that callers wait for take turns, a job is one at a time. */
  readonly holdsRows: boolean;
  readonly job: ImportJob<JobServices>;
  batchesOf(
    services: { readonly database: Database },
    importId: number,
  ): Promise<RowBatches<Row> | undefined>;
};

/** A small file is checked before the response, so that the screen shows the outcome at once. */
const inRequestMilliseconds = 1_000;

const inTurn = runConcurrently(2);

/**
 * Checks the rows of a stored file: all of them, or in the background what takes longer than a moment and what is left when
 * the process stops. A failure leaves nothing behind.
 */
export async function checkFirst<Row>(
  { database, author, stopping }: Maker,
  queue: JobQueue,
  { job, batchesOf, holdsRows }: Check<Row>,
  importId: number,
  { background }: { readonly background: boolean },
): Promise<void> {
  try {
    const batches = await whenFree(() => batchesOf({ database }, importId));
    if (!batches) return;
    const check = (milliseconds: number) => workThrough(batches, { milliseconds, stopping });
    const checkAll = () => check(Number.POSITIVE_INFINITY);
    const left = background
      ? await check(inRequestMilliseconds)
      : await (holdsRows ? inTurn(checkAll) : checkAll());
    if (left === 'more')
      await whenFree(() => database.transaction(author, (tx) => sendJob(tx, queue, job, importId)));
  } catch (error) {
    await whenFree(() => database.transaction(author, (tx) => removeImport(tx, importId)));
    throw error;
  }
}
