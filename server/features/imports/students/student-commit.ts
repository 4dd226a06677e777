import { type Actor, isOfAny } from '#domain/access/actor.ts';
import { permissions } from '#domain/access/permissions.ts';
import { storedCells } from '#domain/imports/students/student-columns.ts';
import { type StudentProblemCode, studentProblem } from '#domain/imports/students/student-problems.ts';
import { refusalOfConstraint } from '#server/db/constraint-refusals.ts';
import type { Transaction } from '#server/db/database.ts';
import type { LockedImport } from '#server/features/imports/reached-import.ts';
import type { RowWriter } from '#server/features/imports/row-jobs.ts';
import { startWriting, type WritingFor, writingJob } from '#server/features/imports/writing-rows.ts';
import type { JobQueue } from '#server/jobs/queue.ts';
import type { Services } from '#server/services.ts';
import { selectStudyTree } from './stored-students.ts';
import { type PendingRow, problemOf, type WriteResult, writeRows } from './writing-students.ts';

type JobServices = Pick<Services, 'database' | 'process' | 'queue' | 'settings'>;

/** Starts or resumes writing. */
export const startStudents = (tx: Transaction, queue: JobQueue, held: LockedImport, by: Actor) =>
  startWriting(
    tx,
    queue,
    writingStudents,
    held,
    by,
    () =>
      tx`update student_import_rows set state = 'waiting' where import_id = ${held.id} and state = 'ready'`,
  );

/** What reading the file told about a row, which judging it again does not: it stays when the row is written. */
const ofFile = [
  'formula',
  'numberFormat',
  'charactersDropped',
] as const satisfies readonly StudentProblemCode[];

const noteWritten = (tx: Transaction, importId: number, rows: readonly WriteResult[]) => tx`
  update student_import_rows r set state = done.state, outcome = done.outcome, changes = done.changes,
         problems = done.problems || case when r.problems = '[]' then '[]' else coalesce((
           select jsonb_agg(told.one order by told.n) from jsonb_array_elements(r.problems) with ordinality as told (one, n)
            where told.one ->> 'code' = any(${[...ofFile]}::text[]) and not done.problems @> jsonb_build_array(told.one)), '[]') end,
         student_id = coalesce(done.student, r.student_id)
    from jsonb_to_recordset(${tx.json(rows)}) as done (position int, state text, outcome text, student int,
      problems jsonb, changes jsonb)
   where r.import_id = ${importId} and r.position = done.position`;

async function nextWaiting(tx: Transaction, importId: number, limit: number): Promise<PendingRow[]> {
  const rows = await tx<PendingRow[]>`
    select position, cells from student_import_rows
     where import_id = ${importId} and state = 'waiting' order by position limit ${limit}`;
  return rows.map(({ position, cells }) => ({ position, cells: storedCells(cells) }));
}

/** Large enough that the statements of a batch cost little per row, small enough to hold locks only briefly. */
const batchSize = 50;

async function writerFor(
  services: JobServices,
  { importId, actor }: WritingFor,
): Promise<RowWriter<PendingRow>> {
  const tree = await selectStudyTree(services.database.sql);
  return {
    batchSize,
    next: (tx, limit) => nextWaiting(tx, importId, limit),
    write: async (tx, rows) => {
      await noteWritten(tx, importId, await writeRows({ tx, services, actor, tree }, rows));
    },
    refused: async (tx, { position }, error) => {
      const refusal = refusalOfConstraint(error);
      const problem = refusal ? problemOf(refusal) : studentProblem(null, 'notWritten');
      await tx`update student_import_rows set state = 'failed', changes = '[]', problems = problems || ${tx.json([problem])}
                where import_id = ${importId} and position = ${position} and state = 'waiting'`;
    },
  };
}

export const writingStudents = writingJob<JobServices, PendingRow>({
  name: 'write-students',
  kind: 'students',
  may: (actor) => isOfAny(actor, permissions['student.import']),
  writerFor,
});
