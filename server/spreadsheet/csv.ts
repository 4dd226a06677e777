import { showDay } from '#domain/calendar/romanian-date.ts';
import type { Cell, Table } from './cell.ts';

/** Text that a spreadsheet would run as a formula gets a leading apostrophe. */
const disarmed = (text: string) => (/^\s*[=+\-@|%＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text);
const quoted = (text: string) => (/[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function written(cell: Cell): string {
  switch (cell.kind) {
    case 'empty':
      return '';
    case 'number':
      return String(cell.number);
    case 'day':
      return showDay(cell.day);
    case 'moment':
      return `${showDay(cell.moment)} ${cell.moment.slice(11, 16)}`;
    case 'text':
      return quoted(disarmed(cell.text));
  }
}

const line = (cells: readonly string[]) => `${cells.join(',')}\r\n`;

export const csvLine = (row: readonly Cell[]): string => line(row.map(written));

/** The table as CSV, with a byte order mark so that spreadsheets read UTF-8. */
export async function* csvOf(table: Table): AsyncGenerator<string> {
  yield `\uFEFF${line(table.header.map(quoted))}`;
  for await (const rows of table.pages) {
    yield rows.map(csvLine).join('');
  }
}
