import type { Appointment } from '#contract/appointments.ts';
import type { Actor } from '#domain/access/actor.ts';
import { refuse } from '#domain/errors.ts';
import { type DaySlot, selectDaySlots, selectMarkedSeats } from '#server/appointments/day-slots.ts';
import { lockExams, lockPeople, lockSessions, lockSlots } from '#server/appointments/locks.ts';
import { noteMails } from '#server/appointments/mails.ts';
import { freeAfterwards, selectLaterSlots } from '#server/appointments/seat-overruns.ts';
import { insertAtFreeSeat, moveToFreeSeat } from '#server/appointments/seating.ts';
import { deletePlaces, dropFulfilled, withdrawOffers } from '#server/appointments/waiting-list.ts';
import type { Author, Queryable, Transaction } from '#server/db/database.ts';
import { hasBegun } from '#server/exams/conditions.ts';
import { viewerOf } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';
import { appointmentScope, type Candidate, candidateOf } from './booker.ts';
import { passGates, readOne } from './booking.ts';

type Stored = {
  readonly studentId: number;
  readonly examCustomId: number;
  readonly examSessionId: number;
  readonly examDate: string;
  readonly slotId: number | null;
  readonly row: number;
  readonly seat: number;
  readonly isOver: boolean;
};

const storedColumns = (sql: Queryable) => sql`
  w.student_id as "studentId", w.custom_exam_id as "examCustomId", w.exam_session_id as "examSessionId", w.exam_date as "examDate",
  w.offered_slot_id as "slotId", w.offered_row as row, w.offered_seat as seat, now() >= w.offered_until as "isOver"`;

/** A place in the caller's scope; one that is missing or out of scope is not found. */
async function selectStored(tx: Transaction, actor: Actor, id: number): Promise<Stored> {
  const scope = appointmentScope(tx, await viewerOf(tx, actor));
  const [place] = await tx<Stored[]>`
    select ${storedColumns(tx)} from waiting_places w join students p on p.id = w.student_id where w.id = ${id} and ${scope}`;
  if (!place) refuse('resource.notFound');
  return place;
}

/** Leaves the queue; frees an offered seat and offers it to the next student. */
export async function leaveQueue(
  services: Services,
  actor: Actor,
  author: Author,
  id: number,
): Promise<undefined> {
  await services.database.transaction(author, async (tx) => {
    const { slotId } = await selectStored(tx, actor, id);
    if (slotId !== null) await lockSlots(tx, [slotId], 'shared');
    await deletePlaces(tx, [id]);
  });
  return undefined;
}

/**
 * Accepts the held seat. Moves an appointment for the same exam and session to it. When the seat is no longer
 * available, the offer ends and the student keeps their place for another one.
 */
export async function acceptOffer(
  services: Services,
  actor: Actor,
  author: Author,
  id: number,
): Promise<Appointment> {
  const accepted = await services.database.transaction(author, async (tx) => {
    const { slotId, studentId, examCustomId: examId } = await selectStored(tx, actor, id);
    if (slotId === null) refuse('waitingPlace.notOffered');
    const candidate = await candidateOf(tx, actor, studentId);
    await lockSessions(tx, 'shared');
    // With extra time the student still sits when the next slots begin.
    await lockSlots(tx, [slotId, ...(await selectLaterSlots(tx, slotId))], 'exclusive');
    await lockPeople(tx, [candidate.userId]);
    // Deleting the exam locks it before its places.
    await lockExams(tx, [examId]);
    const [place] = await tx<Stored[]>`
      select ${storedColumns(tx)} from waiting_places w where w.id = ${id} and w.offered_slot_id = ${slotId} for update`;
    if (!place || place.isOver) refuse('waitingPlace.offerEnded');
    const { examCustomId, examSessionId, examDate } = place;
    const [slot] = await selectDaySlots(tx, { days: [examDate], slotIds: [slotId] });
    const own = await lockOwn(tx, candidate, place);
    const granted = await passGates(services, tx, {
      candidate,
      examCustomId,
      examDate,
      examRoomId: slot?.examRoomId ?? 0,
      examRoomSlotId: slotId,
      examSessionId,
      isMove: own !== undefined && !own.isOver,
    });
    if (!(await isStillFree(tx, place, granted.slot, own))) {
      await withdrawOffers(tx, [id]);
      return undefined;
    }
    await deletePlaces(tx, [id]);
    const appointmentId = await take(tx, actor, place, granted.slot, own);
    await dropFulfilled(tx, { examDate, slotId }, [{ studentId, customExamId: examCustomId, examSessionId }]);
    return readOne(tx, appointmentId);
  });
  // Refused only here, because a refusal inside the transaction would keep the offer.
  return accepted ?? refuse('waitingPlace.offerEnded');
}

