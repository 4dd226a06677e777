import type { Appointment } from '#contract/appointments.ts';
import type { MovedAppointmentBody, NewAppointmentBody } from '#contract/booking.ts';
import type { Actor } from '#domain/access/actor.ts';
import { closedBooking, closedGate, sessionOfDay } from '#domain/appointments/booking.ts';
import { problem, refuse, refuseProblems } from '#domain/errors.ts';
import { selectAppointments } from '#server/appointments/appointment-rows.ts';
import { selectBookableExams, selectSessions } from '#server/appointments/bookable.ts';
import { type DaySlot, selectDaySlots } from '#server/appointments/day-slots.ts';
import {
  lockForBooking,
  lockPeople,
  lockQueue,
  lockSessions,
  lockSlots,
} from '#server/appointments/locks.ts';
import { noteMails } from '#server/appointments/mails.ts';
import { clockWithKey } from '#server/appointments/opened-keys.ts';
import { chooseSeats, selectPreferredSeats } from '#server/appointments/planned-seats.ts';
import { freeAfterwards, selectLaterSlots } from '#server/appointments/seat-overruns.ts';
import { insertAtFreeSeat, moveToFreeSeat } from '#server/appointments/seating.ts';
import { clockOf } from '#server/appointments/student-appointments.ts';
import { dropFulfilled, isWaitedFor, offerSeats } from '#server/appointments/waiting-list.ts';
import type { Author, Queryable, Transaction } from '#server/db/database.ts';
import { type Viewer, viewerOf } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';
import { appointmentScope, type Candidate, candidateFor, candidateOf } from './booker.ts';
import { type Granted, SlotFull } from './full-slot.ts';
import { giveExtraTime, refuseWithoutReason } from './given-time.ts';

export type BookingRequest = {
  readonly candidate: Candidate;
  readonly examCustomId: number;
  readonly examDate: string;
  readonly examRoomId: number;
  readonly examRoomSlotId: number;
  readonly examSessionId: number | undefined;
};

/** Checks the booking gates that do not depend on seats; refuses at the first closed one. */
export async function passGates(
  services: Services,
  tx: Transaction,
  request: BookingRequest,
): Promise<Granted> {
  const { candidate, examCustomId, examDate, examRoomSlotId, examRoomId } = request;
  // A change of the exam waits for this booking, or this booking for the change.
  await tx`select from custom_exams where id = ${examCustomId} for key share`;
  const [exam] = await selectBookableExams(tx, candidate, examCustomId);
  if (!exam) refuse('customExam.notFound');
  const [slot] = await selectDaySlots(tx, { days: [examDate], slotIds: [examRoomSlotId] });
  if (!slot || slot.examRoomId !== examRoomId)
    refuseProblems([problem(slot ? 'examRoomId' : 'examRoomSlotId', 'validation.reference')]);
  const { now, hasOpened } = await clockWithKey(tx, examCustomId, examDate);
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
  if (hasOpened) refuse('appointment.keyOpened');
  return { slot: slot as DaySlot, sessionId: session?.id ?? 0, durationMinutes };
}

function refuseFull(granted: Granted, isAccessible: boolean): never {
  if (isAccessible) refuse('appointment.noAccessibleSeat');
  throw new SlotFull(granted);
}

/** An appointment within the caller's scope; one that is missing or out of scope is not found. */
export async function readOne(sql: Queryable, id: number, viewer?: Viewer): Promise<Appointment> {
  const scope = viewer ? appointmentScope(sql, viewer) : sql`true`;
  const [appointment] = await selectAppointments(sql, sql`a.id = ${id} and ${scope}`);
  if (!appointment) refuse('resource.notFound');
  return appointment;
}

const slotDayOf = ({ examDate, examRoomSlotId }: Pick<BookingRequest, 'examDate' | 'examRoomSlotId'>) => ({
  examDate,
  slotId: examRoomSlotId,
});

/** Offers free seats to the waiting list before a booking takes one; the caller has locked the slot. */
async function serveQueue(
  services: Services,
  tx: Transaction,
  place: Pick<BookingRequest, 'examDate' | 'examRoomSlotId'>,
): Promise<void> {
  if (!(await services.settings.current()).allowExams) return;
  await lockQueue(tx, place.examDate);
  if (await isWaitedFor(tx, slotDayOf(place))) await offerSeats(tx, slotDayOf(place));
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
  const booked = await tryToBook(services, actor, author, body, false);
  return (booked ?? (await tryToBook(services, actor, author, body, true))) as Appointment;
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
      const later = extraMinutes > 0 ? await selectLaterSlots(tx, body.examRoomSlotId) : [];
      await lockSessions(tx, 'shared');
      await lockSlots(tx, [body.examRoomSlotId, ...later], 'exclusive');
      if (servesQueue) await serveQueue(services, tx, body);
    } else {
      await lockForBooking(tx, body.examRoomSlotId, body.examDate);
      if (candidate.by === 'student' && (await isWaitedFor(tx, slotDayOf(body)))) return undefined;
    }
    await lockPeople(tx, [candidate.userId]);
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
    if (isOffice) refuseWithoutReason(extraMinutes, body.extraTimeReason);
    if (granted.slot.free === 0) refuseFull(granted, isAccessible);
    const seats = await chooseSeats(tx, granted.slot, {
      customExamId: body.examCustomId,
      needsAccessible: isAccessible,
    });
    const kept = await freeAfterwards(tx, granted.slot, seats, extraMinutes);
    const id = await insertAtFreeSeat(tx, granted.slot, kept, {
      studentId: candidate.studentId,
      customExamId: body.examCustomId,
      examSessionId: granted.sessionId,
      extraMinutes,
      extraReason: isOffice ? body.extraTimeReason || null : null,
      bookedBy: actor.userId,
    });
    if (id === undefined) refuseFull(granted, isAccessible);
    await dropFulfilled(tx, {
      ...slotDayOf(body),
      studentIds: [candidate.studentId],
      customExamId: body.examCustomId,
    });
    await noteMails(tx, 'confirmation', [id]);
    return readOne(tx, id);
  });
}

