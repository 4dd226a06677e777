import type { Appointment } from '#contract/appointments.ts';
import type { MovedAppointmentBody } from '#contract/booking.ts';
import type { Actor } from '#domain/access/actor.ts';
import { closedChange } from '#domain/appointments/booking.ts';
import { isToBeSat } from '#domain/appointments/paper-state.ts';
import type { Seat } from '#domain/appointments/seats.ts';
import { problem, refuse, refuseProblems } from '#domain/errors.ts';
import { selectSessions } from '#server/appointments/bookable.ts';
import { selectDaySlots, selectMarkedSeats } from '#server/appointments/day-slots.ts';
import { lockExams, lockPeople, lockQueue, lockSessions, lockSlots } from '#server/appointments/locks.ts';
import { noteMails } from '#server/appointments/mails.ts';
import { selectPreferredSeats } from '#server/appointments/planned-seats.ts';
import { freeAfterwards, selectLaterSlots } from '#server/appointments/seat-overruns.ts';
import { moveToFreeSeat } from '#server/appointments/seating.ts';
import { clockOf } from '#server/appointments/student-appointments.ts';
import { dropFulfilled, takeOwnOffer } from '#server/appointments/waiting-list.ts';
import type { Author, Transaction } from '#server/db/database.ts';
import { viewerOf } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';
import { type Candidate, candidateOf } from './booker.ts';
import { type BookingRequest, passGates, readOne, serveQueue, slotDayOf } from './booking.ts';
import { refuseTooManyChanges } from './daily-changes.ts';
import { type Granted, refuseFull } from './full-slot.ts';
import { giveExtraTime, refuseTakenNext } from './given-time.ts';

type SlotOnDay = Pick<BookingRequest, 'examDate' | 'examRoomId' | 'examRoomSlotId'>;
type Changeable = {
  readonly candidate: Candidate;
  readonly appointment: Appointment;
  /** Undefined when it stays. */
  readonly destination: SlotOnDay | undefined;
};

/** The target of a move; only the office changes the seat within the slot. */
function destinationOf(
  { examDate, examRoomId, examRoomSlotId, ...body }: MovedAppointmentBody,
  { by }: Candidate,
  own: SlotOnDay,
): SlotOnDay | undefined {
  if (examDate !== undefined && examRoomId !== undefined && examRoomSlotId !== undefined)
    return { examDate, examRoomId, examRoomSlotId };
  const changesSeat = body.seat !== undefined || body.anotherSeat === true || body.accessibleSeat === true;
  return by === 'office' && changesSeat ? own : undefined;
}

const isSameSlot = (one: SlotOnDay, other: SlotOnDay) =>
  one.examDate === other.examDate && one.examRoomSlotId === other.examRoomSlotId;

