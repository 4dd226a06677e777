import type { BodyOfCall, ResponseOfCall } from '#contract/call.ts';
import type { creditOutage } from '#contract/outages.ts';
import { refuse } from '#domain/errors.ts';
import { lockPeople, lockSessions, lockSlots } from '#server/appointments/locks.ts';
import { selectLaterSlots } from '#server/appointments/seat-overruns.ts';
import { selectTakenNext } from '#server/appointments/seat-taken-next.ts';
import { nameChanges } from '#server/db/audit-entry.ts';
import type { Author, Database, Transaction } from '#server/db/database.ts';
import { selectInterrupted } from './interrupted-sittings.ts';

const maxReasonLength = 300;

type OutageRow = { readonly id: number; readonly from: number; readonly until: number };

/** Locks an undecided outage; the second of two decisions is refused. */
async function lockOpen(tx: Transaction, id: number): Promise<OutageRow> {
  const [row] = await tx<(OutageRow & { isOpen: boolean })[]>`
    select id, extract(epoch from began_at)::float8 * 1000 as from, extract(epoch from ended_at)::float8 * 1000 as until,
           state = 'open' and decide_by > now() as "isOpen"
      from outages where id = ${id} for update`;
  if (!row) refuse('resource.notFound');
  if (!row.isOpen) refuse('outage.decided');
  return row;
}

/**
 * Credits the interrupted sittings. A trigger moves the deadlines of their exams and records it in their history; pages
 * learn of it with their next call. Earlier reasons are kept, and the seats that somebody else has next are named.
 */
export async function credit(
  database: Database,
  author: Author,
  id: number,
  { reason }: BodyOfCall<typeof creditOutage>,
): Promise<ResponseOfCall<typeof creditOutage>> {
  return database.transaction(author, async (tx) => {
    const outage = await lockOpen(tx, id);
    const people = await selectInterrupted(tx, outage);
    await lockSessions(tx, 'shared');
    // Students with more time still sit when the next slots begin.
    const later = await selectLaterSlots(tx, ...people.map(({ slotId }) => slotId));
    await lockSlots(tx, later, 'exclusive');
    await lockPeople(
      tx,
      people.map(({ userId }) => userId),
    );
    const sittings = await selectInterrupted(tx, outage);
    const possible = sittings.filter(({ minutes, problem }) => minutes > 0 && problem === undefined);
    await nameChanges(tx, 'outageCredited');
    await tx`
      update appointments a set extra_minutes = a.extra_minutes + c.minutes,
             extra_reason = left(concat_ws('; ', a.extra_reason, ${reason}::text), ${maxReasonLength}::int)
        from jsonb_to_recordset(${tx.json(possible)}) as c ("appointmentId" int, minutes smallint)
       where a.id = c."appointmentId"`;
    await tx`update outages set state = 'credited', decided_by = ${author.actorId ?? null}, decided_at = now(),
                                sittings = ${possible.length} where id = ${id}`;
    return {
      credited: possible.length,
      impossible: sittings.filter(({ problem }) => problem !== undefined).length,
      seatTakenNext: await selectTakenNext(
        tx,
        possible.map(({ appointmentId }) => appointmentId),
        tx`true`,
      ),
    };
  });
}

/** Credits nothing; exams past their deadline are closed in the next round. */
export async function decline(database: Database, author: Author, id: number): Promise<undefined> {
  await database.transaction(author, async (tx) => {
    await lockOpen(tx, id);
    await nameChanges(tx, 'outageDeclined');
    await tx`update outages set state = 'declined', decided_by = ${author.actorId ?? null}, decided_at = now() where id = ${id}`;
  });
}
