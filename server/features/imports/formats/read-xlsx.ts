import { type Finding, finding, refuseFile } from '#domain/imports/findings.ts';
import { importLimits } from '#domain/imports/import-limits.ts';
import { isCut, type RichRun, runsOfText } from '#domain/imports/rich-runs.ts';
import { importTemplates } from '#i18n/import-templates.ts';
import { decodeText } from './decode-text.ts';
import { MAX_ROWS } from './read-csv.ts';
import type { TableCell, TableRow } from './table-cells.ts';
import { HEADER_ROWS, hasHeader } from './table-header.ts';
import { aroundText, type CellStyle, cellStyles, plainStyle, shownNumber } from './xlsx-numbers.ts';
import { type Piece, sharedTexts, shownIn, TextCollector, unescaped } from './xlsx-texts.ts';
import { descendants, parseXml, walkXml } from './xml-tree.ts';
import type { ZipArchive } from './zip-reader.ts';

const partText = (zip: ZipArchive, path: string) => {
  const bytes = zip.read(path);
  return bytes ? decodeText(bytes).text : undefined;
};

const runsOf = (pieces: readonly Piece[]): RichRun[] =>
  pieces.flatMap(({ text, marks }) =>
    runsOfText(text).map((run) =>
      typeof run === 'string' ? run : { ...run, marks: [...marks, ...run.marks] },
    ),
  );

/** What is known of a cell besides its text. */
export type CellFacts = {
  /** Whether a formula gives the value. */
  readonly formula: boolean;
  /** Whether the value is a date. */
  readonly date: boolean;
  /** Whether a formula has no stored value. */
  readonly uncalculated: boolean;
  /** Whether the spreadsheet shows the number in another form. */
  readonly otherForm: boolean;
  /** The type of a value that is neither text nor a number. */
  readonly special: 'boolean' | 'error' | undefined;
};

function cellOf(pieces: readonly Piece[], facts: CellFacts): TableCell | undefined {
  const plain = pieces.map(({ text }) => text).join('');
  if (plain === '' && !facts.uncalculated) return undefined;
  const signs = pieces.flatMap(({ font, text }) => (font === 'dingbats' ? [text.trim()] : []));
  return {
    runs: runsOf(pieces),
    plain,
    ...(facts.formula && !facts.uncalculated ? { formula: true } : {}),
    ...(facts.uncalculated ? { uncalculated: true } : {}),
    ...(pieces.some(({ text }) => isCut(text)) ? { cut: true } : {}),
    ...(facts.date ? { date: true } : {}),
    ...(facts.otherForm ? { otherForm: true } : {}),
    ...(pieces.some(({ struck }) => struck) ? { struck: true } : {}),
    ...(pieces.some(({ underlined }) => underlined) ? { underlined: true } : {}),
    ...(pieces.some(({ coloured, text }) => coloured && text.trim() !== '') ? { coloured: true } : {}),
    ...(signs.some((sign) => sign !== '') ? { dingbats: signs.join(' ') } : {}),
  };
}

