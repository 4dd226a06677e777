import { bookableUntil } from '#domain/appointments/booking.ts';
import { preferredSeats } from '#domain/appointments/seating.ts';
import { type ExamSpan, offerEnd } from '#domain/appointments/waiting-list.ts';
import type { WithdrawalReason } from '#i18n/appointment-mail.ts';
import type { Fragment, Queryable, Transaction } from '#server/db/database.ts';
import { hasBegun, isSatNow } from '#server/exams/conditions.ts';
import { selectDaySlots } from './day-slots.ts';
import { tryLockOffer } from './locks.ts';
import { dropOfferMails, noteOfferMails } from './mails.ts';
import { keyHasOpenedOnDay } from './opened-keys.ts';
import { selectPlannedSeats } from './planned-seats.ts';
import { freeAfterwards } from './seat-overruns.ts';
import { clockOf } from './student-appointments.ts';
import { examOf, hasToSitElsewhere } from './to-be-sat.ts';

/** A slot of a room on one day. */
type SlotDay = { readonly examDate: string; readonly slotId: number };

/** Whether place `w` waits for a slot: for that one, for any of its room, or for any of the day. */
const isWaitingFor = (sql: Queryable, slotId: Fragment): Fragment =>
  sql`coalesce(w.room_slot_id = ${slotId}, w.room_id = (select s.room_id from room_slots s where s.id = ${slotId}), true)`;

/** Whether the exam of an appointment has begun, on paper or not, or its time is over: it cannot move to an offered seat. */
export const hasBegunOrPassed = (sql: Queryable, appointment: Fragment): Fragment => sql`(
  now() >= ${appointment}.ends_at + make_interval(mins => ${appointment}.extra_minutes)
  or exists (select from exam_groups g where g.appointment_id = ${appointment}.id and ${hasBegun(sql, appointment)}))`;

/** The exams and days of waiting places whose key has opened; before the day no key can. */
const openedKeys = (sql: Queryable): Fragment => sql`
  select due.custom_exam_id, due.exam_date
    from (select distinct custom_exam_id, exam_date from waiting_places where exam_date <= current_date) due
   where ${keyHasOpenedOnDay(sql, sql`due.custom_exam_id`, sql`due.exam_date`)}`;

/**
 * Whether place `w` has no offer and could get one: its student has not the exam to sit in another session, has not begun or missed
 * it in this one, and the key of the exam has not opened on the day.
 */
export const isWaiting = (sql: Queryable): Fragment => sql`(
  w.offered_slot_id is null and not ${hasToSitElsewhere(sql, examOf(sql, sql`w`))}
  and not exists (select from appointments sat where sat.student_id = w.student_id and sat.custom_exam_id = w.custom_exam_id
                     and sat.exam_session_id = w.exam_session_id and sat.annulled_at is null and ${hasBegunOrPassed(sql, sql`sat`)})
  and (w.custom_exam_id, w.exam_date) not in (${openedKeys(sql)}))`;

/** Whether the student of place `w` has an offer for the same exam. */
const hasOffer = (sql: Queryable): Fragment => sql`exists (
  select from waiting_places o where o.student_id = w.student_id and o.custom_exam_id = w.custom_exam_id and o.offered_slot_id is not null)`;

/** Whether somebody waits for a seat there and has none offered. */
export async function isWaitedFor(sql: Queryable, { examDate, slotId }: SlotDay): Promise<boolean> {
  const [found] = await sql`
    select from waiting_places w where w.exam_date = ${examDate} and ${isWaitingFor(sql, sql`${slotId}::int`)}
       and ${isWaiting(sql)} limit 1`;
  return found !== undefined;
}

/**
 * The number of waiting students who could be offered a seat, by day and slot: not those whose exam is longer than the slot, who have
 * another exam at that time, or an offer for the same exam. The given students do not count, or only they do.
 */
export async function countWaiting(
  sql: Queryable,
  days: readonly string[],
  students: { readonly except?: readonly number[]; readonly only?: readonly number[] } = {},
): Promise<(examDate: string, slotId: number) => number> {
  const { except = [], only } = students;
  const rows = await sql<(SlotDay & { count: number })[]>`
    with waiting as materialized (
      select w.*, p.user_id, c.duration_minutes
        from waiting_places w join students p on p.id = w.student_id join custom_exams c on c.id = w.custom_exam_id
       where w.exam_date = any(${[...days]}::date[]) and w.student_id <> all(${[...except]}::int[])
         and ${only ? sql`w.student_id = any(${[...only]}::int[])` : sql`true`} and ${isWaiting(sql)} and not ${hasOffer(sql)}),
    busy as materialized (
      select u.user_id, a.custom_exam_id, a.exam_session_id, appointment_time(a.starts_at, a.ends_at, a.extra_minutes) as time
        from (select distinct user_id from waiting) u join students s on s.user_id = u.user_id join appointments a on a.student_id = s.id
       where a.exam_date = any(${[...days]}::date[]) and a.annulled_at is null)
    select w.exam_date as "examDate", t.id as "slotId", count(distinct w.student_id)::int as count
      from waiting w join room_slots t on coalesce(w.room_slot_id = t.id, w.room_id = t.room_id, true)
       and t.end_hour - t.start_hour >= make_interval(mins => w.duration_minutes)
     where not exists (select from busy b where b.user_id = w.user_id
                          and (b.custom_exam_id, b.exam_session_id) <> (w.custom_exam_id, w.exam_session_id)
                          and b.time && tstzrange((w.exam_date + t.start_hour)::timestamptz, (w.exam_date + t.end_hour)::timestamptz))
     group by 1, 2`;
  const counts = new Map(rows.map(({ examDate, slotId, count }) => [`${examDate} ${slotId}`, count]));
  return (examDate, slotId) => counts.get(`${examDate} ${slotId}`) ?? 0;
}

