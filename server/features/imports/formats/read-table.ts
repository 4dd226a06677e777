import { type Finding, finding, refuseFile } from '#domain/imports/findings.ts';
import { importLimits } from '#domain/imports/import-limits.ts';
import type { ImportedAnswer, ImportedReference, ImportItem } from '#domain/imports/imported-question.ts';
import { cleanLine, droppedCharacters } from '#domain/imports/imported-text.ts';
import { judgeQuestion } from '#domain/imports/judge-question.ts';
import { type RichRun, textOfRuns } from '#domain/imports/rich-runs.ts';
import { type ImageLookup, QuestionImages } from './question-images.ts';
import { type AnswerPart, type Column, columnOf } from './table-layout.ts';

/** A parsed cell: its text as runs, because spreadsheets have subscripts and superscripts. */
export type TableCell = {
  readonly runs: readonly RichRun[];
  readonly plain: string;
  readonly formula?: boolean;
  /** Whether the cell holds a date, not a text. */
  readonly date?: boolean;
  /** Whether an apostrophe protected the cell from running as a formula. */
  readonly apostrophe?: boolean;
  /** Whether part of it is underlined or struck through, which our formatting does not support. */
  readonly underlined?: boolean;
  readonly struck?: boolean;
};
export type TableRow = { readonly line: number; readonly cells: readonly (TableCell | undefined)[] };

type Header = { readonly columns: readonly (Column | undefined)[]; readonly unknown: readonly string[] };

/** The header may be below a title: the first row with the question and both kinds of answers. */
const HEADER_ROWS = 20;

function headerOf(row: TableRow): Header | undefined {
  const counts = { correct: 0, wrong: 0 };
  const unknown: string[] = [];
  const columns = row.cells.slice(0, importLimits.tableColumns).map((cell) => {
    const heading = cleanLine(cell?.plain ?? '');
    const column = columnOf(heading);
    if (!column && heading !== '') unknown.push(heading);
    if (column?.kind !== 'answer' || column.number > 0) return column;
    const kind = column.correct ? 'correct' : 'wrong';
    if (column.part === 'text') counts[kind] += 1;
    return { ...column, number: counts[kind] };
  });
  const has = (test: (column: Column) => boolean) => columns.some((column) => column && test(column));
  const complete =
    has(({ kind }) => kind === 'text') &&
    has((column) => column.kind === 'answer' && column.correct) &&
    has((column) => column.kind === 'answer' && !column.correct);
  return complete ? { columns, unknown } : undefined;
}

export const hasHeader = (rows: readonly TableRow[]) =>
  rows.slice(0, HEADER_ROWS).some((row) => headerOf(row));

type AnswerDraft = Partial<Record<AnswerPart, TableCell>> & { correct: boolean };

function readPoints(said: string): { points?: number; findings: Finding[] } {
  if (said === '') return { findings: [] };
  const points = /^\d{1,6}([.,]\d{1,6})?$/.test(said) ? Number(said.replace(',', '.')) : Number.NaN;
  if (points > 0) return { points, findings: [] };
  return { findings: [finding('import.pointsInvalid', { value: said.slice(0, 40) })] };
}

function readReference({ source, page }: AnswerDraft): ImportedReference | undefined {
  const title = cleanLine(source?.plain ?? '');
  const where = cleanLine(page?.plain ?? '');
  if (title === '' && where === '') return undefined;
  return { title, ...(where === '' ? {} : { page: where }) };
}

