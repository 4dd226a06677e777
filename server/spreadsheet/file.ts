import { Readable } from 'node:stream';
import type { Table } from './cell.ts';
import { csvOf } from './csv.ts';
import { xlsxOf } from './xlsx.ts';

/** A table as a file, written while it is sent. */
export const fileOf = (table: Table, format: 'xlsx' | 'csv'): Readable =>
  Readable.from(format === 'csv' ? csvOf(table) : xlsxOf(table), { objectMode: false });
