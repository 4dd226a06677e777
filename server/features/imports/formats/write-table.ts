import { type Zippable, zipSync } from 'fflate';
import writeXlsxFile from 'write-excel-file/node';
import { completePool } from '#domain/imports/import-limits.ts';
import type { ImportedAnswer, ImportedQuestion, WrittenFile } from '#domain/imports/imported-question.ts';
import { cleanText } from '#domain/imports/imported-text.ts';
import { importTemplates } from '#i18n/import-templates.ts';
import type { Language } from '#i18n/languages.ts';
import { type AnswerPart, type Column, headingOf } from './table-layout.ts';
import { imageOf, PictureNames } from './written-file.ts';

type Row = readonly (string | number)[];
type Table = {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly pictures: PictureNames;
};

const kinds = [true, false] as const;
const parts: readonly AnswerPart[] = ['text', 'source', 'page', 'image'];

const answersOf = (question: ImportedQuestion, correct: boolean) =>
  question.answers.filter((answer) => answer.correct === correct);

/** Whether an answer has a value for a column of this part. */
function hasPart(answer: ImportedAnswer | undefined, part: AnswerPart): boolean {
  if (!answer) return false;
  if (part === 'image') return answer.image !== undefined;
  if (part === 'source') return (answer.reference?.title ?? '') !== '';
  return part === 'page' ? answer.reference?.page !== undefined : true;
}

const isIncomplete = (question: ImportedQuestion) =>
  answersOf(question, true).length < completePool.correct ||
  answersOf(question, false).length < completePool.wrong;

/** The columns for these questions: always five and five answers; sources, pages and images only if used. */
export function columnsFor(questions: readonly ImportedQuestion[]): Column[] {
  const answers = kinds.flatMap((correct) => {
    const least = correct ? completePool.correct : completePool.wrong;
    const count = Math.max(least, ...questions.map((question) => answersOf(question, correct).length));
    return Array.from({ length: count }, (_, index) => index).flatMap((index) =>
      parts
        .filter(
          (part) => part === 'text' || questions.some((one) => hasPart(answersOf(one, correct)[index], part)),
        )
        .map((part): Column => ({ kind: 'answer', correct, number: index + 1, part })),
    );
  });
  return [
    { kind: 'chapter' },
    ...(questions.some(({ name }) => name !== '') ? [{ kind: 'name' } as const] : []),
    { kind: 'text' },
    { kind: 'points' },
    ...(questions.some(({ image }) => image !== undefined) ? [{ kind: 'image' } as const] : []),
    ...(questions.some(isIncomplete) ? [{ kind: 'incomplete' } as const] : []),
    ...answers,
  ];
}

function cellOf(question: ImportedQuestion, column: Column, pictures: PictureNames): string | number {
  const picture = (key: string | undefined) => {
    const image = imageOf(question, key);
    return image ? pictures.nameOf(image) : '';
  };
  switch (column.kind) {
    case 'chapter':
      return question.chapter.join(' / ');
    case 'name':
      return question.name;
    case 'text':
      return question.text;
    case 'points':
      return question.points ?? '';
    case 'image':
      return picture(question.image);
    case 'incomplete':
      return isIncomplete(question) ? 'x' : '';
    case 'answer': {
      const answer = answersOf(question, column.correct)[column.number - 1];
      if (!answer) return '';
      if (column.part === 'text') return answer.text;
      if (column.part === 'image') return picture(answer.image);
      return (column.part === 'source' ? answer.reference?.title : answer.reference?.page) ?? '';
    }
  }
}

/** The cells of each question under these columns. */
export const rowsFor = (
  questions: readonly ImportedQuestion[],
  columns: readonly Column[],
  pictures = new PictureNames(),
): Row[] =>
  questions.map((question) =>
    columns.map((column) => {
      const cell = cellOf(question, column, pictures);
      return typeof cell === 'string' ? cleanText(cell) : cell;
    }),
  );