function readRow(
  row: TableRow,
  columns: Header['columns'],
  position: number,
  lookup: ImageLookup,
): ImportItem {
  const fixed = new Map<string, TableCell>();
  const answers = new Map<string, AnswerDraft>();
  columns.forEach((column, index) => {
    const cell = row.cells[index];
    if (!column || !cell) return;
    if (column.kind !== 'answer') {
      if (!fixed.get(column.kind)?.plain) fixed.set(column.kind, cell);
      return;
    }
    const key = `${column.correct ? 0 : 1}.${String(column.number).padStart(4, '0')}`;
    answers.set(key, { correct: column.correct, ...answers.get(key), [column.part]: cell });
  });

  const used = row.cells.filter((cell, index) => cell !== undefined && columns[index]) as TableCell[];
  const has = (test: (cell: TableCell) => boolean) => used.some(test);
  const pictures = new QuestionImages(lookup);
  const shownImages = new Set<string>();
  const imageOf = (cell: TableCell | undefined) => {
    const name = cleanLine(cell?.plain ?? '');
    const key = name === '' ? undefined : pictures.first([{ source: name, alt: '' }]);
    if (key !== undefined) shownImages.add(key);
    return key === undefined ? {} : { image: key };
  };
  const read: ImportedAnswer[] = [...answers]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, draft]) => {
      const reference = readReference(draft);
      return {
        text: textOfRuns(draft.text?.runs ?? []),
        correct: draft.correct,
        ...imageOf(draft.image),
        ...(reference ? { reference } : {}),
      };
    })
    .filter(({ text }) => text !== '');
  const line = (kind: string) => cleanLine(fixed.get(kind)?.plain ?? '');
  const { points, findings } = readPoints(line('points'));
  const shown = imageOf(fixed.get('image'));
  const { images, findings: about } = pictures.result(shownImages);
  const chapter = line('chapter');
  return judgeQuestion(
    { position, line: row.line },
    {
      name: line('name'),
      chapter: chapter === '' ? [] : [chapter],
      text: textOfRuns(fixed.get('text')?.runs ?? []),
      ...shown,
      ...(points === undefined ? {} : { points }),
      answers: read,
      images,
    },
    line('incomplete') === '' ? 'complete' : 'any',
    [
      ...findings,
      ...about.map((one) =>
        one.code === 'import.imageMissing'
          ? finding('import.imageNotGiven', { name: String(one.params.name) })
          : one,
      ),
      ...(has((cell) => cell.formula === true) ? [finding('import.formulaValue')] : []),
      ...(has((cell) => cell.date === true) ? [finding('import.dateCell')] : []),
      ...(has((cell) => cell.apostrophe === true) ? [finding('import.apostropheRemoved')] : []),
      ...(has((cell) => cell.underlined === true) ? [finding('import.underlineDropped')] : []),
      ...(has((cell) => cell.struck === true) ? [finding('import.strikeDropped')] : []),
      ...droppedCharacters(...used.map(({ plain }) => plain)),
    ],
  );
}

const isEmpty = ({ cells }: TableRow) => cells.every((cell) => !cell || cell.plain.trim() === '');

/** Whether a table has our header and rows below it. */
export function hasQuestions(rows: readonly TableRow[]): boolean {
  const start = rows.slice(0, HEADER_ROWS).findIndex((row) => headerOf(row));
  return start >= 0 && rows.slice(start + 1).some((row) => !isEmpty(row));
}

/** Reads the questions of a table in our layout; every non-empty row becomes an item. */
export function readTable(
  rows: readonly TableRow[],
  lookup: ImageLookup,
): { items: ImportItem[]; findings: Finding[] } {
  const start = rows.slice(0, HEADER_ROWS).findIndex((row) => headerOf(row));
  const header = rows[start] ? headerOf(rows[start]) : undefined;
  if (!header) refuseFile('import.headerMissing');
  const filled = rows.slice(start + 1).filter((row) => !isEmpty(row));
  if (filled.length > importLimits.questions)
    refuseFile('import.tooManyQuestions', { max: importLimits.questions });
  return {
    items: filled.map((row, index) => readRow(row, header.columns, index + 1, lookup)),
    findings: header.unknown
      .slice(0, 20)
      .map((column) => finding('import.columnUnknown', { column: column.slice(0, 60) })),
  };
}