type Changeable = { readonly candidate: Candidate; readonly appointment: Appointment };

/**
 * An appointment that the actor may change now; locks its person and the target slot. One whose exam has
 * begun cannot move; students also cannot change one they missed, because that would erase the absence.
 */
async function changeable(
  services: Services,
  tx: Transaction,
  actor: Actor,
  id: number,
  destination?: Pick<BookingRequest, 'examDate' | 'examRoomSlotId'>,
  extraMinutes = 0,
): Promise<Changeable> {
  const found = await readOne(tx, id, await viewerOf(tx, actor));
  const candidate = await candidateOf(tx, actor, found.studentId);
  const given = [found.examRoomSlotId, ...(destination ? [destination.examRoomSlotId] : [])];
  // With extra time the student still sits when the next slots begin.
  const later =
    extraMinutes > 0 || (destination && found.extraTime > 0)
      ? await selectLaterSlots(tx, given.at(-1) ?? 0)
      : [];
  await lockSessions(tx, 'shared');
  // The queue is asked before anybody takes a seat, so that none may become free in between.
  await lockSlots(tx, [...given, ...later], destination || later.length > 0 ? 'exclusive' : 'shared');
  if (destination && candidate.by === 'student') await serveQueue(services, tx, destination);
  await lockPeople(tx, [candidate.userId]);
  // Beginning an exam locks its sitting, so the second of the two sees the first.
  await tx`select from appointments where id = ${id} for no key update`;
  await tx`select from exam_groups where appointment_id = ${id} for update`;
  const appointment = await readOne(tx, id);
  const sessions = await selectSessions(tx, appointment.examDate);
  const { allowExams } = await services.settings.current();
  const closed = closedBooking(
    sessions.find((session) => session.id === appointment.examSessionId),
    candidate.by,
    { allowExams, now: (await clockOf(tx)).now },
  );
  if (closed) throw closed;
  if (candidate.by === 'student' && appointment.state === 'missed') refuse('appointment.begun');
  return { candidate, appointment };
}

const hasBegun = ({ state }: Appointment) => state === 'running' || state === 'finished';

/** The target of an appointment; undefined when it stays. */
function destinationOf({ examDate, examRoomId, examRoomSlotId }: MovedAppointmentBody) {
  if (examDate === undefined || examRoomId === undefined || examRoomSlotId === undefined) return undefined;
  return { examDate, examRoomId, examRoomSlotId };
}

/** Moves an appointment or changes its extra time; writes only differences. */
export async function moveAppointment(
  services: Services,
  actor: Actor,
  author: Author,
  id: number,
  body: MovedAppointmentBody,
): Promise<Appointment> {
  return services.database.transaction(author, async (tx) => {
    const destination = destinationOf(body);
    const { candidate, appointment } = await changeable(
      services,
      tx,
      actor,
      id,
      destination,
      body.extraTime ?? 0,
    );
    if (body.examCustomId !== undefined && body.examCustomId !== appointment.examCustomId)
      refuseProblems([problem('examCustomId', 'validation.choice')]);
    const isAccessible = candidate.by === 'office' && body.accessibleSeat === true;
    const isMoved =
      destination !== undefined &&
      (destination.examDate !== appointment.examDate ||
        destination.examRoomSlotId !== appointment.examRoomSlotId ||
        (body.examSessionId !== undefined && body.examSessionId !== appointment.examSessionId) ||
        isAccessible);
    if (isMoved) {
      if (hasBegun(appointment)) refuse('appointment.begun');
      const request = { ...destination, candidate, examCustomId: appointment.examCustomId };
      const granted = await passGates(services, tx, { ...request, examSessionId: body.examSessionId });
      const seats = await selectPreferredSeats(tx, granted.slot, {
        customExamId: appointment.examCustomId,
        needsAccessible: isAccessible,
        movedId: id,
      });
      const kept = await freeAfterwards(
        tx,
        granted.slot,
        seats,
        candidate.by === 'office' ? (body.extraTime ?? appointment.extraTime) : appointment.extraTime,
      );
      if (!(await moveToFreeSeat(tx, granted.slot, kept, id, granted.sessionId)))
        refuseFull(granted, isAccessible);
      await dropFulfilled(tx, {
        ...slotDayOf(destination),
        studentIds: [candidate.studentId],
        customExamId: appointment.examCustomId,
      });
    }
    const isLonger = await giveExtraTime(
      tx,
      actor,
      candidate,
      isMoved ? await readOne(tx, id) : appointment,
      body,
    );
    if (isMoved || isLonger) await noteMails(tx, 'change', [id]);
    return readOne(tx, id);
  });
}

/** Cancels an appointment whose exam has not begun. */
export async function cancelAppointment(
  services: Services,
  actor: Actor,
  author: Author,
  id: number,
): Promise<undefined> {
  await services.database.transaction(author, async (tx) => {
    const { appointment } = await changeable(services, tx, actor, id);
    if (hasBegun(appointment)) refuse('appointment.begun');
    await noteMails(tx, 'cancellation', [id]);
    await tx`delete from appointments where id = ${id}`;
  });
  return undefined;
}