type WaitingEntry = {
  readonly id: number;
  readonly studentId: number;
  readonly customExamId: number;
  readonly durationMinutes: number;
  readonly closesAt: number;
  /** The appointment in another slot that would move to the seat. */
  readonly movedIds: readonly number[];
  /** Of the appointment that would move to the seat. */
  readonly extraMinutes: number;
  readonly needsAccessible: boolean;
  /** The student's next exams. */
  readonly exams: readonly ExamSpan[];
};

/** Whether the person of a student `p` sits an official exam now, and can accept nothing. */
export const isSitting = (sql: Queryable): Fragment =>
  sql`exists (select from exams x where x.user_id = p.user_id and ${sql.unsafe(isSatNow('x'))})`;

/**
 * The waiting students who could take a seat there now, in queue order. A student who has another exam at
 * that time, an offer for the same exam, an appointment for it in another session, or one that cannot move any more, is skipped
 * and keeps their place.
 */
const selectWaiting = (
  tx: Transaction,
  { examDate, slotId }: SlotDay,
  slot: { startsAt: number; endsAt: number },
) =>
  tx<WaitingEntry[]>`
    select w.id, w.student_id as "studentId", c.id as "customExamId", c.duration_minutes as "durationMinutes", extract(epoch from e.exam_schedule_end)::float8 * 1000 as "closesAt",
           case when own.room_slot_id <> ${slotId} or own.exam_date <> ${examDate}::date then array[own.id] else '{}' end as "movedIds",
           coalesce(own.extra_minutes, 0) as "extraMinutes", coalesce(own.needs_accessible, false) as "needsAccessible",
           (select coalesce(json_agg(json_build_object('startsAt', extract(epoch from a.starts_at)::float8 * 1000,
                      'endsAt', extract(epoch from upper(appointment_time(a.starts_at, a.ends_at, a.extra_minutes)))::float8 * 1000)
                      order by a.starts_at), '[]')
              from students s join appointments a on a.student_id = s.id
             where s.user_id = p.user_id and a.annulled_at is null and a.id is distinct from own.id
               and appointment_time(a.starts_at, a.ends_at, a.extra_minutes) && tstzrange(now(), now() + interval '2 days')) as exams
      from waiting_places w join students p on p.id = w.student_id join custom_exams c on c.id = w.custom_exam_id
      join exam_sessions e on e.id = w.exam_session_id
      left join appointments own on own.student_id = w.student_id and own.custom_exam_id = w.custom_exam_id
        and own.exam_session_id = w.exam_session_id and own.annulled_at is null
     where w.exam_date = ${examDate} and ${isWaitingFor(tx, tx`${slotId}::int`)} and ${isWaiting(tx)}
       and c.removed_at is null and now() >= e.exam_schedule_start and now() < e.exam_schedule_end
       and w.exam_date between e.start_date and e.end_date
       and exists (select from custom_exam_series s where s.custom_exam_id = c.id and s.series_id = p.series_id)
       and make_interval(mins => c.duration_minutes) <= make_interval(secs => ${(slot.endsAt - slot.startsAt) / 1000}::float8)
       and not ${hasOffer(tx)} and not ${isSitting(tx)}
       and not exists (select from students s join appointments a on a.student_id = s.id
                        where s.user_id = p.user_id and a.annulled_at is null and a.id is distinct from own.id
                          and appointment_time(a.starts_at, a.ends_at, a.extra_minutes)
                              && tstzrange(to_timestamp(${slot.startsAt / 1000}),
                                           to_timestamp(${slot.endsAt / 1000}) + make_interval(mins => coalesce(own.extra_minutes, 0))))
       and not ${keyHasOpenedOnDay(tx, tx`w.custom_exam_id`, tx`w.exam_date`)}
     order by w.id`;

/** Seats that their own extra time keeps become free when they move. */
const mayKeepSeats = ({ movedIds, extraMinutes }: WaitingEntry) => movedIds.length > 0 && extraMinutes > 0;

/** Whether nobody else offers the student a seat for the exam now, on another day, or has done so meanwhile. */
async function mayOffer(tx: Transaction, { id, studentId, customExamId }: WaitingEntry): Promise<boolean> {
  if (!(await tryLockOffer(tx, studentId, customExamId))) return false;
  const offered = await tx`select from waiting_places w where w.id = ${id} and ${hasOffer(tx)}`;
  return offered.count === 0;
}

