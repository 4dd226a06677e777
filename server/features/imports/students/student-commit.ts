import { setTimeout as pause } from 'node:timers/promises';
import type { Actor } from '#domain/access/actor.ts';
import { Refusal, refuse } from '#domain/errors.ts';
import {
  judgeStudent,
  type StoredAround,
  type StudentDraft,
  type StudentVerdict,
} from '#domain/imports/students/judge-student.ts';
import type { StudentCells } from '#domain/imports/students/student-columns.ts';
import { type StudentProblem, studentProblem } from '#domain/imports/students/student-problems.ts';
import type { StudyTree } from '#domain/imports/students/study-tree.ts';
import { enrol } from '#server/accounts/account-changes.ts';
import { refusalOfConstraint } from '#server/db/constraint-refusals.ts';
import { type Author, type Transaction, theSystem } from '#server/db/database.ts';
import type { HeldImport } from '#server/features/imports/own-import.ts';
import type { JobQueue, QueuedJob } from '#server/jobs/queue.ts';
import { viewerOf } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';
import { selectAround, selectStudyTree } from './stored-students.ts';

/** The batch size; short transactions let other work run in between. */
const portion = 50;
const breath = 10;
/** How long a job writes before it queues another one for the rest. */
const jobMilliseconds = 30_000;

type JobServices = Pick<Services, 'database' | 'process' | 'queue' | 'settings'>;

const sendJob = (tx: Transaction, queue: JobQueue, importId: number) =>
  queue.send(tx, writingStudents, { importId }, `students ${importId}`);

/** Starts or resumes writing. Idempotent. */
export async function startStudents(tx: Transaction, queue: JobQueue, held: HeldImport): Promise<void> {
  if (held.state === 'writing' || held.state === 'done') return;
  if (held.state === 'reading') refuse('import.nothingChosen');
  if (held.state === 'ready') {
    await tx`update student_import_rows set state = 'waiting' where import_id = ${held.id} and state = 'ready'`;
    const [waiting] = await tx`
      select from student_import_rows where import_id = ${held.id} and state = 'waiting' limit 1`;
    if (!waiting) refuse('import.nothingChosen');
  }
  await tx`update imports set state = 'writing' where id = ${held.id}`;
  await sendJob(tx, queue, held.id);
}

/** Pauses after the current batch; does nothing when the import is not writing. */
export const pauseStudents = (tx: Transaction, held: HeldImport) =>
  tx`update imports set state = 'paused' where id = ${held.id} and state = 'writing' and kind = 'students'`;

async function resumeStudents({ database, queue }: JobServices): Promise<void> {
  await database.transaction(theSystem, async (tx) => {
    const unfinished = await tx<{ id: number }[]>`
      select id from imports where state = 'writing' and kind = 'students' order by id`;
    for (const { id } of unfinished) await sendJob(tx, queue, id);
  });
}

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

const rowOf = (tx: Transaction, draft: StudentDraft) => tx`
  (email, first_name, last_name, cnp, phone_number, year, college_id, section_id, series_id, external_id, matricol) =
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
    await tx`update students set ${rowOf(tx, draft)} where id = ${before.id}`;
    return before.id;
  }
  const [row] = await tx<{ id: number }[]>`
    insert into students (email, first_name, last_name, cnp, phone_number, year, college_id, section_id, series_id,
                          external_id, matricol)
    values (${draft.email}, ${draft.firstName}, ${draft.lastName}, ${draft.cnp}, ${draft.phone}, ${draft.year},
            ${draft.collegeId}, ${draft.sectionId}, ${draft.seriesId}, ${draft.externalId}, ${draft.matricol})
    returning id`;
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
    from jsonb_to_recordset(${tx.json(rows as never)}) as done (position int, state text, outcome text, student int,
      problems jsonb)
   where r.import_id = ${importId} and r.position = done.position`;

const nextWaiting = (tx: Transaction, importId: number, most: number) => tx<Waiting[]>`
  select position, cells from student_import_rows
   where import_id = ${importId} and state = 'waiting' order by position limit ${most}`;

/**
 * Writes the next rows. One transaction writes the students and marks the rows, with the import locked, so each row
 * is written once however many jobs run.
 */
async function writeSome(
  tx: Transaction,
  services: JobServices,
  job: { readonly importId: number; readonly actor: Actor; readonly tree: StudyTree },
  most: number,
): Promise<'more' | 'done'> {
  const { importId, actor, tree } = job;
  const [held] = await tx`select from imports where id = ${importId} and state = 'writing' for update`;
  if (!held) return 'done';
  const rows = await nextWaiting(tx, importId, most);
  if (rows.length === 0) {
    await tx`update imports set state = 'done', finished_at = now() where id = ${importId}`;
    return 'done';
  }
  const written: Written[] = [];
  for (const row of rows) written.push(await writeRow(tx, services, actor, tree, row));
  await noteWritten(tx, importId, written);
  return 'more';
}

const isRefusedByData = (error: unknown) =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));

/** Writes a batch. If the database refuses it, writes row by row, so only the faulty rows are skipped. */
async function writePortion(
  services: JobServices,
  author: Author,
  job: { readonly importId: number; readonly actor: Actor; readonly tree: StudyTree },
): Promise<'more' | 'done'> {
  const { database } = services;
  const write = (most: number) => database.transaction(author, (tx) => writeSome(tx, services, job, most));
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
      const refusal = refusalOfConstraint(error);
      const problem = refusal ? problemOf(refusal) : studentProblem(null, 'notWritten');
      await database.transaction(author, async (tx) => {
        const [row] = await nextWaiting(tx, job.importId, 1);
        if (row)
          await tx`update student_import_rows set state = 'failed', problems = problems || ${tx.json([problem] as never)}
                    where import_id = ${job.importId} and position = ${row.position}`;
      });
    }
  }
  return 'more';
}

/** The administrator who started the import, while they are one. */
async function makerOf({ database }: JobServices, importId: number): Promise<Actor | undefined> {
  const [maker] = await database.sql<{ id: number; email: string }[]>`
    select u.id, u.email::text from imports i join users u on u.id = i.made_by
     where i.id = ${importId} and i.kind = 'students' and i.state = 'writing' and u.is_admin and u.disabled_at is null`;
  return (
    maker && {
      userId: maker.id,
      email: maker.email,
      roles: ['Admin'],
      dean: false,
      year: 0,
      studentId: undefined,
    }
  );
}

/** Writes queued rows in batches until all are written, it is paused, its time is up or the process stops. */
export async function writeStudents(
  services: JobServices,
  importId: number,
  stopping: AbortSignal,
): Promise<void> {
  const { database, queue } = services;
  const actor = await makerOf(services, importId);
  if (!actor) {
    // Pauses when its author is no longer an administrator; the remaining rows can still be reviewed.
    await database.transaction(
      theSystem,
      (tx) =>
        tx`update imports set state = 'paused' where id = ${importId} and kind = 'students' and state = 'writing'`,
    );
    return;
  }
  const author: Author = { actorId: actor.userId, requestId: undefined };
  const job = { importId, actor, tree: await selectStudyTree(database.sql) };
  const until = performance.now() + jobMilliseconds;
  while (!stopping.aborted && performance.now() < until) {
    if ((await writePortion(services, author, job)) === 'done') return;
    await pause(breath);
  }
  await database.transaction(theSystem, (tx) => sendJob(tx, queue, importId));
}

export const writingStudents: QueuedJob<JobServices, { readonly importId: number }> = {
  name: 'write-students',
  run: (services, { importId }, stopping) => writeStudents(services, importId, stopping),
  resume: resumeStudents,
};
