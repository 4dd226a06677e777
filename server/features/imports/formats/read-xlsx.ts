import { type Finding, finding, refuseFile } from '#domain/imports/findings.ts';
import { importLimits } from '#domain/imports/import-limits.ts';
import { type RichRun, runsOfText } from '#domain/imports/rich-runs.ts';
import { inSymbolFont } from '#domain/imports/symbol-font.ts';
import type { Mark } from '#domain/question-bank/rich-text.ts';
import { importTemplates } from '#i18n/import-templates.ts';
import { decodeText } from './decode-text.ts';
import { MAX_ROWS } from './read-csv.ts';
import { hasHeader, hasQuestions, type TableCell, type TableRow } from './read-table.ts';
import { type NumberKind, numberKinds, shownNumber } from './xlsx-numbers.ts';
import { descendants, parseXml, walkXml } from './xml-tree.ts';
import type { ZipArchive } from './zip-reader.ts';

/** A text of a workbook: parts, each with the marks of its font. */
export type Piece = { text: string; marks: Mark[]; lines: readonly ('underlined' | 'struck')[] };

const partText = (zip: ZipArchive, path: string) => {
  const bytes = zip.read(path);
  return bytes ? decodeText(bytes).text : undefined;
};

/** Workbooks escape characters that XML forbids as "_x000D_". */
const unescaped = (text: string) =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

const runsOf = (pieces: readonly Piece[]): RichRun[] =>
  pieces.flatMap(({ text, marks }) =>
    runsOfText(text).map((run) =>
      typeof run === 'string' ? run : { ...run, marks: [...marks, ...run.marks] },
    ),
  );

const cellOf = (pieces: readonly Piece[], formula: boolean, date: boolean): TableCell | undefined => {
  const plain = pieces.map(({ text }) => text).join('');
  if (plain === '') return undefined;
  const lines = Object.fromEntries(pieces.flatMap((piece) => piece.lines.map((line) => [line, true])));
  return {
    runs: runsOf(pieces),
    plain,
    ...lines,
    ...(formula ? { formula } : {}),
    ...(date ? { date } : {}),
  };
};

/** Collects the parts of `<si>` and `<is>`: plain text or runs with fonts; phonetic runs are skipped. */
class TextCollector {
  pieces: Piece[] = [];
  private marks: Mark[] = [];
  private lines: ('underlined' | 'struck')[] = [];
  private inText = false;
  private isSymbol = false;
  private reading = 0;

  reset(): void {
    this.pieces = [];
    this.marks = [];
    this.lines = [];
    this.isSymbol = false;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const off = attributes.val === '0' || attributes.val === 'false';
    if (name === 'r') {
      this.marks = [];
      this.lines = [];
      this.isSymbol = false;
    }
    if (name === 'rFont') this.isSymbol = /^symbol$/i.test(attributes.val ?? '');
    if (name === 'rPh') this.reading += 1;
    if (name === 'b' && !off) this.marks.push('bold');
    if (name === 'i' && !off) this.marks.push('italic');
    if (name === 'u' && attributes.val !== 'none') this.lines.push('underlined');
    if (name === 'strike' && !off) this.lines.push('struck');
    if (name === 'vertAlign' && attributes.val === 'subscript') this.marks.push('sub');
    if (name === 'vertAlign' && attributes.val === 'superscript') this.marks.push('sup');
    this.inText = name === 't' && this.reading === 0;
    if (this.inText) this.pieces.push({ text: '', marks: [...this.marks], lines: this.lines });
  }

  close(name: string): void {
    if (name === 'rPh') this.reading -= 1;
    if (name === 't') {
      const last = this.pieces.at(-1);
      if (last && this.inText)
        last.text = this.isSymbol ? inSymbolFont(unescaped(last.text)) : unescaped(last.text);
      this.inText = false;
    }
  }

  text(text: string): void {
    const last = this.pieces.at(-1);
    if (this.inText && last) last.text += text;
  }
}

function sharedTexts(xml: string | undefined): Piece[][] {
  const texts: Piece[][] = [];
  if (xml === undefined) return texts;
  const collector = new TextCollector();
  const names: string[] = [];
  walkXml(xml, {
    open: (name, attributes) => {
      names.push(name);
      if (name === 'si') collector.reset();
      else collector.open(name, attributes);
    },
    close: () => {
      const name = names.pop() ?? '';
      collector.close(name);
      if (name === 'si') texts.push(collector.pieces);
    },
    text: (text) => collector.text(text),
  });
  return texts;
}

