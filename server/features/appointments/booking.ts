import type { Appointment } from '#contract/appointments.ts';
import type { NewAppointmentBody } from '#contract/booking.ts';
import type { Actor } from '#domain/access/actor.ts';
import { closedExam, closedGate, sessionOfDay } from '#domain/appointments/booking.ts';
import { problem, refuse, refuseProblems } from '#domain/errors.ts';
import { selectAppointments } from '#server/appointments/appointment-rows.ts';
import { selectBookableExams, selectSessions } from '#server/appointments/bookable.ts';
import { type DaySlot, selectDaySlots } from '#server/appointments/day-slots.ts';
import {
  lockExams,
  lockForBooking,
  lockPeople,
  lockQueue,
  lockSessions,
  lockSlots,
} from '#server/appointments/locks.ts';
import { noteMails } from '#server/appointments/mails.ts';
import { chooseSeats } from '#server/appointments/planned-seats.ts';
import { freeAfterwards, selectLaterSlots } from '#server/appointments/seat-overruns.ts';
import { insertAtFreeSeat } from '#server/appointments/seating.ts';
import { selectExamFacts } from '#server/appointments/to-be-sat.ts';
import { dropFulfilled, isWaitedFor, offerSeats, takeOwnOffer } from '#server/appointments/waiting-list.ts';
import type { Author, Queryable, Transaction } from '#server/db/database.ts';
import { refuseConcernedPerson } from '#server/scopes/relatives.ts';
import type { Viewer } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';
import { appointmentScope, type Candidate, candidateFor } from './booker.ts';
import { refuseTooManyChanges } from './daily-changes.ts';
import { type Granted, refuseFull } from './full-slot.ts';
import { refuseBlankReason } from './given-time.ts';

export type BookingRequest = {
  readonly candidate: Candidate;
  readonly examCustomId: number;
  readonly examDate: string;
  readonly examRoomId: number;
  readonly examRoomSlotId: number;
  readonly examSessionId: number | undefined;
  /** Whether an appointment that is still to be sat moves, so that no further one is added. */
  readonly isMove?: boolean;
};

/** Checks the booking gates that do not depend on seats; refuses at the first closed one. The caller has locked the person and the exam. */
export async function passGates(
  services: Services,
  tx: Transaction,
  request: BookingRequest,
): Promise<Granted> {
  const { candidate, examCustomId, examDate, examRoomSlotId, examRoomId } = request;
  const [exam] = await selectBookableExams(tx, candidate, examCustomId);
  if (!exam) refuse('customExam.notFound');
  const [slot] = await selectDaySlots(tx, { days: [examDate], slotIds: [examRoomSlotId] });
  if (!slot || slot.examRoomId !== examRoomId)
    refuseProblems([problem(slot ? 'examRoomId' : 'examRoomSlotId', 'validation.reference')]);
  const { now, hasOpened, toSit } = await selectExamFacts(tx, candidate.studentId, examCustomId, examDate);
  const session = sessionOfDay(await selectSessions(tx, examDate), examDate, request.examSessionId, now);
  const { durationMinutes } = exam;
  const { allowExams } = await services.settings.current();
  const closed = closedGate(
    { day: examDate, session, slot: slot as DaySlot, durationMinutes },
    candidate.by,
    {
      allowExams,
      now,
    },
  );
  if (closed) throw closed;
  const refused = closedExam({ sessionId: session?.id, isMove: request.isMove === true, hasOpened, toSit });
  if (refused) throw refused;
  return { slot: slot as DaySlot, sessionId: session?.id ?? 0, durationMinutes };
}

/** An appointment within the caller's scope; one that is missing or out of scope is not found. */
export async function readOne(sql: Queryable, id: number, viewer?: Viewer): Promise<Appointment> {
  const scope = viewer ? appointmentScope(sql, viewer) : sql`true`;
  const [appointment] = await selectAppointments(sql, sql`a.id = ${id} and ${scope}`);
  if (!appointment) refuse('resource.notFound');
  return appointment;
}

export const slotDayOf = ({
  examDate,
  examRoomSlotId,
}: Pick<BookingRequest, 'examDate' | 'examRoomSlotId'>) => ({
  examDate,
  slotId: examRoomSlotId,
});