type Own = {
  readonly id: number;
  readonly extraMinutes: number;
  readonly needsAccessible: boolean;
  /** Missed, so that moving it gives a further exam to sit. */
  readonly isOver: boolean;
};

/** The student's appointment for the exam, which moves to the offered seat. */
async function lockOwn(
  tx: Transaction,
  { studentId, by }: Candidate,
  { examCustomId, examSessionId }: Stored,
): Promise<Own | undefined> {
  const ownAppointment = tx`
    a.student_id = ${studentId} and a.custom_exam_id = ${examCustomId} and a.exam_session_id = ${examSessionId} and a.annulled_at is null`;
  // Beginning an exam locks its sitting, so the second of the two sees the first.
  await tx`select from appointments a where ${ownAppointment} for no key update`;
  await tx`select from exam_groups where appointment_id = (select a.id from appointments a where ${ownAppointment}) for update`;
  const [own] = await tx<(Own & { isBegun: boolean })[]>`
    select a.id, a.extra_minutes as "extraMinutes", a.needs_accessible as "needsAccessible",
           ${hasBegun(tx, tx`a`)} as "isBegun",
           now() >= a.ends_at + make_interval(mins => a.extra_minutes) as "isOver"
      from appointments a left join exam_groups g on g.appointment_id = a.id where ${ownAppointment}`;
  if (own?.isBegun || (own?.isOver && by === 'student')) refuse('appointment.begun');
  return own;
}

/**
 * Whether the held seat can be given: it is not out of order, nobody keeps it by extra time, and with extra time of the student nobody
 * has it next.
 */
async function isStillFree(
  tx: Transaction,
  { row, seat, slotId, examDate }: Stored,
  slot: DaySlot,
  own: Own | undefined,
): Promise<boolean> {
  const overrun = await tx`
    select from overrun_seats where room_slot_id = ${slotId} and exam_date = ${examDate} and row_number = ${row}
       and seat_number = ${seat} and appointment_id <> ${own?.id ?? 0}`;
  if (overrun.count > 0) return false;
  const found = (await selectMarkedSeats(tx, slot.examRoomId)).find(
    (one) => one.row === row && one.seat === seat && one.mark !== 'outOfOrder',
  );
  if (!found || (own?.needsAccessible && found.mark !== 'accessible')) return false;
  const onDay = { ...slot, movedIds: own ? [own.id] : [] };
  return (await freeAfterwards(tx, onDay, [found], own?.extraMinutes ?? 0)).length > 0;
}

/** Moves or inserts the appointment at the held seat; returns its id. */
async function take(
  tx: Transaction,
  actor: Actor,
  { studentId, examCustomId, examSessionId, row, seat }: Stored,
  slot: DaySlot,
  own: Own | undefined,
): Promise<number> {
  const seats = [{ row, seat }];
  if (own) {
    if (!(await moveToFreeSeat(tx, slot, seats, own.id, { examSessionId }))) refuse('appointment.seatTaken');
    await noteMails(tx, 'change', [own.id]);
    return own.id;
  }
  const id = await insertAtFreeSeat(tx, slot, seats, {
    studentId,
    customExamId: examCustomId,
    examSessionId,
    extraMinutes: 0,
    extraReason: null,
    needsAccessible: false,
    bookedBy: actor.userId,
  });
  if (id === undefined) return refuse('appointment.seatTaken');
  await noteMails(tx, 'confirmation', [id]);
  return id;
}
