import type { Cell, Table } from './cell.ts';
import { zipOf } from './zip.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** The styles of `styles.xml`, by index. */
const style = { heading: 1, day: 2, moment: 3 } as const;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** XML cannot represent control characters; they are left out. */
const unwritable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
/** Finds any character that has to be escaped or left out; most texts have none, and are written as they are. */
const special = /[^\t\n\r !#-%'-;=?-\uD7FF\uE000-\uFFFD]/;
const escaped = (text: string) =>
  special.test(text)
    ? text.replace(unwritable, '').replace(/[&<>"]/g, (character) => escapes[character] ?? '')
    : text;

/** Days since the epoch of spreadsheets, in wall-clock time. */
const serial = (iso: string) => Date.parse(`${iso}Z`) / 86_400_000 + 25_569;

/** The letters of a column: A to Z, then AA and so on. */
const letters = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : `${letters(Math.floor(column / 26) - 1)}${letters(column % 26)}`;

const textXml = (reference: string, text: string, styled = '') =>
  `<c r="${reference}" t="inlineStr"${styled}><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

/** A text is always written as a text, so that no content can become a formula. */
function cellXml(reference: string, cell: Cell): string {
  switch (cell.kind) {
    case 'empty':
      return '';
    case 'text':
      return textXml(reference, cell.text);
    case 'number':
      return `<c r="${reference}"><v>${cell.number}</v></c>`;
    case 'day':
      return `<c r="${reference}" s="${style.day}"><v>${serial(`${cell.day}T00:00:00`)}</v></c>`;
    case 'moment':
      return `<c r="${reference}" s="${style.moment}"><v>${serial(cell.moment)}</v></c>`;
  }
}

type WriteCell<T> = (reference: string, cell: T) => string;
const rowXml = <T>(row: number, columns: readonly string[], cells: readonly T[], write: WriteCell<T>) =>
  `<row r="${row}">${cells.map((cell, index) => write(`${columns[index]}${row}`, cell)).join('')}</row>`;

async function* sheetXml({ header, pages }: Table): AsyncGenerator<string> {
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">`;
  yield '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  yield `<cols><col min="1" max="${header.length}" width="22" customWidth="1"/></cols><sheetData>`;
  const columns = header.map((_, index) => letters(index));
  yield rowXml(1, columns, header, (reference, text) => textXml(reference, text, ` s="${style.heading}"`));
  let written = 1;
  for await (const rows of pages) {
    const above = written;
    written += rows.length;
    yield rows.map((cells, index) => rowXml(above + 1 + index, columns, cells, cellXml)).join('');
  }
  yield '</sheetData></worksheet>';
}

const contentTypes = `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`;
const packageRelations = `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const workbookRelations = `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`;
const styles = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`;
/** Sheet names have at most 31 characters, without those reserved in formulas. */
const sheetName = (name: string) => escaped(name.replace(/[\\/?*[\]:']/g, ' ').slice(0, 31));
const workbook = (name: string) =>
  `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${sheetName(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;

/** The table as an Excel workbook with one sheet, streamed. */
export function xlsxOf(table: Table): AsyncGenerator<Buffer> {
  return zipOf([
    { name: '[Content_Types].xml', content: [contentTypes] },
    { name: '_rels/.rels', content: [packageRelations] },
    { name: 'xl/workbook.xml', content: [workbook(table.name)] },
    { name: 'xl/_rels/workbook.xml.rels', content: [workbookRelations] },
    { name: 'xl/styles.xml', content: [styles] },
    { name: 'xl/worksheets/sheet1.xml', content: sheetXml(table) },
  ]);
}
