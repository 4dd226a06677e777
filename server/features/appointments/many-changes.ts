import { refuse } from '#domain/errors.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Candidate } from './booker.ts';

/** The changes one student makes within a day: more than anybody needs, because each stays in the audit log and is mailed. */
export const maxChangesOfDay = 200;
const retryAfterSeconds = 3600;

/**
 * Refuses to move, cancel or leave a queue once a student has changed too much in a day: a script could book and cancel
 * without end. Booking needs no check, because booking again needs a cancellation.
 */
export async function refuseManyChanges(sql: Queryable, { by, userId }: Candidate): Promise<void> {
  if (by !== 'student') return;
  const many = await sql`
    select from (select at from audit_log where actor_id = ${userId} order by id desc
                 offset ${maxChangesOfDay - 1} limit 1) earlier
     where earlier.at > now() - interval '1 day'`;
  if (many.count > 0) refuse('request.tooMany', { seconds: retryAfterSeconds });
}
