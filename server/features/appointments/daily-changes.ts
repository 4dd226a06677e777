import { maxDailyChanges } from '#domain/appointments/booking.ts';
import { refuse } from '#domain/errors.ts';
import type { Transaction } from '#server/db/database.ts';
import type { Candidate } from './booker.ts';

/**
 * Refuses to book, move or queue for a student who did so too often within a day: every change is kept in the log. Giving
 * up a seat or a place is never refused. The caller has locked the person.
 */
export async function refuseTooManyChanges(tx: Transaction, { by, userId }: Candidate): Promise<void> {
  if (by === 'office') return;
  const [found] = await tx<{ changes: number }[]>`
    select count(distinct n.request_id)::int as changes from audit_log n
     where n.actor_id = ${userId} and n.at > now() - interval '1 day' and n.after is not null
       and (n.entity = 'appointments' or n.entity = 'waiting_places' and n.before is null)
       and (n.after ->> 'student_id')::int in (select id from students where user_id = ${userId})`;
  if (found && found.changes >= maxDailyChanges)
    refuse('appointment.tooManyChanges', { max: maxDailyChanges });
}
