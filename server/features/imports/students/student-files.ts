import type { Readable } from 'node:stream';
import type { StudentImportRow } from '#contract/student-imports.ts';
import { headingOf, storedCells, studentColumns } from '#domain/imports/students/student-columns.ts';
import { type StudentProblem, textParams } from '#domain/imports/students/student-problems.ts';
import { studentImport as en } from '#i18n/en/student-import.ts';
import { fillIn } from '#i18n/fill-in.ts';
import { studentImport as fr } from '#i18n/fr/student-import.ts';
import type { Language } from '#i18n/languages.ts';
import { studentImport as ro } from '#i18n/ro/student-import.ts';
import type { Queryable } from '#server/db/database.ts';
import { type Table, textCell } from '#server/spreadsheet/cell.ts';
import { fileOf } from '#server/spreadsheet/file.ts';

const words = { ro, en, fr } as const satisfies Record<Language, object>;
const pageRows = 500;

type Format = 'xlsx' | 'csv';

/** The text of a problem, prefixed with the heading of its cell. */
function problemText(problem: StudentProblem, language: Language): string {
  const { column, code } = problem;
  const params = textParams(problem);
  const pattern = params.suggestion ? 'suggestion' : undefined;
  const text = fillIn(words[language][`problem_${code}`], params);
  const hint =
    pattern === undefined
      ? ''
      : ` ${words[language].suggestion.replace('{{name}}', String(params.suggestion))}`;
  return `${column === null ? '' : `${headingOf(column, language)}: `}${text}${hint}`;
}

const header = (language: Language) => studentColumns.map((column) => headingOf(column, language));

type NotImported = Pick<StudentImportRow, 'position' | 'cells' | 'problems'>;

async function* notImported(sql: Queryable, importId: number): AsyncGenerator<NotImported[]> {
  for (let after = 0; ; ) {
    const rows = await sql<NotImported[]>`
      select position, cells, problems from student_import_rows
       where import_id = ${importId} and position > ${after} and state in ('refused', 'failed')
       order by position limit ${pageRows}`;
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)?.position ?? after;
  }
}

/**
 * The students that were not imported, as in the file, with the reasons: to be corrected and imported again (MSG-20).
 */
export function notImportedFile(
  sql: Queryable,
  { importId, format, language }: { importId: number; format: Format; language: Language },
): Readable {
  const table: Table = {
    name: words[language].notImportedSheet,
    header: [...header(language), words[language].reason],
    pages: (async function* () {
      for await (const rows of notImported(sql, importId))
        yield rows.map(({ cells, problems }) => [
          ...Object.values(storedCells(cells)).map((cell) => textCell(cell)),
          textCell(problems.map((one) => problemText(one, language)).join('\n')),
        ]);
    })(),
  };
  return fileOf(table, format);
}

/** An empty table of students. */
export function studentTemplateFile(format: Format, language: Language): Readable {
  const none = (async function* () {})();
  return fileOf({ name: words[language].students, header: header(language), pages: none }, format);
}
