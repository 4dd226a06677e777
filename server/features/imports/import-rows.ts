import type { QueryOfCall } from '#contract/call.ts';
import type { ImportProblemFilter, ImportRow, listImportRows } from '#contract/imports.ts';
import { type Finding, finding } from '#domain/imports/findings.ts';
import type { QuestionContent } from '#domain/question-bank/question-content.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { rowHasProblem } from './reached-import.ts';

type Stored = Omit<ImportRow, 'question' | 'findings'> & {
  readonly parsed: QuestionContent | null;
  readonly findings: Finding[];
  readonly isPlaced: boolean;
  readonly byFileChapter: boolean;
};

const filters: Record<ImportProblemFilter, (sql: Queryable) => Fragment> = {
  all: (sql) => sql`true`,
  problems: rowHasProblem,
  rejected: (sql) => sql`r.state in ('rejected', 'failed')`,
  duplicates: (sql) => sql`r.duplicate_of is not null`,
};

/** Findings beyond the file itself: about the bank and the chosen target. */
function laterFindings(row: Stored): Finding[] {
  const unplaced = row.state === 'ready' && row.chapterId === null && row.isPlaced;
  // Chapters of the file are only looked up when the import is placed by file.
  const chapter = row.byFileChapter ? row.fileChapter.at(-1) : undefined;
  return [
    ...(row.duplicateOf === null ? [] : [finding('import.inBank', { question: row.duplicateOf })]),
    ...(unplaced && chapter !== undefined ? [finding('import.chapterUnknown', { chapter })] : []),
    ...(unplaced && chapter === undefined ? [finding('import.chapterMissing')] : []),
  ];
}

function shown(stored: Stored): ImportRow {
  const { parsed, isPlaced: _placed, byFileChapter: _byFile, ...row } = stored;
  return {
    ...row,
    findings: [...row.findings, ...laterFindings(stored)],
    question: parsed && { ...parsed, answers: [...parsed.answers] },
  };
}

const columns = (sql: Queryable): Fragment => sql`
  r.position, r.line, r.label, r.state, r.chosen, r.findings, r.file_chapter as "fileChapter",
  c.id as "chapterId", c.code as "chapterCode", c.description as "chapterDescription",
  r.duplicate_of as "duplicateOf", r.question_id as "questionId", r.parsed, i.discipline_id is not null as "isPlaced",
  i.by_file_chapter as "byFileChapter"`;

/** A page of the rows of an import, with the filtered total. */
export async function importRowPage(
  sql: Queryable,
  importId: number,
  { skip, take, problems }: QueryOfCall<typeof listImportRows>,
): Promise<{ items: ImportRow[]; total: number }> {
  const filter = sql`r.import_id = ${importId} and r.state <> 'unchecked' and ${filters[problems](sql)}`;
  const [rows, [counted]] = await Promise.all([
    sql<Stored[]>`
      select ${columns(sql)} from import_rows r join imports i on i.id = r.import_id
        left join chapters c on c.id = r.chapter_id
       where ${filter} order by r.position offset ${skip} limit ${take}`,
    sql<{ count: number }[]>`
      select count(*) from import_rows r join imports i on i.id = r.import_id where ${filter}`,
  ]);
  return { items: rows.map(shown), total: counted?.count ?? 0 };
}

const pageRows = 500;

/** All rows of an import, in pages. */
export async function* everyImportRow(sql: Queryable, importId: number): AsyncGenerator<ImportRow[]> {
  let after = 0;
  for (;;) {
    const rows = await sql<Stored[]>`
      select ${columns(sql)} from import_rows r join imports i on i.id = r.import_id
        left join chapters c on c.id = r.chapter_id
       where r.import_id = ${importId} and r.position > ${after} and r.state <> 'unchecked'
       order by r.position limit ${pageRows}`;
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(shown);
    after = last.position;
  }
}
