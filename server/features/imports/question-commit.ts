import { setTimeout as pause } from 'node:timers/promises';
import { refuse } from '#domain/errors.ts';
import { type Finding, finding } from '#domain/imports/findings.ts';
import type { QuestionContent } from '#domain/question-bank/question-content.ts';
import { insertQuestions } from '#server/bank/writing.ts';
import { type Author, type Database, type Transaction, theSystem } from '#server/db/database.ts';
import type { JobQueue, QueuedJob } from '#server/jobs/queue.ts';
import type { HeldImport } from './own-import.ts';

/** The batch size; short transactions let other work run in between. */
const portion = 100;
const breath = 10;
/** How long a job writes before it queues another one for the rest. */
const jobMilliseconds = 30_000;

/** Starts writing: queues the chosen rows that have a chapter. Idempotent. */
export async function startCommit(tx: Transaction, queue: JobQueue, held: HeldImport): Promise<void> {
  if (held.state === 'writing' || held.state === 'done') return;
  const waiting =
    held.state === 'ready'
      ? await tx`update import_rows set state = 'waiting'
                  where import_id = ${held.id} and state = 'ready' and chosen and chapter_id is not null`
      : { count: 0 };
  if (waiting.count === 0) refuse('import.nothingChosen');
  await tx`update imports set state = 'writing' where id = ${held.id}`;
  await sendJob(tx, queue, held.id);
}

type JobServices = { readonly database: Database; readonly queue: JobQueue };

const sendJob = (tx: Transaction, queue: JobQueue, importId: number) =>
  queue.send(tx, writingImports, { importId }, String(importId));

/** Queues jobs for imports that were interrupted by a shutdown; a duplicate job is harmless. */
async function resumeCommits({ database, queue }: JobServices): Promise<void> {
  await database.transaction(theSystem, async (tx) => {
    const unfinished = await tx<
      { id: number }[]
    >`select id from imports where state = 'writing' and kind = 'questions' order by id`;
    for (const { id } of unfinished) await sendJob(tx, queue, id);
  });
}

type Waiting = {
  readonly position: number;
  readonly parsed: QuestionContent;
  readonly chapterId: number | null;
};

/** The next rows to write. A removed chapter counts as none; the others are locked until the transaction ends. */
async function nextWaiting(tx: Transaction, importId: number, most: number): Promise<Waiting[]> {
  const rows = await tx<Waiting[]>`
    select position, parsed, chapter_id as "chapterId" from import_rows
     where import_id = ${importId} and state = 'waiting' order by position limit ${most}`;
  const chapters = await tx<{ id: number }[]>`
    select id from chapters where id = any(${rows.flatMap(({ chapterId }) => chapterId ?? [])}::int[])
       and removed_at is null for share`;
  const there = new Set(chapters.map(({ id }) => id));
  return rows.map((row) => ({
    ...row,
    chapterId: row.chapterId !== null && there.has(row.chapterId) ? row.chapterId : null,
  }));
}

async function setFailed(
  tx: Transaction,
  importId: number,
  positions: readonly number[],
  reason: Finding,
): Promise<void> {
  if (positions.length === 0) return;
  await tx`update import_rows set state = 'failed', severity = 'error', findings = findings || ${tx.json([reason] as never)}
            where import_id = ${importId} and position = any(${[...positions]}::int[])`;
}

/**
 * Writes the next rows. One transaction writes the questions and marks the rows, with the import locked, so each row
 * is written once however many jobs run.
 */
async function writeSome(
  tx: Transaction,
  importId: number,
  addedBy: number,
  most: number,
): Promise<'more' | 'done'> {
  const [held] = await tx`select from imports where id = ${importId} and state = 'writing' for update`;
  if (!held) return 'done';
  const rows = await nextWaiting(tx, importId, most);
  if (rows.length === 0) {
    await tx`update imports set state = 'done', finished_at = now() where id = ${importId}`;
    return 'done';
  }
  const placed = rows.flatMap((row) =>
    row.chapterId === null ? [] : [{ ...row, chapterId: row.chapterId }],
  );
  const ids = await insertQuestions(
    tx,
    placed.map(({ chapterId, parsed }) => ({ chapterId, examOnly: false, addedBy, content: parsed })),
  );
  const written = placed.map(({ position }, index) => ({ position, id: ids[index] }));
  await tx`
    update import_rows r set state = 'written', question_id = written.id
      from jsonb_to_recordset(${tx.json(written as never)}) as written (position int, id int)
     where r.import_id = ${importId} and r.position = written.position`;
  await setFailed(
    tx,
    importId,
    rows.filter(({ chapterId }) => chapterId === null).map(({ position }) => position),
    finding('import.chapterMissing'),
  );
  return 'more';
}

/** Whether the database refused the data, as opposed to failing. */
const isRefusedByData = (error: unknown) =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));

/** Writes a batch. If the database refuses it, writes row by row, so only the faulty rows are skipped. */
async function writePortion(
  database: Database,
  author: Author,
  importId: number,
  addedBy: number,
): Promise<'more' | 'done'> {
  const write = (most: number) =>
    database.transaction(author, (tx) => writeSome(tx, importId, addedBy, most));
  try {
    return await write(portion);
  } catch (error) {
    if (!isRefusedByData(error)) throw error;
  }
  for (let left = portion; left > 0; left -= 1) {
    try {
      if ((await write(1)) === 'done') return 'done';
    } catch (error) {
      if (!isRefusedByData(error)) throw error;
      await database.transaction(author, async (tx) => {
        const [row] = await nextWaiting(tx, importId, 1);
        if (row) await setFailed(tx, importId, [row.position], finding('import.notWritten'));
      });
    }
  }
  return 'more';
}

/** Writes queued rows in batches until all are written, its time is up or the process stops. */
export async function writeImport(
  { database, queue }: JobServices,
  importId: number,
  stopping: AbortSignal,
): Promise<void> {
  const [found] = await database.sql<{ madeBy: number }[]>`
    select made_by as "madeBy" from imports where id = ${importId} and kind = 'questions' and state = 'writing'`;
  if (!found) return;
  const author: Author = { actorId: found.madeBy, requestId: undefined };
  const until = performance.now() + jobMilliseconds;
  while (!stopping.aborted && performance.now() < until) {
    if ((await writePortion(database, author, importId, found.madeBy)) === 'done') return;
    await pause(breath);
  }
  await database.transaction(theSystem, (tx) => sendJob(tx, queue, importId));
}

export const writingImports: QueuedJob<JobServices, { readonly importId: number }> = {
  name: 'write-import',
  run: (services, { importId }, stopping) => writeImport(services, importId, stopping),
  resume: resumeCommits,
};
