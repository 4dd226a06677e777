import { isGiven, isOutOfOrder } from '#server/appointments/day-slots.ts';
import { lockQueue, lockSlots } from '#server/appointments/locks.ts';
import { endWaiting, noteOfferMails } from '#server/appointments/mails.ts';
import { selectLaterSlots } from '#server/appointments/seat-overruns.ts';
import { examOf, hasToSitElsewhere } from '#server/appointments/to-be-sat.ts';
import {
  deletePlaces,
  isSitting,
  isWaiting,
  offerSeats,
  withdrawOffers,
} from '#server/appointments/waiting-list.ts';
import { type Fragment, systemAuthor } from '#server/db/database.ts';
import { type RepeatedJob, repeat } from '#server/jobs/repeat.ts';
import type { Services } from '#server/services.ts';

/**
 * Ends offers that were not accepted in time, and places that can no longer become a seat. An offer that could not be
 * accepted at its end, because exams are not allowed or its student sits one, is withdrawn, and the student keeps the
 * place. Withdraws offers of students who now have the exam to sit in another session, and notifies students who had seen
 * the offer: the mail about the booking does not mention it.
 */
async function endPlaces({ database, settings }: Services): Promise<void> {
  const { allowExams } = await settings.current();
  await database.transaction(systemAuthor, async (tx) => {
    const selectOver = (rest: Fragment) => tx<
      { id: number; slotId: number; isOver: boolean; canAccept: boolean; isOpen: boolean }[]
    >`
      select w.id, w.offered_slot_id as "slotId", w.offered_until <= now() as "isOver",
             ${allowExams} and not ${isSitting(tx)} as "canAccept", e.exam_schedule_end > now() as "isOpen"
        from waiting_places w join students p on p.id = w.student_id join exam_sessions e on e.id = w.exam_session_id
       where w.offered_until is not null and (w.offered_until <= now() or ${hasToSitElsewhere(tx, examOf(tx, tx`w`))}) ${rest}`;
    const slotIds = (await selectOver(tx``)).map(({ slotId }) => slotId);
    await lockSlots(tx, slotIds, 'shared');
    const found = await selectOver(
      tx`and w.offered_slot_id = any(${slotIds}::int[]) for update of w skip locked`,
    );
    const idsOf = (where: (one: (typeof found)[number]) => boolean) =>
      found.filter(where).map(({ id }) => id);
    await withdrawOffers(
      tx,
      idsOf(({ isOver }) => !isOver),
      'bookedElsewhere',
    );
    await withdrawOffers(
      tx,
      idsOf(({ isOver, isOpen, canAccept }) => isOver && isOpen && !canAccept),
      'notAcceptable',
    );
    // Booking has closed: their places end below, which tells them.
    await withdrawOffers(
      tx,
      idsOf(({ isOver, isOpen }) => isOver && !isOpen),
    );
    const ids = idsOf(({ isOver, isOpen, canAccept }) => isOver && isOpen && canAccept);
    await noteOfferMails(tx, 'offerEnded', ids);
    await deletePlaces(tx, ids);
    await endWaiting(
      tx,
      tx`w.id in (
        select o.id from waiting_places o join exam_sessions e on e.id = o.exam_session_id join custom_exams c on c.id = o.custom_exam_id
          join students p on p.id = o.student_id left join room_slots t on t.id = o.room_slot_id
         where o.offered_slot_id is null and (o.exam_date < current_date or e.exam_schedule_end <= now() or c.removed_at is not null
                or o.exam_date not between e.start_date and e.end_date
                or t.end_hour - t.start_hour < make_interval(mins => c.duration_minutes)
                or not exists (select from custom_exam_series s where s.custom_exam_id = c.id and s.series_id = p.series_id))
           for update of o skip locked)`,
    );
  });
}

/**
 * Offers free seats to waiting students in queue order, and to the next one when an offer has ended; returns
 * how many were offered.
 */
export async function serveWaitingLists(services: Services): Promise<number> {
  const { database, settings } = services;
  await endPlaces(services);
  if (!(await settings.current()).allowExams) return 0;
  // Slots with a free seat that is not offered, on days with waiting students. A seat kept by extra time is free only for the student who keeps it.
  const open = await database.sql<{ slotId: number; examDate: string }[]>`
    with waiting as materialized (
      select w.exam_date, w.room_id, w.room_slot_id from waiting_places w where ${isWaiting(database.sql)})
    select t.id as "slotId", d.exam_date as "examDate"
      from (select distinct exam_date from waiting) d cross join room_slots t join rooms r on r.id = t.room_id
     where exists (select from waiting w where w.exam_date = d.exam_date
                      and coalesce(w.room_slot_id = t.id, w.room_id = t.room_id, true))
       and usable_seats(r.id) > (select count(*) from appointments a where a.room_slot_id = t.id and a.exam_date = d.exam_date
                                  and (a.annulled_at is null or not ${isOutOfOrder(database.sql, database.sql`a`)}))
             + (select count(*) from held_seats h where h.room_slot_id = t.id and h.exam_date = d.exam_date
                  and not ${isOutOfOrder(database.sql, database.sql`h`)})
             + (select count(distinct (v.row_number, v.seat_number)) from overrun_seats v
                  join appointments k on k.id = v.appointment_id
                 where v.room_slot_id = t.id and v.exam_date = d.exam_date
                   and not exists (select from waiting_places w where w.student_id = k.student_id and w.custom_exam_id = k.custom_exam_id
                                      and w.exam_session_id = k.exam_session_id and w.exam_date = d.exam_date and w.offered_slot_id is null)
                   and not ${isGiven(database.sql, database.sql`v`)})
     order by d.exam_date, t.start_hour, r.priority, t.id`;
  let offered = 0;
  for (const place of open)
    offered += await database.transaction(systemAuthor, async (tx) => {
      await lockSlots(tx, [place.slotId, ...(await selectLaterSlots(tx, place.slotId))], 'exclusive');
      await lockQueue(tx, place.examDate);
      return offerSeats(tx, place);
    });
  return offered;
}

/** Every process runs it; locks let one at a time offer the seats of a slot. */
export const waitingLists: RepeatedJob<Services> = {
  start: (services, log) =>
    repeat(5_000, log, async () => {
      const offered = await serveWaitingLists(services);
      if (offered > 0) log.info({ offered }, 'seats offered to the waiting list');
    }),
};