/** The zero-based column of an address such as "AB12". */
function columnIndex(address: string): number {
  const letters = /^[A-Z]{1,3}/.exec(address)?.[0] ?? '';
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

const booleans: Readonly<Record<string, string>> = { 0: 'FALSE', 1: 'TRUE' };

/** What the cells of a workbook refer to. */
type Workbook = {
  readonly shared: readonly Piece[][];
  readonly kinds: readonly NumberKind[];
  readonly from: 1900 | 1904;
};

function cellValue(
  type: string,
  value: string,
  kind: NumberKind,
  { shared, from }: Workbook,
  inline: readonly Piece[],
): readonly Piece[] {
  const said = (text: string): Piece[] => (text === '' ? [] : [{ text, marks: [], lines: [] }]);
  if (type === 's') return shared[Number(value)] ?? [];
  if (type === 'inlineStr') return inline;
  if (type === 'b') return said(booleans[value] ?? value);
  if (type === 'n' && value !== '' && Number.isFinite(Number(value)))
    return said(shownNumber(Number(value), kind, from));
  return said(unescaped(value));
}

/** How a reader builds its cells, and how many rows it accepts. */
export type SheetReader<Cell> = {
  readonly cell: (pieces: readonly Piece[], isFormula: boolean, isDate: boolean) => Cell | undefined;
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
  let kind: NumberKind = 'number';
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
        kind = workbook.kinds[Number(attributes.s ?? 0)] ?? 'number';
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
      if (name === 'c' && column >= 0 && column < importLimits.tableColumns) {
        const pieces = cellValue(type, value, kind, workbook, collector.pieces);
        const cell = reader.cell(pieces, formula, kind === 'date' && (type === 'n' || type === 'd'));
        if (cell !== undefined) {
          while (cells.length < column) cells.push(undefined);
          cells[column] = cell;
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

/** The sheet files in the order of the workbook, and the year from which it counts days. */
function sheetPaths(zip: ZipArchive): { sheets: { name: string; path: string }[]; from: 1900 | 1904 } {
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
  return { sheets, from: since === '1' || since === 'true' ? 1904 : 1900 };
}

/** The sheets of a workbook, each read on demand. */
export function* sheetsOf<Cell>(
  zip: ZipArchive,
  reader: SheetReader<Cell>,
): Generator<Sheet<Cell> & { readonly name: string }> {
  const { sheets, from } = sheetPaths(zip);
  const shared = sharedTexts(partText(zip, 'xl/sharedStrings.xml'));
  const workbook = { shared, kinds: numberKinds(partText(zip, 'xl/styles.xml')), from };
  for (const { name, path } of sheets.slice(0, 50)) {
    const xml = partText(zip, path);
    if (xml !== undefined) yield { name, ...readSheet(xml, workbook, reader) };
  }
}

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

/** Gives every row of a merged area the value of its first one: a chapter written once for many questions. */
function unmerged({ rows, merged }: Sheet<TableCell>): { rows: readonly TableRow[]; isChanged: boolean } {
  const byLine = new Map(rows.map((row) => [row.line, [...row.cells]]));
  const lines = [...byLine.keys()].sort((one, other) => one - other);
  let filled = 0;
  for (const area of merged) {
    const [start = '', end = ''] = area.split(':');
    const [first, last] = [placeOf(start), placeOf(end)];
    const value = byLine.get(first.line)?.[first.column];
    if (value === undefined || last.line <= first.line) continue;
    for (let at = lines.indexOf(first.line) + 1; (lines[at] ?? Infinity) <= last.line; at += 1) {
      const cells = byLine.get(lines[at] ?? 0);
      if (!cells || filled >= maxFilledCells) break;
      if (cells[first.column] === undefined) filled += 1;
      cells[first.column] ??= value;
    }
  }
  return { rows: rows.map(({ line }) => ({ line, cells: byLine.get(line) ?? [] })), isChanged: filled > 0 };
}

const templateExamples = new Set<string>(Object.values(importTemplates).map(({ texts }) => texts.example));

/** Reads the first sheet with the header of our layout, or else the first; reports questions and images elsewhere. */
export function readXlsx(zip: ZipArchive): { rows: readonly TableRow[]; findings: readonly Finding[] } {
  let first: Sheet<TableCell> | undefined;
  let chosen: Sheet<TableCell> | undefined;
  const others: string[] = [];
  for (const sheet of sheetsOf(zip, ofQuestions)) {
    first ??= sheet;
    if (chosen && hasQuestions(sheet.rows) && !templateExamples.has(sheet.name)) others.push(sheet.name);
    if (hasHeader(sheet.rows)) chosen ??= sheet;
  }
  const { rows, isChanged } = unmerged(chosen ?? first ?? refuseFile('import.workbookBroken'));
  return {
    rows,
    findings: [
      ...(others.length > 0
        ? [finding('import.otherSheets', { sheets: others.join(', ').slice(0, 200) })]
        : []),
      ...(isChanged ? [finding('import.mergedCells')] : []),
      ...(zip.names.some((name) => name.startsWith('xl/media/')) ? [finding('import.mediaDropped')] : []),
    ],
  };
}
