import { refuse } from '#domain/errors.ts';
import { FileRefusal, finding } from '#domain/imports/findings.ts';
import { cutAt } from '#domain/imports/imported-text.ts';
import { studentProblem } from '#domain/imports/students/student-problems.ts';
import type { Language } from '#i18n/languages.ts';
import type { Database } from '#server/db/database.ts';
import { startStep } from '#server/features/imports/beside-exams.ts';
import { checkFirst } from '#server/features/imports/checking-rows.ts';
import { type Maker, readingFile, storeImport } from '#server/features/imports/dry-run.ts';
import { insertBatches } from '#server/features/imports/import-batches.ts';
import type { FileLimits, FileThread } from '#server/features/imports/reading/file-thread.ts';
import { whenFree } from '#server/features/imports/when-free.ts';
import type { JobQueue } from '#server/jobs/queue.ts';
import type { StudentFileRow } from './read-student-file.ts';
import { studentCheck } from './student-check.ts';

type StudentUpload = {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  readonly language: Language;
};

/** Enough for a hundred thousand rows; stops a hostile file. */
const limits: FileLimits = { seconds: 60, heapMegabytes: 768 };

/** The text of a file's rows: several times an ordinary one of a hundred thousand students. */
const maxCharacters = 64_000_000;

/**
 * Stores rows as they were read; the check of the file turns them into rows to review. Nobody waits until they are durable: the
 * statement that ends the reading makes them so, and until then a crash leaves an interrupted import, which is deleted.
 */
async function insertRows(
  { database, author }: Maker,
  importId: number,
  first: number,
  rows: readonly StudentFileRow[],
): Promise<void> {
  const values = rows.map(({ line, cells, problems, formula }, index) => ({
    position: first + index,
    line,
    label: cutAt(`${cells.lastName} ${cells.firstName}`.trim(), 200) || cutAt(cells.email, 200),
    cells,
    problems: [...problems, ...(formula ? [studentProblem(null, 'formula')] : [])],
  }));
  await database.transaction(author, async (tx) => {
    await tx`set local synchronous_commit to off`;
    await insertBatches(tx, importId, values);
  });
}

/** Stores the rows that the thread has read; only some hundreds are in memory. */
async function storeRows(thread: FileThread, maker: Maker, importId: number): Promise<number> {
  let [stored, characters] = [0, 0];
  for (;;) {
    const { rows } = await thread.ask({ kind: 'studentRows' }, 'studentRows');
    if (rows.length === 0) return stored;
    for (const { cells } of rows) for (const cell of Object.values(cells)) characters += cell.length;
    if (characters > maxCharacters) throw new FileRefusal(finding('import.tooHeavy'));
    const step = await startStep(maker.database.sql);
    await whenFree(() => insertRows(maker, importId, stored + 1, rows));
    stored += rows.length;
    await step.rest(maker.stopping);
  }
}

/** Reads a student file in its own thread and stores its rows as an import to check. */
export const storeStudents = (maker: Maker, { bytes, fileName, language }: StudentUpload) =>
  readingFile(
    maker,
    async (thread) => {
      const read = await thread.ask({ kind: 'readStudents', bytes, language }, 'studentsRead', 'refused');
      if (read.kind === 'refused') throw new FileRefusal(read.finding);
      const { format, encoding, findings, partial } = read;
      return storeImport(
        maker,
        { kind: 'students', fileName, format, encoding, findings, partial },
        async (importId) => ({ rows: await storeRows(thread, maker, importId) }),
      );
    },
    { limits, bytes: bytes.length },
  );

async function problemsOf({ sql }: Database, importId: number): Promise<number> {
  const [found] = await sql<{ problems: number }[]>`
    select (select count(*)::int from student_import_rows r where r.import_id = i.id and r.state = 'refused') as problems
      from imports i where i.id = ${importId}`;
  return found?.problems ?? refuse('resource.notFound');
}

/** Checks the rows of a stored file, see `checkFirst`. Returns the number of refused rows so far. */
export async function checkStudents(
  maker: Maker,
  queue: JobQueue,
  importId: number,
  query: { readonly background: boolean },
): Promise<number> {
  await checkFirst(maker, queue, studentCheck, importId, query);
  return whenFree(() => problemsOf(maker.database, importId));
}
