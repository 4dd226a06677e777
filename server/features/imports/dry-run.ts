import { Refusal } from '#domain/errors.ts';
import { quoted } from '#domain/imports/bank-question.ts';
import { FileRefusal, type Finding } from '#domain/imports/findings.ts';
import type { ImportKind } from '#domain/imports/import-kind.ts';
import type { ImportFormat } from '#domain/imports/imported-question.ts';
import type { Author, Database, Transaction } from '#server/db/database.ts';
import { type FileOptions, type FileThread, withFileThread } from './reading/file-thread.ts';
import { removeImport } from './removing.ts';
import { whenFree } from './when-free.ts';

/** Who uploads a file, to a process that may be told to stop before the end. */
export type Maker = {
  readonly database: Database;
  readonly author: Author;
  readonly userId: number;
  readonly stopping: AbortSignal;
};

type ReadFile = {
  readonly kind: ImportKind;
  readonly fileName: string;
  readonly format: ImportFormat;
  readonly encoding: string | null;
  readonly findings: readonly Finding[];
  readonly partial?: boolean;
};

/**
 * Ends the reading with all rows, which are checked next. The database may have lost some in a crash, as nobody waited until
 * they were durable.
 */
async function endReading(tx: Transaction, importId: number, rows: number): Promise<void> {
  const opened = await tx`
    update imports set state = case when stored.rows > 0 then 'checking' else 'ready' end
      from (select coalesce(sum(last - first + 1), 0) as rows from import_batches where import_id = ${importId}) stored
     where id = ${importId} and stored.rows = ${rows}::int`;
  if (opened.count === 0) throw new Error('rows of the import are missing');
}

/** Stores an import and its rows, then opens it for its check or review; a failure leaves nothing behind. */
export async function storeImport<T extends { readonly rows: number }>(
  { database, author, userId }: Maker,
  file: ReadFile,
  storeRows: (importId: number) => Promise<T>,
): Promise<T & { readonly importId: number }> {
  const importId = await database.transaction(author, async (tx) => {
    const [row] = await tx<{ id: number }[]>`
      insert into imports (kind, made_by, file_name, format, encoding, findings, partial)
      values (${file.kind}, ${userId}, ${file.fileName}, ${file.format}, ${file.encoding}, ${tx.json(file.findings.map(quoted))},
              ${file.partial ?? false})
      returning id`;
    if (!row) throw new Error('the import was not stored');
    return row.id;
  });
  try {
    const stored = await storeRows(importId);
    await whenFree(() => database.transaction(author, (tx) => endReading(tx, importId, stored.rows)));
    return { ...stored, importId };
  } catch (error) {
    await whenFree(() => database.transaction(author, (tx) => removeImport(tx, importId)));
    throw error;
  }
}

/** Reads a file in its own thread. One that is unreadable or too expensive is refused with its reason. */
export async function readingFile<T>(
  { userId, stopping }: Maker,
  read: (thread: FileThread) => Promise<T>,
  options: Omit<FileOptions, 'stopping'>,
): Promise<T> {
  try {
    return await withFileThread(userId, read, { ...options, stopping });
  } catch (problem) {
    if (!(problem instanceof FileRefusal)) throw problem;
    const { code, params } = problem.finding;
    throw new Refusal('import.refused', { ...params, reason: code });
  }
}