/** An appointment that the actor may change now; locks its person and the target slot. One whose exam has begun cannot move. */
async function changeable(
  services: Services,
  tx: Transaction,
  actor: Actor,
  id: number,
  body: MovedAppointmentBody = {},
): Promise<Changeable> {
  const found = await readOne(tx, id, await viewerOf(tx, actor));
  const candidate = await candidateOf(tx, actor, found.studentId);
  const destination = destinationOf(body, candidate, found);
  const given = [found.examRoomSlotId, ...(destination ? [destination.examRoomSlotId] : [])];
  // With extra time a student still sits when the next slots begin: this one, or one who is offered a seat.
  const later = destination || (body.extraTime ?? 0) > 0 ? await selectLaterSlots(tx, given.at(-1) ?? 0) : [];
  await lockSessions(tx, 'shared');
  // The queue is asked before anybody takes a seat, so that none may become free in between.
  await lockSlots(tx, [...given, ...later], destination || later.length > 0 ? 'exclusive' : 'shared');
  const asksQueue = destination !== undefined && candidate.by === 'student';
  if (asksQueue) await lockQueue(tx, destination.examDate);
  await lockPeople(tx, [candidate.userId]);
  if (destination) await refuseTooManyChanges(tx, candidate);
  await lockExams(tx, [found.examCustomId]);
  if (asksQueue) await serveQueue(services, tx, destination);
  if (destination)
    await takeOwnOffer(tx, slotDayOf(destination), {
      studentId: found.studentId,
      customExamId: found.examCustomId,
    });
  // Beginning an exam locks its sitting, so the second of the two sees the first.
  await tx`select from appointments where id = ${id} for no key update`;
  await tx`select from exam_groups where appointment_id = ${id} for update`;
  const appointment = await readOne(tx, id);
  // Somebody else moved it before the locks: it is in another slot by now, which is not locked.
  if ((destination === undefined || destination === found) && !isSameSlot(found, appointment))
    refuse('appointment.changed');
  const sessions = await selectSessions(tx, appointment.examDate);
  const { allowExams } = await services.settings.current();
  const session = sessions.find(({ id }) => id === appointment.examSessionId);
  const { now } = await clockOf(tx);
  const closed = closedChange({ session, state: appointment.state }, candidate.by, { allowExams, now });
  if (closed) throw closed;
  return { candidate, appointment, destination };
}

const hasBegun = ({ state }: Appointment) => state === 'running' || state === 'finished';
const seatOf = ({ examRow, seatNumber }: Pick<Appointment, 'examRow' | 'seatNumber'>): Seat => ({
  row: examRow === '-' ? 0 : examRow,
  seat: seatNumber,
});
const isSameSeat = (one: Seat, other: Seat) => one.row === other.row && one.seat === other.seat;

type Move = {
  readonly granted: Granted;
  readonly appointment: Appointment;
  readonly needsAccessible: boolean;
  readonly minutes: number;
  /** The seat that the office chose. */
  readonly chosen: Seat | undefined;
  /** Not the seat it has now. */
  readonly givesAnother: boolean;
};

/** The seats an appointment can move to, best first; refuses a chosen seat that cannot be given. */
async function selectTargets(tx: Transaction, move: Move): Promise<readonly Seat[]> {
  const { granted, appointment, needsAccessible, minutes, chosen, givesAnother } = move;
  const { slot } = granted;
  const wanted = { customExamId: appointment.examCustomId, movedId: appointment.id };
  const free = await selectPreferredSeats(tx, slot, { ...wanted, needsAccessible });
  if (chosen) {
    if (free.some((seat) => isSameSeat(seat, chosen))) return [chosen];
    const all = await selectMarkedSeats(tx, slot.examRoomId);
    const found = all.find((seat) => isSameSeat(seat, chosen));
    if (!found)
      refuse('room.seatUnknown', { row: chosen.row === 0 ? '-' : String(chosen.row), seat: chosen.seat });
    const isOrdinary = needsAccessible && found.mark !== 'accessible';
    return refuse(isOrdinary ? 'appointment.noAccessibleSeat' : 'appointment.seatTaken');
  }
  return freeAfterwards(
    tx,
    { ...slot, movedIds: [appointment.id] },
    free.filter((seat) => !givesAnother || !isSameSeat(seat, seatOf(appointment))),
    minutes,
  );
}

/** A move stays in the session of the appointment while it includes the day (APPT-8). */
async function sameSession(tx: Transaction, { examSessionId }: Appointment, day: string) {
  const sessions = await selectSessions(tx, day);
  return sessions.find(({ id }) => id === examSessionId)?.id;
}

/** The slot of an appointment that only changes its seat: nothing about it is decided again. */
async function ownSlot(tx: Transaction, { examDate, examRoomSlotId, examSessionId }: Appointment) {
  const [slot] = await selectDaySlots(tx, { days: [examDate], slotIds: [examRoomSlotId] });
  if (!slot) return refuse('resource.notFound');
  return { slot, sessionId: examSessionId, durationMinutes: 0 };
}

