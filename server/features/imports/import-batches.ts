import type { Fragment, Queryable, Transaction } from '#server/db/database.ts';
import { inStage, type RowBatches } from './row-jobs.ts';

/** A row as it was read, with what its table stores. Positions count from 1 without gaps. */
type ReadRow = { readonly position: number };

/** Rows of a batch: few enough to read the batch again for the rows that are left in it. */
const rowsOfBatch = 100;

/** Stores rows as they were read; the check of the file turns them into rows to review. */
export async function insertBatches(
  tx: Transaction,
  importId: number,
  rows: readonly ReadRow[],
): Promise<void> {
  const batches: { first: number | undefined; last: number | undefined; rows: readonly ReadRow[] }[] = [];
  for (let at = 0; at < rows.length; at += rowsOfBatch) {
    const some = rows.slice(at, at + rowsOfBatch);
    batches.push({ first: some[0]?.position, last: some.at(-1)?.position, rows: some });
  }
  await tx`
    insert into import_batches (import_id, first, last, rows)
    select ${importId}, first, last, rows from jsonb_to_recordset(${tx.json(batches)}) as given (first int, last int, rows jsonb)`;
}

/** SQL: the last row of import `i` that was read but may not be stored yet; 0 when all are. */
export const lastRead = (sql: Queryable): Fragment =>
  sql`(select coalesce(max(b.last), 0) from import_batches b where b.import_id = i.id)`;

/** Where rows to review are stored. */
export type RowTable = {
  readonly name: 'import_rows' | 'student_import_rows';
  /** SQL: an insert that selects from `batch, before` and the rows of the batch as `given`, without a condition. */
  insert(sql: Queryable, importId: number): Fragment;
  /** SQL: whether rows are stored now; always when absent. */
  when?(sql: Queryable, importId: number): Fragment;
};

/**
 * Stores the next rows of the first batch, and deletes it with its last one; false when none is to be stored. The database reads them
 * from the batch, so that the process has no work with them.
 */
export async function storeNext<Row>(
  batches: RowBatches<Row>,
  { name, insert, when }: RowTable,
  limit: number,
): Promise<boolean> {
  const { importId } = batches;
  const stored = await inStage(batches, async (tx) => {
    const [row] = await tx<{ stored: number }[]>`
      with batch as (
        select first, last, rows from import_batches where import_id = ${importId} order by first limit 1
      ), before as (
        select coalesce((select position from ${tx(name)} where import_id = ${importId} order by position desc limit 1), 0) as position
      ), stored as (
        ${insert(tx, importId)}
         where given.position > before.position and ${when?.(tx, importId) ?? tx`true`} order by given.position limit ${limit}
        returning position
      ), emptied as (
        delete from import_batches b using batch where b.import_id = ${importId} and b.first = batch.first
           and batch.last <= (select max(position) from stored)
      )
      select count(*)::int as stored from stored`;
    return row?.stored ?? 0;
  });
  return stored !== undefined && stored > 0;
}
