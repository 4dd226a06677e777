import { CsvError, type Info, parse } from 'csv-parse/sync';
import { refuseFile } from '#domain/imports/findings.ts';
import { importLimits } from '#domain/imports/import-limits.ts';
import { isCut, runsOfText } from '#domain/imports/rich-runs.ts';
import type { TableCell, TableRow } from './table-cells.ts';

/** Tables may have some empty rows between questions; this limits them. */
export const MAX_ROWS = 2 * importLimits.questions;

const delimiters = [',', ';', '\t', '|'] as const;

/** The delimiter that splits the first lines into the most parts, ignoring quoted text. */
function delimiterOf(text: string): string {
  const counts = new Map<string, number>(delimiters.map((sign) => [sign, 0]));
  let quoted = false;
  for (const character of text.slice(0, 20_000)) {
    if (character === '"') quoted = !quoted;
    const count = counts.get(character);
    if (!quoted && count !== undefined) counts.set(character, count + 1);
  }
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0];
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

/** Parses CSV as spreadsheets of any locale write it; one record beyond `maxRows` signals too many. */
export function readRecords(
  text: string,
  maxRows: number,
): { readonly line: number; readonly record: string[] }[] {
  const [hint = '', declaredDelimiter = ''] = /^sep=(.)\r?\n/.exec(text) ?? [];
  const body = text.slice(hint.length);
  const above = hint === '' ? 0 : 1;
  let last = 0;
  try {
    const records = parse(body, {
      delimiter: declaredDelimiter || delimiterOf(body),
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: false,
      info: true,
      on_record: (record, { lines }) => {
        last = lines;
        return record;
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

/** Reads a table of questions. */
export function readCsv(text: string): TableRow[] {
  const records = readRecords(text, MAX_ROWS);
  if (records.length > MAX_ROWS) refuseFile('import.tooManyQuestions', { max: importLimits.questions });
  return records.map(({ line, record }) => {
    const beyond = record.slice(importLimits.tableColumns).find((text) => text.trim() !== '');
    const read = record.slice(0, importLimits.tableColumns);
    const cells = (beyond === undefined ? read : [...read, beyond]).map(cellOf);
    return { line, cells, width: record.length };
  });
}
