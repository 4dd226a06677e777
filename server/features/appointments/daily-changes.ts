import { maxDailyChanges } from '#domain/appointments/booking.ts';
import { refuse } from '#domain/errors.ts';
import type { Transaction } from '#server/db/database.ts';
import type { Candidate } from './booker.ts';

/** Entries of one person that are skipped at a time. */
const stride = 100;

/**
 * SQL: the id of an entry of a person that is older than a day, or 0; few older ones follow it. Found from the newest
 * entry back, since somebody who is staff too may have a long history.
 */
const beforeToday = (tx: Transaction, userId: number) => tx`
  with recursive marks (id, at) as (
    select 9223372036854775807, now()
    union all
    select older.id, older.at from marks cross join lateral (
      select n.id, n.at from audit_log n where n.actor_id = ${userId} and n.id < marks.id
       order by n.id desc offset ${stride - 1} limit 1) older
     where marks.at > now() - interval '1 day')
  select coalesce(min(id), 0) from marks where at <= now() - interval '1 day'`;

/**
 * Refuses to book, move or queue for a student who did so too often within a day: every change is kept in the log. Giving
 * up a seat or a place is never refused. The caller has locked the person.
 */
export async function refuseTooManyChanges(tx: Transaction, { by, userId }: Candidate): Promise<void> {
  if (by === 'office') return;
  const [found] = await tx<{ changes: number }[]>`
    select count(distinct n.request_id)::int as changes from audit_log n
     where n.actor_id = ${userId} and n.id > (${beforeToday(tx, userId)}) and n.at > now() - interval '1 day' and n.after is not null
       and (n.entity = 'appointments' or n.entity = 'waiting_places' and n.before is null)
       and (n.after ->> 'student_id')::int in (select id from students where user_id = ${userId})`;
  if (found && found.changes >= maxDailyChanges)
    refuse('appointment.tooManyChanges', { max: maxDailyChanges });
}
