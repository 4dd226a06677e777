import { Refusal } from '#domain/errors.ts';
import { FileRefusal } from '#domain/imports/findings.ts';
import { judgeStudent, RowsBefore, type StudentVerdict } from '#domain/imports/students/judge-student.ts';
import { isRefusal, studentProblem } from '#domain/imports/students/student-problems.ts';
import type { StudyTree } from '#domain/imports/students/study-tree.ts';
import type { Language } from '#i18n/languages.ts';
import type { Author, Database } from '#server/db/database.ts';
import {
  type FileLimits,
  type FileThread,
  withFileThread,
} from '#server/features/imports/reading/file-thread.ts';
import { removeImport } from '#server/features/imports/removing.ts';
import type { StudentFileRow } from './read-student-file.ts';
import { selectAround, selectStudyTree } from './stored-students.ts';

type Maker = { readonly database: Database; readonly author: Author; readonly userId: number };
type StudentUpload = {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  readonly language: Language;
};
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
  const around = await selectAround(
    database.sql,
    rows.map(({ cells }) => cells),
    tree,
  );
  return rows.map((row) => {
    const verdict = judgeStudent(row.cells, tree, around);
    const repeats = verdict.draft ? before.check(verdict.draft, verdict.studentId, row.line) : [];
    const problems = [
      ...verdict.problems,
      ...repeats,
      ...(row.formula ? [studentProblem(null, 'formula')] : []),
    ];
    return repeats.some(isRefusal)
      ? { ...row, verdict: { ...verdict, outcome: 'refused', problems, changes: [], draft: null } }
      : { ...row, verdict: { ...verdict, problems } };
  });
}

async function insertRows(
  { database, author }: Maker,
  importId: number,
  first: number,
  rows: readonly Judged[],
): Promise<void> {
  const values = rows.map(({ line, cells, verdict }, index) => ({
    position: first + index,
    line,
    label: `${cells.lastName} ${cells.firstName}`.trim().slice(0, 200) || cells.email.slice(0, 200),
    cells,
    problems: verdict.problems,
    changes: verdict.changes,
    outcome: verdict.outcome,
    student: verdict.studentId,
    series: verdict.draft?.seriesId ?? null,
  }));
  await database.transaction(
    author,
    (tx) => tx`
      insert into student_import_rows (import_id, position, line, label, cells, problems, changes, outcome, state,
                                       student_id, series_id)
      select ${importId}, position, line, label, cells, problems, changes, outcome,
             case outcome when 'refused' then 'refused' else 'ready' end, student, series
        from jsonb_to_recordset(${tx.json(values as never)}) as given (position int, line int, label text, cells jsonb,
          problems jsonb, changes jsonb, outcome text, student int, series int)`,
  );
}

async function dryRun(thread: FileThread, maker: Maker, file: StudentUpload): Promise<DryRun> {
  const { database, author, userId } = maker;
  const read = await thread.ask(
    { kind: 'readStudents', bytes: file.bytes, language: file.language },
    'studentsRead',
    'refused',
  );
  if (read.kind === 'refused') throw new FileRefusal(read.finding);
  const importId = await database.transaction(author, async (tx) => {
    const [row] = await tx<{ id: number }[]>`
      insert into imports (kind, made_by, file_name, format, encoding, findings)
      values ('students', ${userId}, ${file.fileName}, ${read.format}, ${read.encoding}, ${tx.json(read.findings as never)})
      returning id`;
    if (!row) throw new Error('the import was not stored');
    return row.id;
  });
  try {
    const tree = await selectStudyTree(database.sql);
    const before = new RowsBefore();
    let [rows, problems] = [0, 0];
    for (;;) {
      const portion = await thread.ask({ kind: 'studentRows' }, 'studentRows');
      if (portion.rows.length === 0) break;
      const judged = await judgeRows(maker, portion.rows, tree, before);
      await insertRows(maker, importId, rows + 1, judged);
      rows += judged.length;
      problems += judged.filter(({ verdict }) => verdict.outcome === 'refused').length;
    }
    await database.transaction(author, (tx) => tx`update imports set state = 'ready' where id = ${importId}`);
    return { importId, rows, problems };
  } catch (error) {
    await database.transaction(author, (tx) => removeImport(tx, importId));
    throw error;
  }
}

/**
 * Reads a student file and stores its effects as an import to review. No student changes. A file that is unreadable
 * or too expensive is refused with its reason.
 */
export async function dryRunOfStudents(maker: Maker, file: StudentUpload): Promise<DryRun> {
  try {
    return await withFileThread((thread) => dryRun(thread, maker, file), limits);
  } catch (problem) {
    if (!(problem instanceof FileRefusal)) throw problem;
    const { code, params } = problem.finding;
    throw new Refusal('import.refused', { ...params, reason: code });
  }
}
