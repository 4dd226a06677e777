import { CsvError, type Info, parse } from 'csv-parse/sync';
import { FileRefusal, refuseFile } from '#domain/imports/findings.ts';
import { importLimits } from '#domain/imports/import-limits.ts';
import { isCut, runsOfText } from '#domain/imports/rich-runs.ts';
import type { TableCell, TableRow } from './table-cells.ts';
import { HEADER_ROWS, hasHeader } from './table-header.ts';

/** Tables may have some empty rows between questions; this limits them. */
export const MAX_ROWS = 2 * importLimits.questions;

const delimiters = [',', ';', '\t', '|'] as const;

/** The delimiters, the one that splits the first lines into the most parts first, ignoring quoted text. */
function delimitersOf(text: string): string[] {
  const counts = new Map<string, number>(delimiters.map((sign) => [sign, 0]));
  let quoted = false;
  for (const character of text.slice(0, 20_000)) {
    if (character === '"') quoted = !quoted;
    const count = counts.get(character);
    if (!quoted && count !== undefined) counts.set(character, count + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([sign]) => sign);
}

/** Removes the apostrophe that our exports put before formulas. */
export const rearmed = (text: string) =>
  /^'+\s*[=+\-@|%＝＋－＠]|^'+[\t\r\n]/.test(text) ? text.slice(1) : text;

function cellOf(text: string): TableCell | undefined {
  const plain = rearmed(text);
  if (plain === '') return undefined;
  return {
    runs: runsOfText(plain),
    plain,
    ...(isCut(plain) ? { cut: true } : {}),
    ...(plain === text ? {} : { apostrophe: true }),
  };
}

type Records = { readonly line: number; readonly record: string[] }[];

/** Whether a quoted cell of several lines is followed by more text: two stray quotes have joined rows. */
function joinsRows(raw: string, delimiter: string): boolean {
  for (let start = 0; start < raw.length; ) {
    let end = start;
    if (raw.charAt(start) === '"') {
      end = raw.indexOf('"', start + 1);
      while (end >= 0 && raw.charAt(end + 1) === '"') end = raw.indexOf('"', end + 2);
      if (end < 0) return false;
      let after = end + 1;
      while (raw[after] !== delimiter && (raw[after] === ' ' || raw[after] === '\t')) after += 1;
      const isClosed = [delimiter, '\r', '\n', ''].includes(raw.charAt(after));
      if (!isClosed && /[\r\n]/.test(raw.slice(start, end))) return true;
    }
    const next = raw.indexOf(delimiter, end);
    if (next < 0) return false;
    start = next + 1;
  }
  return false;
}

/** Parses CSV as spreadsheets of any locale write it; one record beyond `maxRows` signals too many. */
export function readRecords(text: string, maxRows: number, delimiter?: string): Records {
  const [hint = '', declaredDelimiter = ''] = /^sep=(.)\r?\n/.exec(text) ?? [];
  const body = text.slice(hint.length);
  const above = hint === '' ? 0 : 1;
  const sign = declaredDelimiter || (delimiter ?? delimitersOf(body)[0] ?? ',');
  let last = 0;
  try {
    const records = parse(body, {
      delimiter: sign,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: false,
      info: true,
      raw: true,
      on_record: (entry, { lines }) => {
        // With `raw`, the parser passes more than the type of the record says.
        const { raw } = entry as unknown as { raw: string };
        if (joinsRows(raw, sign)) refuseFile('import.csvBroken', { line: last + 1 + above });
        last = lines;
        // One copy of the file in memory is enough.
        delete (entry as { raw?: string }).raw;
        return entry;
      },
      max_record_size: 1_000_000,
      to: maxRows + 1,
    }) as unknown as { record: string[]; info: Info }[];
    return records.map(({ record, info }) => ({ record, line: info.lines + above }));
  } catch (problem) {
    if (!(problem instanceof CsvError)) throw problem;
    // The parser names the end of the file; what breaks it begins after the last whole record.
    return refuseFile('import.csvBroken', { line: last + 1 + above });
  }
}

const rowsOf = (records: Records): TableRow[] =>
  records.map(({ line, record }) => {
    const beyond = record.slice(importLimits.tableColumns).find((text) => text.trim() !== '');
    const read = record.slice(0, importLimits.tableColumns);
    const cells = (beyond === undefined ? read : [...read, beyond]).map(cellOf);
    return { line, cells, width: record.length };
  });

/** Whether the first rows, split at a delimiter, include our header. */
function givesHeader(text: string, delimiter: string): boolean {
  try {
    return hasHeader(rowsOf(readRecords(text, HEADER_ROWS, delimiter)));
  } catch (problem) {
    if (problem instanceof FileRefusal) return false;
    throw problem;
  }
}

/** Reads a table of questions; texts may contain more commas than there are separators. */
export function readCsv(text: string): TableRow[] {
  const delimiter = delimitersOf(text).find((sign) => givesHeader(text, sign));
  const records = readRecords(text, MAX_ROWS, delimiter);
  if (records.length > MAX_ROWS) refuseFile('import.tooManyQuestions', { max: importLimits.questions });
  return rowsOf(records);
}
