import { setImmediate as nextTurn } from 'node:timers/promises';
import { judgeStudent, type StudentVerdict } from '#domain/imports/students/judge-student.ts';
import { type AcceptedRow, RowsBefore } from '#domain/imports/students/rows-before.ts';
import { yearOf } from '#domain/imports/students/student-cells.ts';
import { type StudentCells, storedCells } from '#domain/imports/students/student-columns.ts';
import type { StudentIndex } from '#domain/imports/students/student-index.ts';
import { isRefusal, type StudentProblem, studentProblem } from '#domain/imports/students/student-problems.ts';
import { findSection, type StudyTree } from '#domain/imports/students/study-tree.ts';
import type { Transaction } from '#server/db/database.ts';
import { type Check, checkBatches } from '#server/features/imports/checking-rows.ts';
import { type RowTable, storeNext } from '#server/features/imports/import-batches.ts';
import { type RowWriter, rowJob } from '#server/features/imports/row-jobs.ts';
import { whenFree } from '#server/features/imports/when-free.ts';
import { selectStudentIndex, selectStudyTree } from './stored-students.ts';

/** A row as it was read, with the problems of its cells in the file. */
type Unchecked = {
  readonly position: number;
  readonly line: number;
  readonly cells: StudentCells;
  readonly problems: readonly StudentProblem[];
};
type Judged = {
  readonly position: number;
  readonly verdict: StudentVerdict;
  /** Where the series is not recognised: whose office sees the row. */
  readonly section: number | null;
  readonly year: number | null;
};

/** How many rows are judged before other requests get a turn. */
const slice = 10;

function judgeRow(
  row: Unchecked,
  tree: StudyTree,
  studentIndex: StudentIndex,
  before: RowsBefore,
): StudentVerdict {
  const verdict = judgeStudent(row.cells, tree, studentIndex);
  // A cell that was too long for the file says it once.
  const ofFile = row.problems.filter(
    ({ column, code }) => !verdict.problems.some((one) => one.column === column && one.code === code),
  );
  const isUnreadable = ofFile.some(isRefusal);
  const repeats =
    verdict.draft && !isUnreadable ? before.check(verdict.draft, verdict.studentId, row.line) : [];
  // What the file says about a cell explains why its text cannot be read.
  const refusedCells = new Set(
    ofFile.filter((one) => isRefusal(one) && one.code !== 'tooLong').map(({ column }) => column),
  );
  const problems = [
    ...verdict.problems.filter(({ column }) => column === null || !refusedCells.has(column)),
    ...repeats,
    ...ofFile,
  ];
  return isUnreadable || repeats.length > 0
    ? { ...verdict, outcome: 'refused', problems, changes: [], draft: null }
    : { ...verdict, problems };
}

/** Validates a batch of rows against the stored students and the previous rows. */
async function judgeRows(
  tx: Transaction,
  rows: readonly Unchecked[],
  tree: StudyTree,
  before: RowsBefore,
): Promise<Judged[]> {
  const studentIndex = await selectStudentIndex(
    tx,
    rows.map(({ cells }) => cells),
    tree,
  );
  const judged: Judged[] = [];
  for (const [index, row] of rows.entries()) {
    const verdict = judgeRow(row, tree, studentIndex, before);
    const section = verdict.seriesId === null ? (findSection(tree, row.cells)?.id ?? null) : null;
    const year = section === null ? null : (yearOf(row.cells.year) ?? null);
    judged.push({ position: row.position, verdict, section, year });
    if ((index + 1) % slice === 0) await nextTurn();
  }
  return judged;
}

/** Stores what the check found. */
async function storeJudged(tx: Transaction, importId: number, rows: readonly Judged[]): Promise<void> {
  const values = rows.map(({ position, verdict, section, year }) => ({
    position,
    section,
    year,
    problems: verdict.problems,
    changes: verdict.changes,
    outcome: verdict.outcome,
    student: verdict.studentId,
    series: verdict.seriesId,
  }));
  await tx`
    update student_import_rows r set problems = found.problems, changes = found.changes, outcome = found.outcome,
           state = case found.outcome when 'refused' then 'refused' else 'ready' end,
           student_id = found.student, series_id = found.series, section_id = found.section, year = found.year
      from jsonb_to_recordset(${tx.json(values)}) as found (position int, problems jsonb, changes jsonb, outcome text,
        student int, series int, section int, year int)
     where r.import_id = ${importId} and r.position = found.position`;
}