const isAtAccessible = async (tx: Transaction, appointment: Appointment) =>
  (await selectMarkedSeats(tx, appointment.examRoomId)).some(
    (seat) => seat.mark === 'accessible' && isSameSeat(seat, seatOf(appointment)),
  );

/** Moves an appointment, changes its seat or its extra time; writes only differences. */
export async function moveAppointment(
  services: Services,
  actor: Actor,
  author: Author,
  id: number,
  body: MovedAppointmentBody,
): Promise<Appointment> {
  return services.database.transaction(author, async (tx) => {
    const { candidate, appointment, destination } = await changeable(services, tx, actor, id, body);
    if (body.examCustomId !== undefined && body.examCustomId !== appointment.examCustomId)
      refuseProblems([problem('examCustomId', 'validation.choice')]);
    const isOffice = candidate.by === 'office';
    const isElsewhere =
      destination !== undefined &&
      (!isSameSlot(destination, appointment) ||
        (body.examSessionId !== undefined && body.examSessionId !== appointment.examSessionId));
    const needsAccessible =
      (isOffice ? body.accessibleSeat : undefined) ?? appointment.accessibleSeat ?? false;
    const isNewNeed = needsAccessible && !appointment.accessibleSeat;
    const chosen = isOffice && body.seat ? seatOf(body.seat) : undefined;
    const changesSeat =
      isOffice &&
      (body.anotherSeat === true ||
        (chosen !== undefined && !isSameSeat(chosen, seatOf(appointment))) ||
        (isNewNeed && chosen === undefined && !(await isAtAccessible(tx, appointment))));
    const isMoved = destination !== undefined && (isElsewhere || changesSeat);
    const minutes = (isOffice ? body.extraTime : undefined) ?? appointment.extraTime;
    if (isMoved) {
      if (hasBegun(appointment)) refuse('appointment.begun');
      const granted = isElsewhere
        ? await passGates(services, tx, {
            ...destination,
            candidate,
            examCustomId: appointment.examCustomId,
            examSessionId: body.examSessionId ?? (await sameSession(tx, appointment, destination.examDate)),
            isMove: isToBeSat(appointment.state),
          })
        : await ownSlot(tx, appointment);
      const givesAnother = !isElsewhere;
      const move = { granted, appointment, needsAccessible, minutes, chosen, givesAnother };
      const seats = await selectTargets(tx, move);
      if (
        !(await moveToFreeSeat(tx, granted.slot, seats, id, {
          examSessionId: granted.sessionId,
          needsAccessible,
        }))
      ) {
        if (!isElsewhere && !needsAccessible) refuse('appointment.noFreeRooms');
        refuseFull({
          granted,
          candidate,
          needs: { extraMinutes: minutes, needsAccessible, movedId: id },
        });
      }
      await dropFulfilled(tx, slotDayOf(destination), [
        {
          studentId: candidate.studentId,
          customExamId: appointment.examCustomId,
          examSessionId: granted.sessionId,
        },
      ]);
    } else if (needsAccessible !== (appointment.accessibleSeat ?? false)) {
      await tx`update appointments set needs_accessible = ${needsAccessible} where id = ${id}`;
    }
    const isOtherTime = await giveExtraTime(
      tx,
      actor,
      candidate,
      isMoved ? await readOne(tx, id) : appointment,
      body,
    );
    // Extra time may have to be given anyway, but a seat can be chosen elsewhere.
    if (isMoved && chosen) await refuseTakenNext(tx, actor, id);
    if (isMoved || isOtherTime) await noteMails(tx, 'change', [id]);
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
    const { appointment, candidate } = await changeable(services, tx, actor, id);
    if (hasBegun(appointment)) refuse('appointment.begun');
    await noteMails(tx, 'cancellation', [id], candidate.by);
    await tx`delete from appointments where id = ${id}`;
  });
  return undefined;
}
