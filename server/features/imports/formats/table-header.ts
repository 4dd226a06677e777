import { type Finding, finding, refuseFile } from '#domain/imports/findings.ts';
import { importLimits } from '#domain/imports/import-limits.ts';
import { cleanLine } from '#domain/imports/imported-text.ts';
import type { TableCell, TableRow } from './table-cells.ts';
import { type Column, columnOf } from './table-layout.ts';

/** The meaning of each column, and the headings as written. */
export type Header = {
  readonly columns: readonly (Column | undefined)[];
  readonly headings: readonly string[];
};

/** The header may be below a title: the first row with the question and both kinds of answers. */
export const HEADER_ROWS = 20;

const isAnswer = (column: Column | undefined) => column?.kind === 'answer';

/** Gives answers without a number the next free one; their other parts belong to the answer before them. */
function numbered(columns: readonly (Column | undefined)[]): (Column | undefined)[] {
  const taken = (correct: boolean) =>
    new Set(
      columns.flatMap((column) =>
        column?.kind === 'answer' && column.correct === correct ? [column.number] : [],
      ),
    );
  const counters = { true: { taken: taken(true), last: 0 }, false: { taken: taken(false), last: 0 } };
  return columns.map((column) => {
    if (column?.kind !== 'answer' || column.number > 0) return column;
    const counter = counters[`${column.correct}`];
    if (column.part === 'text') {
      do counter.last += 1;
      while (counter.taken.has(counter.last));
    }
    return { ...column, number: counter.last };
  });
}

export function headerOf(row: TableRow): Header | undefined {
  const headings = row.cells.slice(0, importLimits.tableColumns).map((cell) => cleanLine(cell?.plain ?? ''));
  const columns = numbered(headings.map(columnOf));
  const has = (test: (column: Column) => boolean) => columns.some((column) => column && test(column));
  const complete =
    has(({ kind }) => kind === 'text') &&
    has((column) => column.kind === 'answer' && column.correct) &&
    has((column) => column.kind === 'answer' && !column.correct);
  return complete ? { columns, headings } : undefined;
}

export const isFilled = (cell: TableCell | undefined): cell is TableCell =>
  cell !== undefined && (cell.plain.trim() !== '' || cell.uncalculated === true);

/**
 * The header without columns that repeat another one. Of two filled columns for the question or an answer none can be
 * left out; of any others the first is read.
 */
export function withoutRepeats(
  { columns, headings }: Header,
  rows: readonly TableRow[],
): { header: Header; findings: Finding[] } {
  const used = columns.map((_, index) => rows.some(({ cells }) => isFilled(cells[index])));
  const firsts = new Map<string, number>();
  const findings: Finding[] = [];
  const usedColumns = columns.map((column, index) => {
    if (!column || !used[index]) return undefined;
    const key = JSON.stringify(column);
    const first = firsts.get(key);
    if (first === undefined) {
      firsts.set(key, index);
      return column;
    }
    const [heading, other] = [headings[index] ?? '', headings[first] ?? ''];
    if (isAnswer(column) || column.kind === 'text')
      return refuseFile('import.columnRepeated', { column: other.slice(0, 60) });
    findings.push(
      finding('import.columnNotRead', { column: heading.slice(0, 60), other: other.slice(0, 60) }),
    );
    return undefined;
  });
  return { header: { columns: usedColumns, headings }, findings };
}

/** The cells of a row that no heading names: beyond the header, or under an empty heading. */
export const unnamedIn = ({ cells }: TableRow, { headings }: Header): TableCell[] =>
  cells.filter((cell, index): cell is TableCell => isFilled(cell) && (headings[index] ?? '') === '');

export const hasHeader = (rows: readonly TableRow[]) =>
  rows.slice(0, HEADER_ROWS).some((row) => headerOf(row));