/**
 * Offers the free seats of a slot to waiting students, first come first served; returns how many were
 * offered. A student with extra time gets a seat that is free long enough. The caller has locked the queue of the
 * day, and the slot and the later ones of its room exclusively.
 */
export async function offerSeats(tx: Transaction, slotDay: SlotDay): Promise<number> {
  const [slot] = await selectDaySlots(tx, { days: [slotDay.examDate], slotIds: [slotDay.slotId] });
  if (!slot) return 0;
  const { now } = await clockOf(tx);
  const offered: number[] = [];
  const seatsFor = async (movedIds: readonly number[]) =>
    (await selectPlannedSeats(tx, [slot], slotDay.examDate, movedIds)).get(slotDay.slotId) ?? [];
  let seats = await seatsFor([]);
  /** Places without a fitting free seat, or whose student is offered another one now. */
  const without = new Set<number>();
  for (;;) {
    const isFull = seats.every(({ occupant, outOfOrder }) => occupant || outOfOrder);
    const found = (await selectWaiting(tx, slotDay, slot))
      .map((waiting) => ({
        ...waiting,
        until: offerEnd(
          now,
          {
            closesAt: waiting.closesAt,
            bookableUntil: bookableUntil(slot, waiting.durationMinutes),
          },
          waiting.exams,
        ),
      }))
      .find((one) => one.until !== undefined && !without.has(one.id) && (!isFull || mayKeepSeats(one)));
    if (found?.until === undefined) break;
    const { movedIds } = found;
    const [given] = await freeAfterwards(
      tx,
      { ...slot, movedIds },
      preferredSeats(
        mayKeepSeats(found) ? await seatsFor(movedIds) : seats,
        found.customExamId,
        found.needsAccessible,
      ),
      found.extraMinutes,
    );
    if (!given) {
      without.add(found.id);
      continue;
    }
    if (!(await mayOffer(tx, found))) {
      without.add(found.id);
      continue;
    }
    await tx`
      update waiting_places set offered_slot_id = ${slotDay.slotId}, offered_row = ${given.row}, offered_seat = ${given.seat},
             offered_until = ${new Date(found.until).toISOString()}::timestamptz
       where id = ${found.id}`;
    offered.push(found.id);
    seats = await seatsFor([]);
  }
  await noteOfferMails(tx, 'offer', offered);
  return offered.length;
}

/**
 * Withdraws offers and their unsent mails; the places keep their position. The caller has locked the slots. Students who know of
 * their offer get a mail with the reason, if one is given.
 */
export async function withdrawOffers(
  tx: Transaction,
  placeIds: readonly number[],
  because?: WithdrawalReason,
): Promise<void> {
  const notified = await dropOfferMails(tx, placeIds);
  if (because) await noteOfferMails(tx, 'offerWithdrawn', notified, because);
  await tx`
    update waiting_places set offered_slot_id = null, offered_row = null, offered_seat = null, offered_until = null
     where id = any(${[...placeIds]}::int[])`;
}

type Seated = {
  readonly studentId: number;
  readonly customExamId: number;
  readonly examSessionId: number;
};

/**
 * Frees the seat that is offered to a student in a slot, because they take a seat there themselves. The place stays in the queue until the
 * student has the seat.
 */
export async function takeOwnOffer(
  tx: Transaction,
  { examDate, slotId }: SlotDay,
  { studentId, customExamId }: Pick<Seated, 'studentId' | 'customExamId'>,
): Promise<void> {
  const offered = await tx<{ id: number }[]>`
    select id from waiting_places
     where student_id = ${studentId} and custom_exam_id = ${customExamId} and exam_date = ${examDate}
       and offered_slot_id = ${slotId} and offered_until > now() order by id for update`;
  await withdrawOffers(
    tx,
    offered.map(({ id }) => id),
  );
}

/** Removes the waiting places that a seat in a slot fulfils: those for the same exam in the same session. */
export async function dropFulfilled(
  tx: Transaction,
  { examDate, slotId }: SlotDay,
  seated: readonly Seated[],
): Promise<void> {
  const fulfilled = await tx<{ id: number }[]>`
    select w.id from waiting_places w
      join unnest(${seated.map(({ studentId }) => studentId)}::int[], ${seated.map(({ customExamId }) => customExamId)}::int[],
                  ${seated.map(({ examSessionId }) => examSessionId)}::int[]) as s(student_id, custom_exam_id, exam_session_id)
        on (w.student_id, w.custom_exam_id, w.exam_session_id) = (s.student_id, s.custom_exam_id, s.exam_session_id)
     where w.exam_date = ${examDate} and ${isWaitingFor(tx, tx`${slotId}::int`)}
       and (w.offered_slot_id is null or w.offered_slot_id = ${slotId}) order by w.id for update of w`;
  await deletePlaces(
    tx,
    fulfilled.map(({ id }) => id),
  );
}

/** Deletes places and the unsent mails about their offers. */
export async function deletePlaces(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx`select from waiting_places where id = any(${[...ids]}::int[]) order by id for update`;
  await dropOfferMails(tx, ids);
  await tx`delete from waiting_places where id = any(${[...ids]}::int[])`;
}