function tableOf(questions: readonly ImportedQuestion[], byHand: boolean): Table {
  const columns = columnsFor(questions).filter(({ kind }) => !byHand || kind !== 'incomplete');
  const pictures = new PictureNames();
  return { columns, rows: rowsFor(questions, columns, pictures), pictures };
}

/** The table file; with images, an archive of both. */
function delivered(
  bytes: Uint8Array,
  extension: string,
  mediaType: WrittenFile['mediaType'],
  { pictures }: Table,
): WrittenFile {
  const images = [...pictures.files()];
  if (images.length === 0) return { bytes, extension, mediaType, findings: [] };
  const files: Zippable = { [`questions.${extension}`]: bytes };
  for (const [name, content] of images) files[name] = [content, { level: 0 }];
  return {
    bytes: zipSync(files, { mtime: '1980-01-02' }),
    extension: 'zip',
    mediaType: 'application/zip',
    findings: [],
  };
}

/** Escapes formulas with a leading apostrophe, and also texts that already look escaped. */
const disarmed = (text: string) => (/^'*\s*[=+\-@|%＝＋－＠]|^'*[\t\r\n]/.test(text) ? `'${text}` : text);
const quoted = (text: string) =>
  /["';,\t|\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/**
 * Writes questions as CSV in our layout, in UTF-8 with a byte order mark for spreadsheets. `byHand` writes what a
 * teacher would, without the mark of incomplete pools.
 */
export function writeCsv(
  questions: readonly ImportedQuestion[],
  language: Language,
  byHand = false,
): WrittenFile {
  const table = tableOf(questions, byHand);
  const header = table.columns.map((column) => quoted(headingOf(column, language)));
  const lines = table.rows.map((row) =>
    row.map((cell) => (typeof cell === 'number' ? String(cell) : quoted(disarmed(cell)))),
  );
  const text = [header, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
  return delivered(Buffer.from(`\uFEFF${text}`), 'csv', 'text/csv; charset=utf-8', table);
}

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const widths: Partial<Record<Column['kind'], number>> = { text: 60, points: 10, answer: 28 };

const headerCell = (value: string) => ({
  value,
  type: String,
  fontWeight: 'bold' as const,
  wrap: true,
  backgroundColor: '#E7ECF5',
});

/**
 * Escapes "_x000D_", which workbooks would decode. The writer looks texts up in a plain object and fails on inherited
 * names ("constructor"), so the first letter of such a text is escaped too.
 */
const literal = (text: string) => {
  const safe = text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');
  if (!(safe in {})) return safe;
  return `_x${safe.charCodeAt(0).toString(16).padStart(4, '0')}_${safe.slice(1)}`;
};

/** A sheet of questions; cells are always written as text, so no content can become a formula. */
export function questionSheet(
  columns: readonly Column[],
  rows: readonly Row[],
  language: Language,
  name: string,
) {
  return {
    sheet: name,
    stickyRowsCount: 1,
    columns: columns.map(({ kind }) => ({ width: widths[kind] ?? 16 })),
    data: [
      columns.map((column) => headerCell(headingOf(column, language))),
      ...rows.map((row) =>
        row.map((cell) => {
          if (cell === '') return null;
          return typeof cell === 'number'
            ? { value: cell, type: Number }
            : { value: literal(cell), type: String, wrap: true };
        }),
      ),
    ],
  };
}

/** Writes questions as an Excel workbook in our layout. */
export async function writeXlsx(
  questions: readonly ImportedQuestion[],
  language: Language,
  byHand = false,
): Promise<WrittenFile> {
  const table = tableOf(questions, byHand);
  const sheet = questionSheet(table.columns, table.rows, language, importTemplates[language].texts.questions);
  const bytes = await writeXlsxFile([sheet]).toBuffer();
  return delivered(bytes, 'xlsx', workbookType, table);
}
