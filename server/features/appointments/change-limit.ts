import { maxChangesPerDay } from '#domain/appointments/booking.ts';
import { refuse } from '#domain/errors.ts';
import type { Transaction } from '#server/db/database.ts';
import type { Candidate } from './booker.ts';

/** Enough of a person's newest entries in the log to find their changes of a day among their sign-ins. */
const newestEntries = 500;

/**
 * Refuses a student who has booked, moved, cancelled and queued too often within a day: each change stays in the log and sends a mail.
 * The caller has locked the person.
 */
export async function refuseTooManyChanges(tx: Transaction, { by, userId }: Candidate): Promise<void> {
  if (by !== 'student') return;
  const [made] = await tx<{ changes: number }[]>`
    select count(*)::int as changes
      from (select entity, at from audit_log where actor_id = ${userId} order by id desc limit ${newestEntries}) newest
     where entity in ('appointments', 'waiting_places') and at > now() - interval '1 day'`;
  if (made && made.changes >= maxChangesPerDay)
    refuse('appointment.tooManyChanges', { max: maxChangesPerDay });
}
