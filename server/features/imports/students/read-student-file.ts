import { FileRefusal, type Finding, finding, refuseFile } from '#domain/imports/findings.ts';
import { importLimits } from '#domain/imports/import-limits.ts';
import { cutAt } from '#domain/imports/imported-text.ts';
import {
  cellsOf,
  headingOf,
  type StudentCells,
  type StudentFileColumn,
  type StudentLayout,
  studentColumns,
  studentLayout,
} from '#domain/imports/students/student-columns.ts';
import {
  type StudentProblem,
  type StudentProblemCode,
  studentProblem,
} from '#domain/imports/students/student-problems.ts';
import type { Language } from '#i18n/languages.ts';
import { decodeText } from '#server/features/imports/formats/decode-text.ts';
import { readRecords, rearmed } from '#server/features/imports/formats/read-csv.ts';
import {
  type CellFacts,
  placeOf,
  type Sheet,
  sheetsBeyond,
  sheetsOf,
} from '#server/features/imports/formats/read-xlsx.ts';
import { isZip, openZip, type ZipArchive } from '#server/features/imports/formats/zip-reader.ts';

/** A student's row as parsed. */
export type StudentFileRow = {
  readonly line: number;
  readonly cells: StudentCells;
  readonly formula: boolean;
  /** What was left out of cells that cannot be stored whole. */
  readonly problems: readonly StudentProblem[];
};

export type StudentFile =
  | {
      readonly kind: 'students';
      readonly format: 'xlsx' | 'csv';
      readonly encoding: string | null;
      readonly findings: readonly Finding[];
      readonly partial: boolean;
      readonly rows: readonly StudentFileRow[];
    }
  | { readonly kind: 'refused'; readonly finding: Finding };

/** What the spreadsheet says about a cell that is not plain text or a number. */
type CellProblem = Extract<
  StudentProblemCode,
  'dateCell' | 'formulaEmpty' | 'errorCell' | 'booleanCell' | 'numberFormat'
>;
type PlainRow = {
  readonly line: number;
  readonly cells: readonly string[];
  readonly formula: boolean;
  /** The problems of cells, by the position of the cell. */
  readonly cellProblems: ReadonlyMap<number, CellProblem>;
};
type PlainTable = { readonly rows: readonly PlainRow[]; readonly findings: readonly Finding[] };

/** A student table has eleven columns; some may be empty at the end of every row. */
const minCells = 8;

const tooMany = (rows: number) => {
  if (rows > importLimits.students) refuseFile('import.tooManyStudents', { max: importLimits.students });
};

/** A cell of a workbook; only one with facts needs more memory than its text. */
type MarkedCell =
  | string
  | { readonly text: string; readonly formula: boolean; readonly problem: CellProblem | undefined };

/** Fills every cell of a merged area with the value of its first one. */
function unmerged(sheet: Sheet<MarkedCell>): PlainRow[] {
  const byLine = new Map<number, (MarkedCell | undefined)[]>(
    sheet.rows.map((row) => [row.line, [...row.cells]]),
  );
  for (const area of sheet.merged) {
    const [from = '', to = ''] = area.split(':');
    const [first, last] = [placeOf(from), placeOf(to)];
    const value = byLine.get(first.line)?.[first.column];
    if (value === undefined || last.column >= importLimits.tableColumns) continue;
    for (let line = first.line; line <= Math.min(last.line, first.line + importLimits.students); line += 1) {
      const cells = byLine.get(line);
      if (!cells) continue;
      for (let column = first.column; column <= last.column; column += 1) cells[column] ??= value;
    }
  }
  return [...byLine].map(([line, cells]) => ({
    line,
    cells: Array.from(cells, (cell) => (typeof cell === 'object' ? cell.text : (cell ?? ''))),
    formula: cells.some((cell) => typeof cell === 'object' && cell.formula),
    cellProblems: cells.some((cell) => typeof cell === 'object' && cell.problem !== undefined)
      ? new Map(
          cells.flatMap((cell, at) =>
            typeof cell === 'object' && cell.problem !== undefined ? [[at, cell.problem] as const] : [],
          ),
        )
      : noCellProblems,
  }));
}

const noCellProblems: PlainRow['cellProblems'] = new Map();

/** A date, an error or a logical value is no student's data: the spreadsheet made it of what somebody typed. */
function cellProblem(text: string, facts: CellFacts): CellProblem | undefined {
  if (facts.uncalculated) return 'formulaEmpty';
  if (text === '') return undefined;
  if (facts.special === 'error') return 'errorCell';
  if (facts.special === 'boolean') return 'booleanCell';
  if (facts.date) return 'dateCell';
  return facts.otherForm ? 'numberFormat' : undefined;
}

const ofStudents = {
  cell: (pieces: readonly { readonly text: string }[], facts: CellFacts): MarkedCell | undefined => {
    const text = pieces.map((piece) => piece.text).join('');
    const problem = cellProblem(text, facts);
    const formula = facts.formula && text !== '';
    if (formula || problem !== undefined) return { text, formula, problem };
    return text === '' ? undefined : text;
  },
  tooMany,
};

const hasHeader = (rows: readonly PlainRow[]) =>
  studentLayout(rows.slice(0, 20).map(({ cells }) => cells)).firstRow > 0;
const filled = ({ cells }: PlainRow) => cells.filter((cell) => cell.trim() !== '').length;

