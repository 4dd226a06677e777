import { type Database, type Transaction, theSystem } from '#server/db/database.ts';
import { type RepeatedJob, repeat } from '#server/jobs/repeat.ts';

/** Deletes an import with its rows, and its images unless a question uses them. */
export async function removeImport(tx: Transaction, importId: number): Promise<void> {
  const pictures = await tx<{ id: string }[]>`
    select file_id as id from import_images where import_id = ${importId}`;
  await tx`delete from imports where id = ${importId}`;
  await tx`
    delete from files f where f.id = any(${pictures.map(({ id }) => id)}::uuid[])
       and not exists (select from question_versions v where v.image = f.id)
       and not exists (select from answer_options a where a.image = f.id)`;
}

/**
 * Deletes imports whose upload was interrupted. After three months also deletes unfinished imports and
 * finished student imports, which hold personal data.
 */
export async function removeAbandonedImports(database: Database): Promise<number> {
  const abandoned = await database.sql<{ id: number }[]>`
    select id from imports
     where (state = 'reading' and made_at < now() - interval '1 hour')
        or ((state in ('ready', 'paused') or (kind = 'students' and state = 'done'))
            and made_at < now() - interval '90 days') order by id limit 100`;
  for (const { id } of abandoned) await database.transaction(theSystem, (tx) => removeImport(tx, id));
  return abandoned.length;
}

const hour = 60 * 60 * 1000;

export const importCleanUp: RepeatedJob = {
  start: ({ database }, log) =>
    repeat(hour, log, async () => {
      await removeAbandonedImports(database);
    }),
};