/** The zero-based column of an address such as "AB12". */
function columnIndex(address: string): number {
  const letters = /^[A-Z]{1,3}/.exec(address)?.[0] ?? '';
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

const specialTypes: Readonly<Record<string, CellFacts['special']>> = { b: 'boolean', e: 'error' };
const booleans: Readonly<Record<string, string>> = { 0: 'FALSE', 1: 'TRUE' };

/** What the cells of a workbook refer to. */
type Workbook = {
  readonly shared: readonly Piece[][];
  readonly styles: readonly CellStyle[];
  readonly dateSystem: 1900 | 1904;
};

type Value = { readonly pieces: readonly Piece[]; readonly otherForm: boolean };

/** A text with what its format writes around it. */
function formatted(pieces: readonly Piece[], style: CellStyle): Value {
  const { before, after } = style.code.includes('@') ? aroundText(style) : { before: '', after: '' };
  const piece = (text: string): Piece[] => (text === '' ? [] : [{ text, marks: [] }]);
  const all = pieces.length === 0 ? [] : [...piece(before), ...pieces, ...piece(after)];
  return { pieces: all, otherForm: false };
}

function cellValue(
  type: string,
  value: string,
  style: CellStyle,
  { shared, dateSystem }: Workbook,
  inline: readonly Piece[],
): Value {
  const piecesOf = (text: string): Piece[] => (text === '' ? [] : [{ text, marks: [] }]);
  if (type === 's') return formatted(shared[Number(value)] ?? [], style);
  if (type === 'inlineStr') return formatted(inline, style);
  if (type === 'b') return { pieces: piecesOf(booleans[value] ?? value), otherForm: false };
  if (type === 'n' && value !== '' && Number.isFinite(Number(value))) {
    const { text, otherForm } = shownNumber(Number(value), style, dateSystem);
    return { pieces: piecesOf(text), otherForm };
  }
  return type === 'str'
    ? formatted(piecesOf(unescaped(value)), style)
    : { pieces: piecesOf(unescaped(value)), otherForm: false };
}

/** How a reader builds its cells, and how many rows it accepts. */
export type SheetReader<Cell> = {
  readonly cell: (pieces: readonly Piece[], facts: CellFacts) => Cell | undefined;
  readonly tooMany: (rows: number) => void;
};
export type SheetRow<Cell> = { readonly line: number; readonly cells: readonly (Cell | undefined)[] };
/** The rows of a sheet and its merged areas ("A2:A9"). */
export type Sheet<Cell> = { readonly rows: readonly SheetRow<Cell>[]; readonly merged: readonly string[] };

const maxMergedCells = 20_000;

/** Reads the cells of one sheet; formulas yield their cached values. */
function readSheet<Cell>(xml: string, workbook: Workbook, reader: SheetReader<Cell>): Sheet<Cell> {
  const rows: SheetRow<Cell>[] = [];
  const merged: string[] = [];
  const collector = new TextCollector();
  const names: string[] = [];
  let cells: (Cell | undefined)[] = [];
  let line = 0;
  let column = -1;
  let type = 'n';
  let value = '';
  let formula = false;
  let style = plainStyle;
  walkXml(xml, {
    open: (name, attributes) => {
      names.push(name);
      if (name === 'row') {
        line = Number(attributes.r) || line + 1;
        cells = [];
        column = -1;
      } else if (name === 'c') {
        column = attributes.r === undefined ? column + 1 : columnIndex(attributes.r);
        type = attributes.t ?? 'n';
        style = workbook.styles[Number(attributes.s ?? 0)] ?? plainStyle;
        value = '';
        formula = false;
        collector.reset();
      } else if (name === 'mergeCell' && merged.length < maxMergedCells) merged.push(attributes.ref ?? '');
      else if (name === 'f') formula = true;
      else collector.open(name, attributes);
    },
    close: () => {
      const name = names.pop() ?? '';
      collector.close(name);
      if (name === 'c' && column >= 0) {
        const { pieces, otherForm } = cellValue(type, value, style, workbook, collector.pieces);
        const cell = reader.cell(shownIn(pieces, style.font), {
          formula,
          date: style.kind === 'date' && (type === 'n' || type === 'd'),
          uncalculated: formula && value === '' && type !== 'str' && pieces.length === 0,
          otherForm,
          special: specialTypes[type],
        });
        if (cell !== undefined) {
          // Of the cells beyond the last column that is read, one is kept, so that they can be reported.
          const at = Math.min(column, importLimits.tableColumns);
          while (cells.length < at) cells.push(undefined);
          cells[at] = cell;
        }
      }
      if (name === 'row' && cells.length > 0) {
        rows.push({ line, cells });
        reader.tooMany(rows.length);
      }
    },
    text: (text) => {
      if (names.at(-1) === 'v') value += text;
      else collector.text(text);
    },
  });
  return { rows, merged };
}

/** The sheet files in the order of the workbook, and its date system. */
function sheetPaths(zip: ZipArchive): { sheets: { name: string; path: string }[]; dateSystem: 1900 | 1904 } {
  const workbook = partText(zip, 'xl/workbook.xml');
  const relations = partText(zip, 'xl/_rels/workbook.xml.rels');
  if (workbook === undefined || relations === undefined) return refuseFile('import.workbookBroken');
  const parts = [...descendants(parseXml(workbook))];
  const since = parts.find(({ name }) => name === 'workbookPr')?.attributes.date1904;
  const targets = new Map(
    [...descendants(parseXml(relations))].map(({ attributes }) => [
      attributes.Id ?? '',
      attributes.Target ?? '',
    ]),
  );
  const sheets = parts
    .filter(({ name, attributes }) => name === 'sheet' && attributes.id !== undefined)
    .map(({ attributes }) => {
      const target = targets.get(attributes.id ?? '') ?? '';
      return {
        name: attributes.name ?? '',
        path: target.startsWith('/') ? target.slice(1) : `xl/${target}`,
      };
    });
  return { sheets, dateSystem: since === '1' || since === 'true' ? 1904 : 1900 };
}

const mostSheets = 50;

/** The sheets of a workbook, each read on demand. */
export function* sheetsOf<Cell>(
  zip: ZipArchive,
  reader: SheetReader<Cell>,
): Generator<Sheet<Cell> & { readonly name: string }> {
  const { sheets, dateSystem } = sheetPaths(zip);
  const shared = sharedTexts(partText(zip, 'xl/sharedStrings.xml'));
  const workbook = { shared, styles: cellStyles(partText(zip, 'xl/styles.xml')), dateSystem };
  for (const { name, path } of sheets.slice(0, mostSheets)) {
    const xml = partText(zip, path);
    if (xml !== undefined) yield { name, ...readSheet(xml, workbook, reader) };
  }
}

/** The names of the sheets beyond those that are read. */
export const sheetsBeyond = (zip: ZipArchive) =>
  sheetPaths(zip)
    .sheets.slice(mostSheets)
    .map(({ name }) => name);

/** The column and the row of an address such as "AB12". */
export const placeOf = (address: string) => ({
  column: columnIndex(address),
  line: Number(/\d+$/.exec(address)?.[0] ?? 0),
});

const ofQuestions: SheetReader<TableCell> = {
  cell: cellOf,
  tooMany: (rows) => {
    if (rows > MAX_ROWS) refuseFile('import.tooManyQuestions', { max: importLimits.questions });
  },
};

/** Merged areas beyond this many filled cells are left alone. */
const maxFilledCells = 100_000;

/**
 * Gives every row of a merged area the value of its first one: a chapter written once for many questions. In the
 * header the value also counts for all columns of the area ("Correct" above five answers).
 */
function unmerged({ rows, merged }: Sheet<TableCell>): { rows: readonly TableRow[]; isChanged: boolean } {
  const byLine = new Map(rows.map((row) => [row.line, [...row.cells]]));
  const lines = [...byLine.keys()].sort((one, other) => one - other);
  const header = rows.slice(0, HEADER_ROWS).find((row) => hasHeader([row]))?.line;
  let filled = 0;
  const fill = (line: number, column: number, value: TableCell) => {
    const cells = byLine.get(line);
    if (!cells || cells[column] !== undefined || filled >= maxFilledCells) return;
    while (cells.length < column) cells.push(undefined);
    cells[column] = value;
    filled += 1;
  };
  for (const area of merged) {
    const [start = '', end = ''] = area.split(':');
    const [first, last] = [placeOf(start), placeOf(end)];
    const value = byLine.get(first.line)?.[first.column];
    if (value === undefined) continue;
    const right = first.line === header ? Math.min(last.column, importLimits.tableColumns - 1) : first.column;
    for (let column = first.column + 1; column <= right; column += 1) fill(first.line, column, value);
    for (let at = lines.indexOf(first.line) + 1; (lines[at] ?? Infinity) <= last.line; at += 1)
      fill(lines[at] ?? 0, first.column, value);
  }
  return { rows: rows.map(({ line }) => ({ line, cells: byLine.get(line) ?? [] })), isChanged: filled > 0 };
}

/** The sheets of our template that are not for questions, with the number of rows they have in it. */
const templateSheets = new Map<string, number>(
  Object.values(importTemplates).flatMap(({ texts }) => [
    [texts.example, 2] as const,
    [texts.guide, texts.lines.length] as const,
  ]),
);

/** Reads the first sheet with the header of our layout, or else the first; reports the other sheets and images. */
export function readXlsx(zip: ZipArchive): { rows: readonly TableRow[]; findings: readonly Finding[] } {
  const filled: string[] = [];
  let chosen: (Sheet<TableCell> & { readonly name: string }) | undefined;
  let isFound = false;
  for (const sheet of sheetsOf(zip, ofQuestions)) {
    if (sheet.rows.length > (templateSheets.get(sheet.name) ?? 0)) filled.push(sheet.name);
    if (!chosen || (!isFound && hasHeader(sheet.rows))) chosen = sheet;
    isFound ||= hasHeader(sheet.rows);
  }
  if (!chosen) return refuseFile('import.workbookBroken');
  const others = [...filled.filter((name) => name !== chosen?.name), ...sheetsBeyond(zip)];
  const { rows, isChanged } = unmerged(chosen);
  return {
    rows,
    findings: [
      ...(others.length > 0
        ? [finding('import.otherSheets', { sheets: others.join(', ').slice(0, 200) })]
        : []),
      ...(isChanged ? [finding('import.mergedCells')] : []),
      ...(zip.names.some((name) => /^xl\/(?:media|charts|diagrams)\//.test(name))
        ? [finding('import.mediaDropped')]
        : []),
      ...(zip.names.some((name) => /^xl\/(?:threadedComments\/|comments)/.test(name))
        ? [finding('import.notesDropped')]
        : []),
      ...(zip.names.includes('xl/vbaProject.bin') ? [finding('import.macrosIgnored')] : []),
    ],
  };
}
