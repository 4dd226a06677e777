import { type Actor, isOfAny } from '#domain/access/actor.ts';
import { permissions } from '#domain/access/permissions.ts';
import { type Finding, finding } from '#domain/imports/findings.ts';
import type { QuestionContent } from '#domain/question-bank/question-content.ts';
import { insertQuestions } from '#server/bank/writing.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import type { JobQueue } from '#server/jobs/queue.ts';
import { chaptersAreEditable } from '#server/scopes/chapter-scope.ts';
import type { LockedImport } from './reached-import.ts';
import type { RowWriter } from './row-jobs.ts';
import { startWriting, type WritingFor, writingJob } from './writing-rows.ts';

/** Starts writing the chosen rows that have a chapter. */
export const startQuestions = (tx: Transaction, queue: JobQueue, held: LockedImport, by: Actor) =>
  startWriting(
    tx,
    queue,
    writingImports,
    held,
    by,
    () => tx`update import_rows set state = 'waiting'
              where import_id = ${held.id} and state = 'ready' and chosen and chapter_id is not null`,
  );

type PendingRow = {
  readonly position: number;
  readonly parsed: QuestionContent;
  readonly chapterId: number | null;
};

/**
 * The next rows to write. A chapter that was removed, or that the author may no longer edit, counts as none; the
 * others are locked until the transaction ends.
 */
async function nextWaiting(
  tx: Transaction,
  importId: number,
  actor: Actor,
  limit: number,
): Promise<PendingRow[]> {
  const rows = await tx<PendingRow[]>`
    select position, parsed, chapter_id as "chapterId" from import_rows
     where import_id = ${importId} and state = 'waiting' order by position limit ${limit}`;
  const chapters = await tx<{ id: number }[]>`
    select c.id from chapters c where c.id = any(${rows.flatMap(({ chapterId }) => chapterId ?? [])}::int[])
       and c.removed_at is null and ${chaptersAreEditable(tx, actor, tx`c.discipline_id`)} for share of c`;
  const existing = new Set(chapters.map(({ id }) => id));
  return rows.map((row) => ({
    ...row,
    chapterId: row.chapterId !== null && existing.has(row.chapterId) ? row.chapterId : null,
  }));
}

async function setFailed(
  tx: Transaction,
  importId: number,
  positions: readonly number[],
  reason: Finding,
): Promise<void> {
  if (positions.length === 0) return;
  await tx`update import_rows set state = 'failed', severity = 'error', findings = findings || ${tx.json([reason])}
            where import_id = ${importId} and position = any(${[...positions]}::int[]) and state = 'waiting'`;
}

async function writeQuestions(
  tx: Transaction,
  importId: number,
  addedBy: number,
  rows: readonly PendingRow[],
): Promise<void> {
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
      from jsonb_to_recordset(${tx.json(written)}) as written (position int, id int)
     where r.import_id = ${importId} and r.position = written.position`;
  const unplaced = rows.filter(({ chapterId }) => chapterId === null).map(({ position }) => position);
  await setFailed(tx, importId, unplaced, finding('import.chapterMissing'));
}

/** The questions belong to the uploader, also when another person resumes the import. */
const writerFor = ({ importId, actor, madeBy }: WritingFor): RowWriter<PendingRow> => ({
  batchSize: 100,
  next: (tx, limit) => nextWaiting(tx, importId, actor, limit),
  write: (tx, rows) => writeQuestions(tx, importId, madeBy, rows),
  refused: (tx, { position }) => setFailed(tx, importId, [position], finding('import.notWritten')),
});

export const writingImports = writingJob<
  { readonly database: Database; readonly queue: JobQueue },
  PendingRow
>({
  name: 'write-import',
  kind: 'questions',
  may: (actor) => isOfAny(actor, permissions['question.import']),
  writerFor: async (_services, job) => writerFor(job),
});
