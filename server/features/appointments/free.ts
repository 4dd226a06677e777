import type { Appointment } from '#contract/appointments.ts';
import type {
  BookableExam,
  FreeDay,
  FreeRoom,
  freeDays,
  freeRooms,
  PlanSeat,
  seatPlan,
} from '#contract/booking.ts';
import type { QueryOfCall } from '#contract/call.ts';
import { type Actor, isOfAny } from '#domain/access/actor.ts';
import { bookableDays, closedBooking, sessionOfDay } from '#domain/appointments/booking.ts';
import { isToBeSat } from '#domain/appointments/paper-state.ts';
import type { Seat } from '#domain/appointments/seats.ts';
import { refuse } from '#domain/errors.ts';
import type { Moment } from '#domain/exam-taking/time.ts';
import {
  type BookableExamRow,
  type StoredSession,
  selectBookableExams,
  selectSessions,
} from '#server/appointments/bookable.ts';
import { type DaySlot, selectDaySlots, selectMarkedSeats } from '#server/appointments/day-slots.ts';
import { refuseKeyOpenOnDay } from '#server/appointments/opened-keys.ts';
import { selectPreferredSeats } from '#server/appointments/planned-seats.ts';
import { freeAfterwards } from '#server/appointments/seat-overruns.ts';
import { clockOf } from '#server/appointments/student-appointments.ts';
import { countWaiting } from '#server/appointments/waiting-list.ts';
import type { Queryable } from '#server/db/database.ts';
import { customExamScope } from '#server/scopes/custom-exam-scope.ts';
import { viewerOf } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';
import { type Candidate, candidateFor } from './booker.ts';
import type { BookingReads } from './booking-reads.ts';

const iso = (moment: number) => new Date(moment).toISOString();

/** Whether an exam was sat or missed in a session, in which it is then not booked again (APPT-2). */
const isDoneIn = (
  appointments: readonly Appointment[],
  examCustomId: number,
  examSessionId: number,
): boolean =>
  appointments.some(
    (one) =>
      one.examCustomId === examCustomId && one.examSessionId === examSessionId && !isToBeSat(one.state),
  );

/** The exams a student can book, and those booked, sat or missed in sessions that have not ended. */
export async function bookableExamsOf(
  services: Services,
  reads: BookingReads,
  actor: Actor,
  studentId: number | undefined,
) {
  const candidate = await reads.candidate(actor, studentId);
  const { allowExams } = await services.settings.current();
  const [{ now }, exams, sessions, appointments] = await Promise.all([
    reads.clock(),
    reads.exams(candidate),
    reads.sessions(),
    reads.appointments(candidate.studentId),
  ]);
  // The office can still move a missed one, inside its session too.
  const fixed = appointments.filter(({ state }) => candidate.by === 'student' || state !== 'missed');
  const offered = sessions.map(({ opensAt, closesAt, ...session }) => ({
    ...session,
    opensAt: iso(opensAt),
    closesAt: iso(closesAt),
    isOpen: closedBooking({ opensAt, closesAt }, candidate.by, { allowExams, now }) === undefined,
    isAhead: now < opensAt,
  }));
  return {
    now: iso(now),
    allowExams,
    studentName: candidate.studentName,
    ...(studentId !== undefined && candidate.by === 'student' && { isOwn: true }),
    exams: exams.map(
      ({ id, name, durationMinutes, questions, disciplines }): BookableExam => ({
        examCustomId: id,
        examName: name,
        examDuration: durationMinutes,
        questions,
        disciplines: [...disciplines],
        sessions: offered.map((session) => ({
          ...session,
          isOpen: session.isOpen && !isDoneIn(fixed, id, session.id),
        })),
        appointments: appointments.filter(({ examCustomId }) => examCustomId === id),
      }),
    ),
  };
}

type Asker = Pick<Candidate, 'by'> & { readonly studentId?: number };

async function examOf(sql: Queryable, candidate: Candidate, customExamId: number): Promise<BookableExamRow> {
  const [exam] = await selectBookableExams(sql, candidate, customExamId);
  if (!exam) refuse('customExam.notFound');
  return exam;
}

/** The sessions open to a booker now; without one, refuses with the reason of the last. */
async function openSessions(
  services: Services,
  { by }: Asker,
  sessions: readonly StoredSession[],
  now: Moment,
): Promise<StoredSession[]> {
  const { allowExams } = await services.settings.current();
  const judgedSessions = sessions.map((session) => ({
    session,
    closed: closedBooking(session, by, { allowExams, now }),
  }));
  const open = judgedSessions.filter(({ closed }) => closed === undefined).map(({ session }) => session);
  if (open.length > 0) return open;
  throw judgedSessions.at(-1)?.closed ?? closedBooking(undefined, by, { allowExams, now }) ?? notOpen();
}
const notOpen = () => refuse('appointment.notOpen');

