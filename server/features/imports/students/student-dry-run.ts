import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { refuse } from '#domain/errors.ts';
import { pauseAfter, rowsAtOnce } from '#domain/imports/beside-exams.ts';
import { FileRefusal, finding } from '#domain/imports/findings.ts';
import { cutAt } from '#domain/imports/imported-text.ts';
import { judgeStudent, RowsBefore, type StudentVerdict } from '#domain/imports/students/judge-student.ts';
import type { StoredAround } from '#domain/imports/students/stored-around.ts';
import { isRefusal, studentProblem } from '#domain/imports/students/student-problems.ts';
import type { StudyTree } from '#domain/imports/students/study-tree.ts';
import type { Language } from '#i18n/languages.ts';
import { type Maker, readingFile, storeImport } from '#server/features/imports/dry-run.ts';
import type { FileLimits, FileThread } from '#server/features/imports/reading/file-thread.ts';
import { areExamsRunning } from '#server/features/imports/running-exams.ts';
import { whenFree } from '#server/features/imports/when-free.ts';
import type { StudentFileRow } from './read-student-file.ts';
import { selectAround, selectStudyTree } from './stored-students.ts';

type StudentUpload = {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  readonly language: Language;
};
type StudentFile = Omit<Parameters<typeof storeImport>[1], 'kind'> & { readonly rows: StudentFileRow[] };
type DryRun = { readonly importId: number; readonly rows: number; readonly problems: number };

/** Enough for a hundred thousand rows; stops a hostile file. */
const limits: FileLimits = { seconds: 60, heapMegabytes: 768 };

type Judged = StudentFileRow & { readonly verdict: StudentVerdict };

/** Validates a batch of rows against the stored students and the previous rows. */
async function judgeRows(
  { database }: Maker,
  rows: readonly StudentFileRow[],
  tree: StudyTree,
  before: RowsBefore,
): Promise<Judged[]> {
  const around = await whenFree(() =>
    selectAround(
      database.sql,
      rows.map(({ cells }) => cells),
      tree,
    ),
  );
  const judged: Judged[] = [];
  for (const [index, row] of rows.entries()) {
    judged.push(judgeRow(row, tree, around, before));
    if ((index + 1) % slice === 0) await nextTurn();
  }
  return judged;
}

/** How many rows are judged before other requests get a turn. */
const slice = 10;

function judgeRow(row: StudentFileRow, tree: StudyTree, around: StoredAround, before: RowsBefore): Judged {
  const verdict = judgeStudent(row.cells, tree, around);
  // A cell that was too long for the file says it once.
  const ofFile = row.problems.filter(
    ({ column, code }) => !verdict.problems.some((one) => one.column === column && one.code === code),
  );
  const repeats = verdict.draft ? before.check(verdict.draft, verdict.studentId, row.line) : [];
  // What the file says about a cell explains why its text cannot be read.
  const refusedCells = new Set(
    ofFile.filter((one) => isRefusal(one) && one.code !== 'tooLong').map(({ column }) => column),
  );
  const problems = [
    ...verdict.problems.filter(({ column }) => column === null || !refusedCells.has(column)),
    ...ofFile,
    ...repeats,
    ...(row.formula ? [studentProblem(null, 'formula')] : []),
  ];
  return [...ofFile, ...repeats].some(isRefusal)
    ? { ...row, verdict: { ...verdict, outcome: 'refused', problems, changes: [], draft: null } }
    : { ...row, verdict: { ...verdict, problems } };
}

/**
 * Stores judged rows. Nobody waits until they are durable: the statement that opens the import for review makes them so,
 * and until then a crash leaves an interrupted import, which is deleted.
 */
async function insertRows(
  { database }: Maker,
  importId: number,
  first: number,
  rows: readonly Judged[],
): Promise<void> {
  const values = rows.map(({ line, cells, verdict }, index) => ({
    position: first + index,
    line,
    label: cutAt(`${cells.lastName} ${cells.firstName}`.trim(), 200) || cutAt(cells.email, 200),
    cells,
    problems: verdict.problems,
    changes: verdict.changes,
    outcome: verdict.outcome,
    student: verdict.studentId,
    series: verdict.seriesId,
  }));
  const { sql } = database;
  await sql`
    with relaxed as materialized (select set_config('synchronous_commit', 'off', true))
    insert into student_import_rows (import_id, position, line, label, cells, problems, changes, outcome, state,
                                     student_id, series_id)
    select ${importId}, position, line, label, cells, problems, changes, outcome,
           case outcome when 'refused' then 'refused' else 'ready' end, student, series
      from relaxed, jsonb_to_recordset(${sql.json(values)}) as given (position int, line int, label text, cells jsonb,
        problems jsonb, changes jsonb, outcome text, student int, series int)`;
}

/** How many rows are checked at once while no official exam runs. */
const batchSize = 100;

/** Checks and stores rows, and forgets them. */
async function storeRows(file: StudentFileRow[], maker: Maker, importId: number) {
  const { sql } = maker.database;
  const tree = await whenFree(() => selectStudyTree(sql));
  const before = new RowsBefore();
  let [rows, problems] = [0, 0];
  while (file.length > 0) {
    const since = performance.now();
    const yields = await whenFree(() => areExamsRunning(sql));
    const judged = await judgeRows(maker, file.splice(0, rowsAtOnce(batchSize, yields)), tree, before);
    await whenFree(() => insertRows(maker, importId, rows + 1, judged));
    rows += judged.length;
    problems += judged.filter(({ verdict }) => verdict.outcome === 'refused').length;
    if (yields) await pause(pauseAfter(performance.now() - since, yields));
  }
  return { rows, problems };
}

/** The rows of a file in memory: several times an ordinary one of a hundred thousand students. */
const maxCharacters = 64_000_000;

async function rowsOf(thread: FileThread): Promise<StudentFileRow[]> {
  const rows: StudentFileRow[] = [];
  let characters = 0;
  for (;;) {
    const batch = await thread.ask({ kind: 'studentRows' }, 'studentRows');
    if (batch.rows.length === 0) return rows;
    for (const { cells } of batch.rows) for (const cell of Object.values(cells)) characters += cell.length;
    if (characters > maxCharacters) throw new FileRefusal(finding('import.tooHeavy'));
    rows.push(...batch.rows);
  }
}

/** Reads a student file in its own thread, which is free again before the rows are checked. */
export const readStudents = (
  person: number,
  { bytes, fileName, language }: StudentUpload,
): Promise<StudentFile> =>
  readingFile(
    person,
    async (thread) => {
      const read = await thread.ask({ kind: 'readStudents', bytes, language }, 'studentsRead', 'refused');
      if (read.kind === 'refused') throw new FileRefusal(read.finding);
      const { format, encoding, findings, partial } = read;
      return { fileName, format, encoding, findings, partial, rows: await rowsOf(thread) };
    },
    limits,
  );

/** The rows of each file are in memory while they are checked, which takes long while exams run. */
const maxAtOnce = 4;
let current = 0;

/** Stores the effects of a student file as an import to review. No student changes. */
export async function dryRunOfStudents(maker: Maker, read: () => Promise<StudentFile>): Promise<DryRun> {
  if (current >= maxAtOnce) refuse('import.busy');
  current += 1;
  try {
    const { rows, ...file } = await read();
    return await storeImport(maker, { kind: 'students', ...file }, (importId) =>
      storeRows(rows, maker, importId),
    );
  } finally {
    current -= 1;
  }
}