function workbookTable(zip: ZipArchive): PlainTable {
  const sheets = [...sheetsOf(zip, ofStudents)].map((sheet) => ({ ...sheet, plain: unmerged(sheet) }));
  const chosen =
    sheets.find(({ plain }) => hasHeader(plain)) ??
    sheets.find(({ plain }) => plain.some((row) => filled(row) >= minCells));
  if (!chosen) return refuseFile('import.noStudentTable');
  const unread = sheets.filter((sheet) => sheet !== chosen && sheet.rows.length > 0);
  const others = [...unread.map(({ name }) => name), ...sheetsBeyond(zip)];
  return {
    rows: chosen.plain,
    findings: [
      ...(others.length > 0
        ? [finding('import.otherSheets', { sheets: others.join(', ').slice(0, 200) })]
        : []),
      ...(chosen.merged.length > 0 ? [finding('import.mergedCells')] : []),
      ...(zip.names.includes('xl/vbaProject.bin') ? [finding('import.macrosIgnored')] : []),
    ],
  };
}

/** Whether the bytes are text: a table has almost no control characters. */
function isText(text: string): boolean {
  const sample = text.slice(0, 20_000);
  const strange = sample.match(/(?![\t\n\r])\p{Cc}|\ufffd/gu)?.length ?? 0;
  return !sample.includes('\0') && strange <= sample.length / 50 && !/^[\ufeff\s]*[<{]/.test(sample);
}

function textTable(text: string): PlainTable {
  if (!isText(text)) refuseFile('import.noStudentTable');
  const records = readRecords(text, importLimits.students + 1);
  tooMany(records.length - 1);
  return {
    rows: records.map(({ line, record }) => ({
      line,
      cells: record.slice(0, importLimits.tableColumns).map(rearmed),
      formula: false,
      cellProblems: noCellProblems,
    })),
    findings: [],
  };
}

function layoutFindings({ unknown, missing }: StudentLayout, language: Language): Finding[] {
  return [
    ...missing.map((column) => finding('import.columnMissing', { column: headingOf(column, language) })),
    ...unknown.slice(0, 20).map((column) => finding('import.columnUnknown', { column: column.slice(0, 60) })),
  ];
}

/** No value of a student is as long; the cost of reading a cell grows with its length. */
const maxCell = 500;

/** Characters that the database cannot store, and accents piled up by the dozen. */
const unstorable = /\0|\p{Cs}|(?<=\p{M}{30})\p{M}+/gu;

/** A cell that can be stored and compared; what is left out of it is a problem. */
function boundedCell(column: StudentFileColumn, cell: string): { text: string; problems: StudentProblem[] } {
  const start = cutAt(cell, maxCell);
  const text = start.replace(unstorable, '');
  const characters = [...new Set(start.match(unstorable)?.flatMap((found) => [...found]))].map(codeOf);
  return {
    text,
    problems: [
      ...(start.length < cell.length ? [studentProblem(column, 'tooLong', { max: maxCell })] : []),
      ...(characters.length > 0
        ? [studentProblem(column, 'charactersDropped', { characters: characters.slice(0, 10).join(', ') })]
        : []),
    ],
  };
}

const codeOf = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

function bounded(cells: StudentCells): Pick<StudentFileRow, 'cells' | 'problems'> {
  const all = studentColumns.map((column) => [column, boundedCell(column, cells[column])] as const);
  return {
    cells: Object.fromEntries(all.map(([column, { text }]) => [column, text])) as Record<
      StudentFileColumn,
      string
    >,
    problems: all.flatMap(([, { problems }]) => problems),
  };
}

function studentRows({ rows }: PlainTable, layout: StudentLayout): StudentFileRow[] {
  return rows
    .slice(layout.firstRow)
    .filter((row) => filled(row) > 0 || row.cellProblems.size > 0)
    .map((row) => {
      const { cells, problems } = bounded(cellsOf(row.cells, layout));
      return {
        line: row.line,
        formula: row.formula,
        cells,
        problems: [...problems, ...problemsOfCells(row, layout)],
      };
    })
    .filter(
      ({ cells, problems }) => problems.length > 0 || studentColumns.some((column) => cells[column] !== ''),
    );
}

const problemsOfCells = ({ cells, cellProblems }: PlainRow, { columns }: StudentLayout): StudentProblem[] =>
  [...cellProblems].flatMap(([at, code]) => {
    const column = columns[at];
    return column === undefined
      ? []
      : [studentProblem(column, code, { value: cutAt(cells[at]?.trim() ?? '', 100) })];
  });

function tableOf(bytes: Uint8Array): PlainTable & { format: 'xlsx' | 'csv'; encoding: string | null } {
  if (bytes.length === 0) refuseFile('import.fileEmpty');
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11) refuseFile('import.oldExcel');
  if (isZip(bytes)) {
    const zip = openZip(bytes);
    if (!zip.names.includes('xl/workbook.xml')) refuseFile('import.noStudentTable');
    return { ...workbookTable(zip), format: 'xlsx', encoding: null };
  }
  const { text, encoding, findings } = decodeText(bytes);
  return { ...textTable(text), format: 'csv', encoding, findings };
}

/**
 * Reads a student table: eleven columns in order, or in any order under a header. The values are not validated here;
 * a file that is not such a table is refused with its reason.
 */
export function readStudentFile(bytes: Uint8Array, language: Language): StudentFile {
  try {
    const table = tableOf(bytes);
    const layout = studentLayout(table.rows.slice(0, 20).map(({ cells }) => cells));
    if (layout.firstRow === 0 && !table.rows.some((row) => filled(row) >= minCells))
      refuseFile('import.noStudentTable');
    const rows = studentRows(table, layout);
    if (rows.length === 0) refuseFile('import.noStudents');
    return {
      kind: 'students',
      format: table.format,
      encoding: table.encoding,
      findings: [...table.findings, ...layoutFindings(layout, language)],
      partial: layout.partial,
      rows,
    };
  } catch (problem) {
    if (problem instanceof FileRefusal) return { kind: 'refused', finding: problem.finding };
    throw problem;
  }
}
