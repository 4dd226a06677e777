import { refuseFile } from '#domain/imports/findings.ts';
import { importLimits } from '#domain/imports/import-limits.ts';
import { type RichRun, runsOfText } from '#domain/imports/rich-runs.ts';
import type { Mark } from '#domain/question-bank/rich-text.ts';
import { decodeText } from './decode-text.ts';
import { MOST_ROWS } from './read-csv.ts';
import { hasHeader, type TableCell, type TableRow } from './read-table.ts';
import { descendants, parseXml, walkXml } from './xml-tree.ts';
import type { ZipArchive } from './zip-reader.ts';

/** A text of a workbook: parts, each with the marks of its font. */
export type Piece = { text: string; marks: Mark[] };

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

const cellOf = (pieces: readonly Piece[], formula = false): TableCell | undefined => {
  const plain = pieces.map(({ text }) => text).join('');
  if (plain === '') return undefined;
  return { runs: runsOf(pieces), plain, ...(formula ? { formula } : {}) };
};

/** Collects the parts of `<si>` and `<is>`: plain text or runs with fonts; phonetic runs are skipped. */
class TextCollector {
  pieces: Piece[] = [];
  private marks: Mark[] = [];
  private inText = false;
  private reading = 0;

  reset(): void {
    this.pieces = [];
    this.marks = [];
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const off = attributes.val === '0' || attributes.val === 'false';
    if (name === 'r') this.marks = [];
    if (name === 'rPh') this.reading += 1;
    if (name === 'b' && !off) this.marks.push('bold');
    if (name === 'i' && !off) this.marks.push('italic');
    if (name === 'vertAlign' && attributes.val === 'subscript') this.marks.push('sub');
    if (name === 'vertAlign' && attributes.val === 'superscript') this.marks.push('sup');
    this.inText = name === 't' && this.reading === 0;
    if (this.inText) this.pieces.push({ text: '', marks: [...this.marks] });
  }

  close(name: string): void {
    if (name === 'rPh') this.reading -= 1;
    if (name === 't') {
      const last = this.pieces.at(-1);
      if (last && this.inText) last.text = unescaped(last.text);
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

function cellValue(
  type: string,
  value: string,
  shared: readonly Piece[][],
  inline: readonly Piece[],
): readonly Piece[] {
  const said = (text: string): Piece[] => (text === '' ? [] : [{ text, marks: [] }]);
  if (type === 's') return shared[Number(value)] ?? [];
  if (type === 'inlineStr') return inline;
  if (type === 'b') return said(booleans[value] ?? value);
  if (type === 'n' && value !== '' && Number.isFinite(Number(value)))
    return said(String(Number(Number(value).toPrecision(15))));
  return said(unescaped(value));
}

/** How a reader builds its cells, and how many rows it accepts. */
export type SheetReader<Cell> = {
  readonly cell: (pieces: readonly Piece[], isFormula: boolean) => Cell | undefined;
  readonly tooMany: (rows: number) => void;
};
export type SheetRow<Cell> = { readonly line: number; readonly cells: readonly (Cell | undefined)[] };
/** The rows of a sheet and its merged areas ("A2:A9"). */
export type Sheet<Cell> = { readonly rows: readonly SheetRow<Cell>[]; readonly merged: readonly string[] };

const mostMerged = 20_000;

/** Reads the cells of one sheet; formulas yield their cached values. */
function readSheet<Cell>(xml: string, shared: readonly Piece[][], reader: SheetReader<Cell>): Sheet<Cell> {
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
        value = '';
        formula = false;
        collector.reset();
      } else if (name === 'mergeCell' && merged.length < mostMerged) merged.push(attributes.ref ?? '');
      else if (name === 'f') formula = true;
      else collector.open(name, attributes);
    },
    close: () => {
      const name = names.pop() ?? '';
      collector.close(name);
      if (name === 'c' && column >= 0 && column < importLimits.tableColumns) {
        const cell = reader.cell(cellValue(type, value, shared, collector.pieces), formula);
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

/** The sheet files in the order of the workbook. */
function sheetPaths(zip: ZipArchive): { name: string; path: string }[] {
  const workbook = partText(zip, 'xl/workbook.xml');
  const relations = partText(zip, 'xl/_rels/workbook.xml.rels');
  if (workbook === undefined || relations === undefined) return refuseFile('import.workbookBroken');
  const targets = new Map(
    [...descendants(parseXml(relations))].map(({ attributes }) => [
      attributes.Id ?? '',
      attributes.Target ?? '',
    ]),
  );
  return [...descendants(parseXml(workbook))]
    .filter(({ name, attributes }) => name === 'sheet' && attributes.id !== undefined)
    .map(({ attributes }) => {
      const target = targets.get(attributes.id ?? '') ?? '';
      return {
        name: attributes.name ?? '',
        path: target.startsWith('/') ? target.slice(1) : `xl/${target}`,
      };
    });
}

/** The sheets of a workbook, each read on demand. */
export function* sheetsOf<Cell>(
  zip: ZipArchive,
  reader: SheetReader<Cell>,
): Generator<Sheet<Cell> & { readonly name: string }> {
  const shared = sharedTexts(partText(zip, 'xl/sharedStrings.xml'));
  for (const { name, path } of sheetPaths(zip).slice(0, 50)) {
    const xml = partText(zip, path);
    if (xml !== undefined) yield { name, ...readSheet(xml, shared, reader) };
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
    if (rows > MOST_ROWS) refuseFile('import.tooManyQuestions', { max: importLimits.questions });
  },
};

/** Reads the first sheet with the header of our layout; without one, the first sheet. */
export function readXlsx(zip: ZipArchive): readonly TableRow[] {
  let first: readonly TableRow[] | undefined;
  for (const { rows } of sheetsOf(zip, ofQuestions)) {
    if (hasHeader(rows)) return rows;
    first ??= rows;
  }
  return first ?? refuseFile('import.workbookBroken');
}