/**
 * The slots as a student can use them who moves an appointment: only seats that fit it are free. The office may choose any seat.
 */
async function slotsFor(
  reads: BookingReads,
  { by, studentId }: Asker,
  appointmentId: number | undefined,
  slots: readonly DaySlot[],
): Promise<readonly DaySlot[]> {
  if (appointmentId === undefined || studentId === undefined || by === 'office') return slots;
  const moved = (await reads.appointments(studentId)).find(({ id }) => id === appointmentId);
  if (!moved) return slots;
  const { extraTime: extraMinutes, accessibleSeat: needsAccessible = false } = moved;
  return reads.fittingSlots(slots, { extraMinutes, needsAccessible, movedId: appointmentId });
}

/** The days on which an exam can be booked, with the number of free seats. */
export async function freeDaysOf(
  services: Services,
  reads: BookingReads,
  actor: Actor,
  query: QueryOfCall<typeof freeDays>,
): Promise<FreeDay[]> {
  const candidate = await reads.candidate(actor, query.studentId);
  const [{ now, today }, exams, all, ahead, appointments] = await Promise.all([
    reads.clock(),
    reads.exams(candidate),
    reads.sessions(),
    reads.examsAhead(candidate.userId),
    reads.appointments(candidate.studentId),
  ]);
  const exam = exams.find(({ id }) => id === query.examCustomId);
  if (!exam) refuse('customExam.notFound');
  const requested = all.filter(({ id }) => query.examSessionId === undefined || id === query.examSessionId);
  const open = await openSessions(services, candidate, requested, now);
  const unmoved = appointments.filter(({ id }) => id !== query.appointmentId);
  const sessions = open.filter(({ id }) => !isDoneIn(unmoved, query.examCustomId, id));
  if (sessions.length === 0) refuse('appointment.examTwice');
  const isOver = await reads.hasOpenKey(query.examCustomId, today);
  const days = bookableDays(sessions, today).filter((day) => !(isOver && day === today));
  const slots = await slotsFor(
    reads,
    candidate,
    query.appointmentId,
    await reads.daySlots(days, exam.durationMinutes),
  );
  const others = ahead.filter(({ appointmentId }) => appointmentId !== query.appointmentId);
  const sums = new Map<string, { free: number; seats: number }>();
  for (const { examDate, free, seats } of slots) {
    const day = sums.get(examDate) ?? { free: 0, seats: 0 };
    sums.set(examDate, { free: day.free + free, seats: day.seats + seats });
  }
  return [...sums]
    .map(([examDate, day]) => ({
      examDate,
      ...day,
      examSessionIds: sessions
        .filter(({ startDate, endDate }) => startDate <= examDate && examDate <= endDate)
        .map(({ id }) => id),
      otherExam: others.find((other) => other.examDate === examDate)?.examName ?? null,
    }))
    .filter(({ examSessionIds }) => examSessionIds.length > 0);
}

/** Whom free rooms are for, and the length of the exam. The office asks also without a student, for an exam in its scope. */
async function askedBy(
  sql: Queryable,
  actor: Actor,
  { studentId, examCustomId }: QueryOfCall<typeof freeRooms>,
): Promise<readonly [Asker, number]> {
  const isForNobody = studentId === undefined && actor.studentId === undefined;
  if (!isForNobody || !isOfAny(actor, ['admin', 'secretary'])) {
    const candidate = await candidateFor(sql, actor, studentId);
    return [candidate, (await examOf(sql, candidate, examCustomId)).durationMinutes];
  }
  const [exam] = await sql<{ durationMinutes: number }[]>`
    select x.duration_minutes as "durationMinutes" from custom_exams x
     where x.id = ${examCustomId} and x.removed_at is null
       and ${customExamScope(sql, await viewerOf(sql, actor), 'x', 'write', false)}`;
  if (!exam) refuse('customExam.notFound');
  return [{ by: 'office' }, exam.durationMinutes];
}

