import type { Database } from '#server/db/database.ts';
import { type RepeatedJob, repeat } from '#server/jobs/repeat.ts';
import { isUsedInBank } from './image-use.ts';

/** A draft may stay in a browser for a while before it is saved with its uploaded images. */
const retentionDays = 30;
/** Delete in batches to keep transactions short. */
const batchSize = 200;
const sixHours = 6 * 60 * 60_000;

/** Deletes images older than a draft may be that no question version, answer or import uses. */
export async function removeUnusedImages({ sql }: Database): Promise<void> {
  let removed: number;
  do {
    const deleted = await sql`
      delete from files where id in (
        select f.id from files f where f.made_at < now() - make_interval(days => ${retentionDays})
           and not ${isUsedInBank(sql)}
           and not exists (select from import_images i where i.file_id = f.id)
         order by f.made_at limit ${batchSize} for update skip locked)`;
    removed = deleted.count;
  } while (removed === batchSize);
}

export const imageCleanUp: RepeatedJob = {
  start: ({ database }, log) => repeat(sixHours, log, () => removeUnusedImages(database)),
};
