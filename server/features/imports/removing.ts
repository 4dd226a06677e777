import { type Database, type Fragment, systemAuthor, type Transaction } from '#server/db/database.ts';
import { type RepeatedJob, repeat } from '#server/jobs/repeat.ts';
import type { RetentionRule } from '#server/jobs/retention.ts';

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

/** Deletes an import if the condition still holds. */
const removeIf = (database: Database, condition: Fragment, id: number): Promise<boolean> =>
  database.transaction(systemAuthor, async (tx) => {
    const [held] = await tx`select id from imports where id = ${id} and ${condition} for update`;
    if (held) await removeImport(tx, id);
    return held !== undefined;
  });

async function removeWhere(database: Database, condition: Fragment): Promise<number> {
  let total = 0;
  for (;;) {
    const found = await database.sql<{ id: number }[]>`
      select id from imports where ${condition} order by id limit 100`;
    for (const { id } of found) if (await removeIf(database, condition, id)) total += 1;
    if (found.length < 100) return total;
  }
}

/** Deletes imports whose upload was interrupted. While exams run, the images of a large file of questions are stored slowly. */
const removeInterruptedImports = (database: Database): Promise<number> =>
  removeWhere(
    database,
    database.sql`state = 'reading' and made_at < now() - case kind when 'students' then interval '15 minutes'
      else interval '1 day' end`,
  );

/** Deletes unfinished imports after some days, and finished student imports, which hold personal data. */
const removeOldImports = (database: Database, days: number): Promise<number> =>
  removeWhere(
    database,
    database.sql`(state in ('checking', 'ready', 'paused') or (kind = 'students' and state = 'done'))
      and made_at < now() - make_interval(days => ${days})`,
  );

const everyMilliseconds = 10 * 60 * 1000;

export const importCleanUp: RepeatedJob = {
  start: ({ database }, log) =>
    repeat(everyMilliseconds, log, async () => {
      await removeInterruptedImports(database);
    }),
};

export const importRetention: RetentionRule = {
  kind: 'imports',
  remove: async ({ database, settings }) =>
    removeOldImports(database, (await settings.current()).importRetentionDays),
};
