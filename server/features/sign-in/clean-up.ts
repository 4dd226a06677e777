import { accountMemory, addressMemory } from '#domain/sign-in/pace.ts';
import type { Database } from '#server/db/database.ts';
import { type RepeatedJob, repeat } from '#server/jobs/repeat.ts';

const failureMemory = Math.max(accountMemory, addressMemory);
/** The batch size; keeps transactions short. */
const portion = 1000;

/** Deletes expired failures, links and sign-ins; skips rows that another process is deleting. */
export async function removeWhatRanOut({ sql }: Database): Promise<void> {
  const removals = [
    () => sql`delete from sign_in_failures where ctid in (
      select ctid from sign_in_failures where at < now() - make_interval(mins => ${failureMemory}) order by at
      limit ${portion} for update skip locked)`,
    () => sql`delete from password_links where token_hash in (
      select token_hash from password_links where expires_at < now() order by expires_at
      limit ${portion} for update skip locked)`,
    () => sql`delete from sign_ins where id in (
      select id from sign_ins where expires_at < now() - interval '1 day' order by expires_at
      limit ${portion} for update skip locked)`,
  ];
  for (const remove of removals) {
    let removed: number;
    do {
      removed = (await remove()).count;
    } while (removed === portion);
  }
}

/** Cleans up every five minutes, outside of requests. */
export const signInCleanUp: RepeatedJob = {
  start: ({ database }, log) => repeat(5 * 60_000, log, () => removeWhatRanOut(database)),
};