const pageRows = 500;

/** Remembers the accepted rows after `known` and before `next`, which another run has checked. */
async function rememberRows(
  tx: Transaction,
  importId: number,
  { known, next }: { readonly known: number; readonly next: number },
  before: RowsBefore,
): Promise<void> {
  for (let after = known; after < next - 1; ) {
    const rows = await tx<(AcceptedRow & { position: number })[]>`
      select r.position, r.line, r.cells, r.problems, r.student_id as "studentId", n.id as "sectionId",
             n.college_id as "collegeId"
        from student_import_rows r join series e on e.id = r.series_id join sections n on n.id = e.section_id
       where r.import_id = ${importId} and r.position > ${after} and r.position < ${next} and r.outcome <> 'refused'
       order by r.position limit ${pageRows}`;
    for (const [index, row] of rows.entries()) {
      before.remember({ ...row, cells: storedCells(row.cells) });
      if ((index + 1) % slice === 0) await nextTurn();
    }
    after = rows.at(-1)?.position ?? next;
  }
}

/** Stores the rows of a batch when those before are checked, so that the progress of the check is that of the file. */
const rowTable: RowTable = {
  name: 'student_import_rows',
  insert: (sql, importId) => sql`
    insert into student_import_rows (import_id, position, line, label, cells, problems, state)
    select ${importId}, given.position, line, label, cells, problems, 'unchecked'
      from batch, before, jsonb_to_recordset(batch.rows) as given (position int, line int, label text, cells jsonb, problems jsonb)`,
  when: (sql, importId) => sql`
    not exists (select from student_import_rows where import_id = ${importId} and state = 'unchecked')`,
};

/** Large enough that the statements of a batch cost little per row. */
const batchSize = 100;

function checkerOf(importId: number, tree: StudyTree): RowWriter<Unchecked> {
  let before = new RowsBefore();
  /** The last row that is remembered; infinite during a batch, which may fail. */
  let known = 0;
  return {
    batchSize,
    prepare: (batches, rowsOf) => whenFree(() => storeNext(batches, rowTable, rowsOf(batchSize))),
    next: async (tx, limit) => {
      const rows = await tx<Unchecked[]>`
        select position, line, cells, problems from student_import_rows
         where import_id = ${importId} and state = 'unchecked' order by position limit ${limit} for update`;
      return rows.map((row) => ({ ...row, cells: storedCells(row.cells) }));
    },
    write: async (tx, rows) => {
      const [next, last] = [rows[0]?.position ?? 0, rows.at(-1)?.position ?? 0];
      if (next <= known) [before, known] = [new RowsBefore(), 0];
      const from = known;
      known = Number.POSITIVE_INFINITY;
      await rememberRows(tx, importId, { known: from, next }, before);
      await storeJudged(tx, importId, await judgeRows(tx, rows, tree, before));
      known = last;
    },
    refused: async (tx, { position }) => {
      await tx`
        update student_import_rows set state = 'refused', outcome = 'refused',
               problems = problems || ${tx.json([studentProblem(null, 'notWritten')])}
         where import_id = ${importId} and position = ${position} and state = 'unchecked'`;
    },
  };
}

const batchesOf: Check<Unchecked>['batchesOf'] = (services, importId) =>
  checkBatches(services, importId, async () =>
    checkerOf(importId, await selectStudyTree(services.database.sql)),
  );

/** Stores and checks the rows of student files. It changes no student, so it needs no rights. */
export const studentCheck: Check<Unchecked> = {
  holdsRows: true,
  batchesOf,
  job: rowJob({ name: 'check-students', kind: 'students', stage: 'checking', batchesOf }),
};
