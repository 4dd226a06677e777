import { type Actor, isOfAny } from '#domain/access/actor.ts';
import { permissions } from '#domain/access/permissions.ts';
import { Refusal } from '#domain/errors.ts';
import {
  judgeStudent,
  type StoredAround,
  type StudentDraft,
  type StudentVerdict,
} from '#domain/imports/students/judge-student.ts';
import { type StudentCells, storedCells } from '#domain/imports/students/student-columns.ts';
import { type StudentProblem, studentProblem } from '#domain/imports/students/student-problems.ts';
import type { StudyTree } from '#domain/imports/students/study-tree.ts';
import { enrol } from '#server/accounts/account-changes.ts';
import { refusalOfConstraint } from '#server/db/constraint-refusals.ts';
import type { Transaction } from '#server/db/database.ts';
import type { LockedImport } from '#server/features/imports/own-import.ts';
import { type RowWriter, startWriting, writingJob } from '#server/features/imports/writing-rows.ts';
import type { JobQueue } from '#server/jobs/queue.ts';
import { viewerOf } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';
import { selectAround, selectStudyTree } from './stored-students.ts';

type JobServices = Pick<Services, 'database' | 'process' | 'queue' | 'settings'>;

/** Starts or resumes writing. */
export const startStudents = (tx: Transaction, queue: JobQueue, held: LockedImport) =>
  startWriting(
    tx,
    queue,
    writingStudents,
    held,
    () =>
      tx`update student_import_rows set state = 'waiting' where import_id = ${held.id} and state = 'ready'`,
  );

type Waiting = { readonly position: number; readonly cells: StudentCells };
type Written = {
  readonly position: number;
  readonly state: 'written' | 'failed';
  readonly outcome: StudentVerdict['outcome'];
  readonly student: number | null;
  readonly problems: readonly StudentProblem[];
};

/** Maps a refusal of the accounts or the database to a problem of the row. */
function problemOf(refusal: Refusal): StudentProblem {
  if (refusal.code === 'student.addressOfAnother') return studentProblem('email', 'addressOfAnother');
  if (refusal.code === 'student.sitting') return studentProblem('email', 'sitting');
  if (refusal.code === 'resource.duplicate') return studentProblem(null, 'taken');
  return studentProblem(null, 'notWritten');
}

const writtenColumns = (tx: Transaction) => tx`
  (email, first_name, last_name, cnp, phone_number, year, college_id, section_id, series_id, external_id, matricol)`;

/** The values of a draft, in the order of `writtenColumns`. */
const writtenValues = (tx: Transaction, draft: StudentDraft) => tx`
  (${draft.email}, ${draft.firstName}, ${draft.lastName}, ${draft.cnp}, ${draft.phone}, ${draft.year},
   ${draft.collegeId}, ${draft.sectionId}, ${draft.seriesId}, ${draft.externalId}, ${draft.matricol})`;

/** Creates or updates an enrolment and its account, by the rules of the form (ROLE-12, SAFE-22). */
async function writeStudent(
  tx: Transaction,
  services: JobServices,
  actor: Actor,
  { draft, studentId }: StudentVerdict,
  around: StoredAround,
): Promise<number | null> {
  if (!draft) return studentId;
  const before = around.students.find(({ id }) => id === studentId);
  await enrol(
    { tx, services, viewer: await viewerOf(tx, actor) },
    { email: draft.email, name: `${draft.firstName} ${draft.lastName}`, personalId: draft.cnp },
    before && { email: before.email, name: `${before.firstName} ${before.lastName}` },
  );
  if (before) {
    await tx`update students set ${writtenColumns(tx)} = ${writtenValues(tx, draft)} where id = ${before.id}`;
    return before.id;
  }
  const [row] = await tx<{ id: number }[]>`
    insert into students ${writtenColumns(tx)} values ${writtenValues(tx, draft)} returning id`;
  return row?.id ?? null;
}

/** Validates a row again, since its dry run may be days old, and writes it. */
async function writeRow(
  tx: Transaction,
  services: JobServices,
  actor: Actor,
  tree: StudyTree,
  { position, cells }: Waiting,
): Promise<Written> {
  const around = await selectAround(tx, [cells], tree);
  const verdict = judgeStudent(cells, tree, around);
  const { outcome, problems } = verdict;
  if (outcome === 'refused') return { position, state: 'failed', outcome, student: null, problems };
  if (outcome === 'same')
    return { position, state: 'written', outcome, student: verdict.studentId, problems };
  try {
    const student = await writeStudent(tx, services, actor, verdict, around);
    return { position, state: 'written', outcome, student, problems };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { position, state: 'failed', outcome, student: null, problems: [...problems, problemOf(error)] };
  }
}

const noteWritten = (tx: Transaction, importId: number, rows: readonly Written[]) => tx`
  update student_import_rows r set state = done.state, outcome = done.outcome, problems = done.problems,
         student_id = coalesce(done.student, r.student_id)
    from jsonb_to_recordset(${tx.json(rows)}) as done (position int, state text, outcome text, student int,
      problems jsonb)
   where r.import_id = ${importId} and r.position = done.position`;

async function nextWaiting(tx: Transaction, importId: number, limit: number): Promise<Waiting[]> {
  const rows = await tx<Waiting[]>`
    select position, cells from student_import_rows
     where import_id = ${importId} and state = 'waiting' order by position limit ${limit}`;
  return rows.map(({ position, cells }) => ({ position, cells: storedCells(cells) }));
}

async function writerFor(services: JobServices, importId: number, actor: Actor): Promise<RowWriter<Waiting>> {
  const tree = await selectStudyTree(services.database.sql);
  return {
    batchSize: 50,
    next: (tx, limit) => nextWaiting(tx, importId, limit),
    write: async (tx, rows) => {
      const written: Written[] = [];
      for (const row of rows) written.push(await writeRow(tx, services, actor, tree, row));
      await noteWritten(tx, importId, written);
    },
    refused: async (tx, { position }, error) => {
      const refusal = refusalOfConstraint(error);
      const problem = refusal ? problemOf(refusal) : studentProblem(null, 'notWritten');
      await tx`update student_import_rows set state = 'failed', problems = problems || ${tx.json([problem])}
                where import_id = ${importId} and position = ${position}`;
    },
  };
}

export const writingStudents = writingJob<JobServices, Waiting>({
  name: 'write-students',
  kind: 'students',
  may: (actor) => isOfAny(actor, permissions['student.import']),
  writerFor,
});