/** The rooms of a day with the slots an exam fits into. */
export async function freeRoomsOf(
  services: Services,
  reads: BookingReads,
  actor: Actor,
  query: QueryOfCall<typeof freeRooms>,
): Promise<FreeRoom[]> {
  const { sql } = services.database;
  const { examDate } = query;
  const [asker, durationMinutes] = await askedBy(sql, actor, query);
  const sessions = await selectSessions(sql, examDate);
  const { now } = await clockOf(sql);
  const session = sessionOfDay(sessions, examDate, query.examSessionId, now);
  if (!session) refuse('appointment.outsideSession');
  await openSessions(services, asker, [session], now);
  await refuseKeyOpenOnDay(sql, query.examCustomId, examDate);
  const slots = await slotsFor(
    reads,
    asker,
    query.appointmentId,
    await selectDaySlots(sql, { days: [examDate], durationMinutes }),
  );
  const waitingFor = await countWaiting(sql, [examDate], {
    except: asker.studentId === undefined ? [] : [asker.studentId],
  });
  const rooms = new Map<number, FreeRoom>();
  for (const { examRoomId, examRoom, building, examRoomSlotId, startHour, endHour, free, seats } of slots) {
    const room = rooms.get(examRoomId) ?? { examRoomId, examRoom, building, slots: [] };
    const waiting = waitingFor(examDate, examRoomSlotId);
    room.slots.push({ examRoomSlotId, startHour, endHour, free, seats, waiting });
    rooms.set(examRoomId, room);
  }
  return [...rooms.values()];
}

type MovedRow = Seat & {
  readonly isHere: boolean;
  readonly needsAccessible: boolean;
  readonly extraMinutes: number;
};

/** The seat that a booking would get now, or that an appointment would move to. */
async function nextSeat(
  sql: Queryable,
  { by, studentId }: Candidate,
  { examCustomId, appointmentId, accessibleSeat }: QueryOfCall<typeof seatPlan>,
  slot: Pick<DaySlot, 'examDate' | 'examRoomId' | 'examRoomSlotId' | 'endsAt'>,
): Promise<Seat | undefined> {
  if (examCustomId === undefined) return undefined;
  const [moved] = await sql<MovedRow[]>`
    select row_number as row, seat_number as seat, needs_accessible as "needsAccessible", extra_minutes as "extraMinutes",
           room_slot_id = ${slot.examRoomSlotId} and exam_date = ${slot.examDate} as "isHere"
      from appointments where id = ${appointmentId ?? null}::int and student_id = ${studentId} and custom_exam_id = ${examCustomId}`;
  const requested = by === 'office' && accessibleSeat !== undefined ? accessibleSeat === 'true' : undefined;
  const seats = await selectPreferredSeats(sql, slot, {
    customExamId: examCustomId,
    needsAccessible: requested ?? moved?.needsAccessible ?? false,
    ...(moved && appointmentId !== undefined && { movedId: appointmentId }),
  });
  const others = seats.filter(({ row, seat }) => !moved?.isHere || row !== moved.row || seat !== moved.seat);
  const movedIds = moved && appointmentId !== undefined ? [appointmentId] : [];
  return (await freeAfterwards(sql, { ...slot, movedIds }, others, moved?.extraMinutes ?? 0))[0];
}

/**
 * The seats of a slot with their state, and the one that a booking would get now; other students are not
 * named.
 */
export async function seatPlanOf(
  services: Services,
  actor: Actor,
  query: QueryOfCall<typeof seatPlan>,
): Promise<PlanSeat[]> {
  const { studentId, examRoomSlotId, examDate } = query;
  const { sql } = services.database;
  const candidate = await candidateFor(sql, actor, studentId);
  const [slot] = await sql<{ roomId: number; endsAt: number }[]>`
    select room_id as "roomId", extract(epoch from (${examDate}::date + end_hour)::timestamptz)::float8 * 1000 as "endsAt"
      from room_slots where id = ${examRoomSlotId}`;
  if (!slot) refuse('resource.notFound');
  const taken = await sql<{ row: number; seat: number; isOwn: boolean }[]>`
    select row_number as row, seat_number as seat, p.user_id = ${candidate.userId} as "isOwn"
      from appointments a join students p on p.id = a.student_id
     where room_slot_id = ${examRoomSlotId} and exam_date = ${examDate}
    union all
    select row_number, seat_number, false from held_seats where room_slot_id = ${examRoomSlotId} and exam_date = ${examDate}
    union all
    select row_number, seat_number, false from overrun_seats where room_slot_id = ${examRoomSlotId} and exam_date = ${examDate}`;
  const states = new Map<string, PlanSeat['state']>();
  for (const { row, seat, isOwn } of taken)
    if (isOwn || !states.has(`${row} ${seat}`)) states.set(`${row} ${seat}`, isOwn ? 'own' : 'taken');
  const next = await nextSeat(sql, candidate, query, {
    ...{ examDate, examRoomSlotId, examRoomId: slot.roomId, endsAt: slot.endsAt },
  });
  if (next) states.set(`${next.row} ${next.seat}`, 'next');
  return (await selectMarkedSeats(sql, slot.roomId)).map(({ row, seat, mark }) => ({
    examRow: row === 0 ? '-' : row,
    seatNumber: seat,
    state: states.get(`${row} ${seat}`) ?? (mark === 'outOfOrder' ? 'outOfOrder' : 'free'),
    accessible: mark === 'accessible',
  }));
}