/**
 * Offers free seats to the waiting list before a booking takes one; the caller has locked the slot and the later ones of its room, the
 * queue, the person and the exam.
 */
export async function serveQueue(
  services: Services,
  tx: Transaction,
  slot: Pick<BookingRequest, 'examDate' | 'examRoomSlotId'>,
): Promise<void> {
  if (!(await services.settings.current()).allowExams) return;
  if (await isWaitedFor(tx, slotDayOf(slot))) await offerSeats(tx, slotDayOf(slot));
}

/**
 * Books an exam. Only the office gives extra time. If students wait for the slot, the booking restarts with
 * exclusive locks and serves the queue first.
 */
export async function bookAppointment(
  services: Services,
  actor: Actor,
  author: Author,
  body: NewAppointmentBody,
): Promise<Appointment> {
  const appointment = await tryToBook(services, actor, author, body, false);
  return (appointment ?? (await tryToBook(services, actor, author, body, true))) as Appointment;
}

/** Undefined when waiting students must be served first. */
async function tryToBook(
  services: Services,
  actor: Actor,
  author: Author,
  body: NewAppointmentBody,
  servesQueue: boolean,
): Promise<Appointment | undefined> {
  return services.database.transaction(author, async (tx) => {
    const candidate = await candidateFor(tx, actor, body.studentId);
    const extraMinutes = candidate.by === 'office' ? (body.extraTime ?? 0) : 0;
    if (servesQueue || extraMinutes > 0) {
      // Somebody with extra time, who books or is offered a seat, still sits when they begin.
      const later = await selectLaterSlots(tx, body.examRoomSlotId);
      await lockSessions(tx, 'shared');
      await lockSlots(tx, [body.examRoomSlotId, ...later], 'exclusive');
      if (servesQueue) await lockQueue(tx, body.examDate);
    } else {
      await lockForBooking(tx, body.examRoomSlotId, body.examDate);
      if (candidate.by === 'student' && (await isWaitedFor(tx, slotDayOf(body)))) return undefined;
    }
    await lockPeople(tx, [candidate.userId]);
    await refuseTooManyChanges(tx, candidate);
    // A change of the exam waits for this booking, or this booking for the change.
    await lockExams(tx, [body.examCustomId]);
    if (servesQueue) await serveQueue(services, tx, body);
    await takeOwnOffer(tx, slotDayOf(body), {
      studentId: candidate.studentId,
      customExamId: body.examCustomId,
    });
    const granted = await passGates(services, tx, {
      candidate,
      examCustomId: body.examCustomId,
      examDate: body.examDate,
      examRoomId: body.examRoomId,
      examRoomSlotId: body.examRoomSlotId,
      examSessionId: body.examSessionId,
    });
    const isOffice = candidate.by === 'office';
    const isAccessible = isOffice && body.accessibleSeat === true;
    if (isOffice) refuseBlankReason(extraMinutes, body.extraTimeReason);
    if (extraMinutes > 0) await refuseConcernedPerson(tx, actor.userId, candidate.userId);
    const needs = { extraMinutes, needsAccessible: isAccessible };
    const refused = { granted, candidate, needs };
    if (granted.slot.free === 0) refuseFull(refused);
    const seats = await chooseSeats(tx, granted.slot, {
      customExamId: body.examCustomId,
      needsAccessible: isAccessible,
    });
    const free = await freeAfterwards(tx, granted.slot, seats, extraMinutes);
    const id = await insertAtFreeSeat(tx, granted.slot, free, {
      studentId: candidate.studentId,
      customExamId: body.examCustomId,
      examSessionId: granted.sessionId,
      extraMinutes,
      extraReason: isOffice ? body.extraTimeReason || null : null,
      needsAccessible: isAccessible,
      bookedBy: actor.userId,
    });
    if (id === undefined) refuseFull(refused);
    await dropFulfilled(tx, slotDayOf(body), [
      {
        studentId: candidate.studentId,
        customExamId: body.examCustomId,
        examSessionId: granted.sessionId,
      },
    ]);
    await noteMails(tx, 'confirmation', [id]);
    return readOne(tx, id);
  });
}
