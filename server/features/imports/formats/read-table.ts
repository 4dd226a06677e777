import { type Finding, finding, refuseFile } from '#domain/imports/findings.ts';
import { importLimits } from '#domain/imports/import-limits.ts';
import type { ImportedAnswer, ImportedReference, ImportItem } from '#domain/imports/imported-question.ts';
import { cleanLine, droppedCharacters, excerpt } from '#domain/imports/imported-text.ts';
import { judgeQuestion } from '#domain/imports/judge-question.ts';
import { textOfRuns } from '#domain/imports/rich-runs.ts';
import type { ImportWords } from './build-item.ts';
import { type ImageLookup, QuestionImages } from './question-images.ts';
import type { TableCell, TableRow } from './table-cells.ts';
import { HEADER_ROWS, type Header, headerOf, isFilled, unnamedIn, withoutRepeats } from './table-header.ts';
import type { AnswerPart } from './table-layout.ts';

type AnswerDraft = Partial<Record<AnswerPart, TableCell>> & { correct: boolean };

function readPoints(cell: string): { points?: number; findings: Finding[] } {
  if (cell === '') return { findings: [] };
  const points = /^\d{1,6}([.,]\d{1,6})?$/.test(cell) ? Number(cell.replace(',', '.')) : Number.NaN;
  if (points > 0) return { points, findings: [] };
  return { findings: [finding('import.pointsInvalid', { value: cell.slice(0, 40) })] };
}

function readReference({ source, page }: AnswerDraft): ImportedReference | undefined {
  const title = cleanLine(source?.plain ?? '');
  const where = cleanLine(page?.plain ?? '');
  if (title === '' && where === '') return undefined;
  return { title, ...(where === '' ? {} : { page: where }) };
}

/** The cells of a row by meaning: the columns of the question, and its answers in their order. */
function cellsByMeaning({ cells }: TableRow, { columns }: Header) {
  const fixed = new Map<string, TableCell>();
  const answers = new Map<string, AnswerDraft>();
  columns.forEach((column, index) => {
    const cell = cells[index];
    if (!column || !cell) return;
    if (column.kind !== 'answer') {
      fixed.set(column.kind, cell);
      return;
    }
    const key = `${column.correct ? 0 : 1}.${String(column.number).padStart(4, '0')}`;
    answers.set(key, { correct: column.correct, ...answers.get(key), [column.part]: cell });
  });
  const inOrder = [...answers].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, draft]) => draft);
  const used = cells.filter((cell, index): cell is TableCell => cell !== undefined && !!columns[index]);
  return { fixed, drafts: inOrder.filter((draft) => Object.values(draft).some(isCell)), used };
}
const isCell = (value: TableCell | boolean) => typeof value === 'object' && isFilled(value);

/** A finding when the cells of a row are not under their headings, because a separator in a text shifted them. */
function shifted(row: TableRow, header: Header): Finding[] {
  const [unnamed] = unnamedIn(row, header);
  const isWider = row.cells.length > header.headings.length;
  const near = unnamed ?? (isWider ? row.cells.findLast(isFilled) : undefined);
  return near ? [finding('import.rowShifted', { text: excerpt(near.plain, 60) })] : [];
}

/** A finding when a row ends before its header does: a line break in a text may have cut it. */
function shortened({ width }: TableRow, { headings }: Header): Finding[] {
  const columns = headings.findLastIndex((heading) => heading !== '') + 1;
  return width !== undefined && width < columns
    ? [finding('import.rowShort', { cells: width, columns })]
    : [];
}

function readRow(
  row: TableRow,
  header: Header,
  position: number,
  words: ImportWords,
  lookup: ImageLookup,
): ImportItem {
  const { fixed, drafts, used } = cellsByMeaning(row, header);
  const has = (test: (cell: TableCell) => boolean) => used.some(test);
  const pictures = new QuestionImages(lookup);
  const shownImages = new Set<string>();
  const found: Finding[] = [
    ...shifted(row, header),
    ...shortened(row, header),
    ...(fixed.get('text')?.cut ? [finding('import.textTooLong', { max: importLimits.questionText })] : []),
    ...(drafts.some(({ text }) => text?.cut)
      ? [finding('import.answerTooLong', { max: importLimits.answerText })]
      : []),
  ];
  const imageOf = (cell: TableCell | undefined) => {
    const name = cleanLine(cell?.plain ?? '');
    const key = name === '' ? undefined : pictures.first([{ source: name, alt: '' }]);
    if (key !== undefined) shownImages.add(key);
    return key === undefined ? {} : { image: key };
  };
  const read = drafts.flatMap((draft, index): ImportedAnswer[] => {
    const reference = readReference(draft);
    const image = imageOf(draft.image);
    const plainText = textOfRuns(draft.text?.runs ?? []);
    if (plainText === '') found.push(finding(image.image ? 'import.imageOnly' : 'import.answerEmpty'));
    const text = plainText === '' && image.image ? `${words.image} ${index + 1}` : plainText;
    return text === ''
      ? []
      : [{ text, correct: draft.correct, ...image, ...(reference ? { reference } : {}) }];
  });
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
      ...found,
      ...findings,
      ...about.map((one) =>
        one.code === 'import.imageMissing'
          ? finding('import.imageNotGiven', { name: String(one.params.name) })
          : one,
      ),
      ...(has((cell) => cell.uncalculated === true) ? [finding('import.formulaEmpty')] : []),
      ...(has((cell) => cell.formula === true) ? [finding('import.formulaValue')] : []),
      ...(has((cell) => cell.date === true) ? [finding('import.dateCell')] : []),
      ...(has((cell) => cell.underlined === true) ? [finding('import.underlineDropped')] : []),
      ...(has((cell) => cell.struck === true) ? [finding('import.strikeDropped')] : []),
      ...(has((cell) => cell.coloured === true) ? [finding('import.colourDropped')] : []),
      ...used.flatMap(({ otherForm, plain }) =>
        otherForm ? [finding('import.numberFormat', { value: plain.slice(0, 40) })] : [],
      ),
      ...used.flatMap(({ dingbats }) =>
        dingbats === undefined ? [] : [finding('import.dingbatFont', { characters: excerpt(dingbats, 40) })],
      ),
      ...(has((cell) => cell.apostrophe === true) ? [finding('import.apostropheRemoved')] : []),
      ...droppedCharacters(...used.map(({ plain }) => plain)),
    ],
  );
}

const isEmpty = ({ cells }: TableRow) => !cells.some(isFilled);

/** Reads the questions of a table in our layout; every non-empty row becomes an item. */
export function readTable(
  rows: readonly TableRow[],
  words: ImportWords,
  lookup: ImageLookup,
): { items: ImportItem[]; findings: Finding[] } {
  const start = rows.slice(0, HEADER_ROWS).findIndex((row) => headerOf(row));
  const written = rows[start] ? headerOf(rows[start]) : undefined;
  if (!written) return refuseFile('import.headerMissing');
  const filled = rows.slice(start + 1).filter((row) => !isEmpty(row));
  if (filled.length > importLimits.questions)
    refuseFile('import.tooManyQuestions', { max: importLimits.questions });
  const { header, findings } = withoutRepeats(written, filled);
  return {
    items: filled.map((row, index) => readRow(row, header, index + 1, words, lookup)),
    findings: [
      ...written.headings
        .filter((heading, index) => heading !== '' && !written.columns[index])
        .slice(0, 20)
        .map((column) => finding('import.columnUnknown', { column: column.slice(0, 60) })),
      ...findings,
    ],
  };
}
