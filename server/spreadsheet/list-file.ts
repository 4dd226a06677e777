import type { Readable } from 'node:stream';
import type { Cell } from './cell.ts';
import { fileOf } from './file.ts';

export type ListColumn<Row> = { readonly header: string; readonly cell: (row: Row) => Cell };

type ListFile<Row> = {
  readonly name: string;
  readonly columns: readonly ListColumn<Row>[];
  readonly rows: AsyncIterable<readonly Row[]>;
};

/** A list as a file, read in batches while it is sent. */
export function listFile<Row>({ name, columns, rows }: ListFile<Row>, format: 'xlsx' | 'csv'): Readable {
  async function* pages(): AsyncGenerator<ReadonlyArray<readonly Cell[]>> {
    for await (const batch of rows) yield batch.map((row) => columns.map(({ cell }) => cell(row)));
  }
  return fileOf({ name, header: columns.map(({ header }) => header), pages: pages() }, format);
}

/** All rows of a list that is read by pages. */
export async function* allPages<Row>(
  read: (page: { readonly skip: number; readonly take: number }) => Promise<readonly Row[]>,
  take = 1000,
): AsyncGenerator<readonly Row[]> {
  for (let skip = 0; ; skip += take) {
    const rows = await read({ skip, take });
    yield rows;
    if (rows.length < take) return;
  }
}
