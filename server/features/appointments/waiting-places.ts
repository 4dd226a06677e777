import type { BodyOfCall } from '#contract/call.ts';
import type { queueForSeat as queueCall, WaitingPlace } from '#contract/waiting-places.ts';
import type { Actor } from '#domain/access/actor.ts';
import { closedBooking, closedExam, closedGate, sessionOfDay } from '#domain/appointments/booking.ts';
import { maxWaitingPlaces, positionOf, type QueuedPlace } from '#domain/appointments/waiting-list.ts';
import { refuse } from '#domain/errors.ts';
import { selectBookableExams, selectSessions } from '#server/appointments/bookable.ts';
import { selectDaySlots } from '#server/appointments/day-slots.ts';
import { type SeatNeeds, withFittingSeats } from '#server/appointments/fitting-seats.ts';
import { lockPeople, lockQueue, lockSessions } from '#server/appointments/locks.ts';
import { refuseKeyOpenOnDay } from '#server/appointments/opened-keys.ts';
import { clockOf } from '#server/appointments/student-appointments.ts';
import { hasToSitElsewhere, selectExamFacts } from '#server/appointments/to-be-sat.ts';
import { countWaiting, hasBegunOrPassed, isWaiting } from '#server/appointments/waiting-list.ts';
import type { Author, Fragment, Queryable, Transaction } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { type Candidate, candidateFor } from './booker.ts';
import { refuseTooManyChanges } from './daily-changes.ts';

type Row = Omit<WaitingPlace, 'position'>;

/** Places with their displayed fields, in queue order. */
async function selectPlaces(sql: Queryable, where: Fragment): Promise<WaitingPlace[]> {
  const rows = await sql<Row[]>`
    select w.id, w.student_id as "studentId", w.custom_exam_id as "examCustomId", c.name as "examCustom", w.exam_session_id as "examSessionId", w.exam_date as "examDate",
           case when t.id is not null then jsonb_build_object(
             'examRoomSlotId', t.id, 'examRoom', r.name, 'startHour', to_char(t.start_hour, 'HH24:MI'),
             'endHour', to_char(t.end_hour, 'HH24:MI')) end as slot,
           case when w.room_id is not null then jsonb_build_object('examRoomId', r.id, 'examRoom', r.name) end as room,
           case when w.offered_until > now() then jsonb_build_object(
             'examRoom', f.name, 'building', f.building, 'startHour', to_char(o.start_hour, 'HH24:MI'),
             'endHour', to_char(o.end_hour, 'HH24:MI'),
             'examRow', case when w.offered_row = 0 then to_jsonb('-'::text) else to_jsonb(w.offered_row) end,
             'seatNumber', w.offered_seat, 'until', w.offered_until,
             'otherExam', (select y.name from students s join appointments a on a.student_id = s.id
                             join custom_exams y on y.id = a.custom_exam_id
                            where s.user_id = p.user_id and a.exam_date = w.exam_date and (a.custom_exam_id, a.exam_session_id) <> (w.custom_exam_id, w.exam_session_id)
                              and a.annulled_at is null order by a.starts_at limit 1)) end as offer
      from waiting_places w join students p on p.id = w.student_id join custom_exams c on c.id = w.custom_exam_id
      left join room_slots t on t.id = w.room_slot_id left join rooms r on r.id = coalesce(t.room_id, w.room_id)
      left join room_slots o on o.id = w.offered_slot_id left join rooms f on f.id = o.room_id
     where ${where} order by w.id`;
  const ids = rows.map(({ id }) => id);
  const days = [...new Set(rows.map(({ examDate }) => examDate))];
  const queued = await sql<
    { id: number; studentId: number; roomId: number | null; slotId: number | null; examDate: string }[]
  >`
    select w.id, w.student_id as "studentId", coalesce(w.room_id, t.room_id) as "roomId", w.room_slot_id as "slotId", w.exam_date as "examDate"
      from waiting_places w left join room_slots t on t.id = w.room_slot_id
     where w.exam_date = any(${days}::date[]) and w.offered_slot_id is null and (w.id = any(${ids}::int[]) or ${isWaiting(sql)})`;
  const queueOf = (day: string): QueuedPlace[] =>
    queued
      .filter(({ examDate }) => examDate === day)
      .map(({ id, studentId, roomId, slotId }) => ({
        id,
        studentId,
        roomId: roomId ?? undefined,
        slotId: slotId ?? undefined,
      }));
  return rows.map((row) => {
    const queue = queueOf(row.examDate);
    const own = queue.find(({ id }) => id === row.id);
    return { ...row, position: row.offer || !own ? 0 : positionOf(own, queue) };
  });
}

export async function waitingPlacesOf(
  { database: { sql } }: Services,
  actor: Actor,
  studentId: number | undefined,
): Promise<WaitingPlace[]> {
  const candidate = await candidateFor(sql, actor, studentId);
  return selectPlaces(
    sql,
    sql`w.student_id = ${candidate.studentId} and w.exam_date >= current_date
      and (w.offered_until is null or w.offered_until > now())`,
  );
}

type Body = BodyOfCall<typeof queueCall>;

/** What the student needs of a seat: the appointment that an accepted offer would move brings it along. */
async function needsIn(
  tx: Transaction,
  { studentId }: Candidate,
  { examCustomId }: Body,
  examSessionId: number,
): Promise<SeatNeeds> {
  const [own] = await tx<SeatNeeds[]>`
    select id as "movedId", extra_minutes as "extraMinutes", needs_accessible as "needsAccessible" from appointments
     where student_id = ${studentId} and custom_exam_id = ${examCustomId} and exam_session_id = ${examSessionId}
       and annulled_at is null`;
  return own ?? { extraMinutes: 0, needsAccessible: false };
}

/** Refuses to queue when booking is closed, or when a seat that fits the student is free. */
async function expectFull(
  services: Services,
  tx: Transaction,
  candidate: Candidate,
  body: Body,
): Promise<number> {
  const { examDate, examRoomId, examRoomSlotId } = body;
  // Seats are offered by the rules for students, also when the office queues for one.
  const [exam] = await selectBookableExams(tx, { ...candidate, by: 'student' }, body.examCustomId);
  if (!exam) refuse('customExam.notFound');
  const { now } = await clockOf(tx);
  const session = sessionOfDay(await selectSessions(tx, examDate), examDate, body.examSessionId, now);
  const { durationMinutes } = exam;
  const slots = await selectDaySlots(tx, {
    days: [examDate],
    roomId: examRoomId,
    ...(examRoomSlotId === undefined ? { durationMinutes } : { slotIds: [examRoomSlotId] }),
  });
  const { allowExams } = await services.settings.current();
  const state = { allowExams, now };
  // The student's rules apply to the office too: when booking is closed for students, nothing is offered any
  // more.
  const closed = closedBooking(session, 'student', state);
  if (closed) throw closed;
  if (!session) refuse('appointment.outsideSession');
  await refuseKeyOpenOnDay(tx, body.examCustomId, examDate);
  const [slot] = slots;
  if (!slot) refuse(examRoomSlotId === undefined ? 'appointment.tooLate' : 'resource.notFound');
  if (examRoomSlotId !== undefined) {
    const unfit = closedGate({ day: examDate, session, slot, durationMinutes }, 'student', state);
    if (unfit) throw unfit;
  }
  const fitting = await withFittingSeats(tx, slots, await needsIn(tx, candidate, body, session.id));
  // A free seat belongs to those who wait already, also before it is offered to them.
  const waitingFor = await countWaiting(tx, [examDate], { except: [candidate.studentId] });
  const freeOf = new Map(slots.map((one) => [one.examRoomSlotId, one.free]));
  const isOpen = fitting.some(
    ({ free, examRoomSlotId: id }) => free > 0 && (freeOf.get(id) ?? 0) > waitingFor(examDate, id),
  );
  if (isOpen) refuse('waitingPlace.notFull');
  return session.id;
}

/** Queues for a seat. Of this and a concurrent transaction that frees a seat, one sees the other. */
export async function queueForSeat(
  services: Services,
  actor: Actor,
  author: Author,
  body: Body,
): Promise<WaitingPlace> {
  return services.database.transaction(author, async (tx) => {
    const candidate = await candidateFor(tx, actor, body.studentId);
    await lockSessions(tx, 'shared');
    await lockQueue(tx, body.examDate);
    await lockPeople(tx, [candidate.userId]);
    await refuseTooManyChanges(tx, candidate);
    const examSessionId = await expectFull(services, tx, candidate, body);
    const { studentId } = candidate;
    const slotId = body.examRoomSlotId ?? null;
    const roomId = slotId === null ? (body.examRoomId ?? null) : null;
    const exam = {
      student: tx`${studentId}::int`,
      exam: tx`${body.examCustomId}::int`,
      session: tx`${examSessionId}::int`,
    };
    const [own] = await tx<{ places: number; isThere: boolean; isLost: boolean; isElsewhere: boolean }[]>`
      select (select count(*)::int from waiting_places where student_id = ${studentId}) as places,
             exists (select from appointments where student_id = ${studentId} and custom_exam_id = ${body.examCustomId}
                        and exam_session_id = ${examSessionId} and annulled_at is null and exam_date = ${body.examDate}
                        and coalesce(room_slot_id = ${slotId}::int, room_id = ${roomId}::int, true)) as "isThere",
             exists (select from appointments a where a.student_id = ${studentId} and a.custom_exam_id = ${body.examCustomId}
                        and a.exam_session_id = ${examSessionId} and a.annulled_at is null and ${hasBegunOrPassed(tx, tx`a`)}) as "isLost",
             ${hasToSitElsewhere(tx, exam)} as "isElsewhere"`;
    if (own?.isLost) refuse('appointment.begun');
    if (own?.isElsewhere) {
      const { toSit } = await selectExamFacts(tx, studentId, body.examCustomId, body.examDate);
      const refused = closedExam({ sessionId: examSessionId, isMove: false, hasOpened: false, toSit });
      if (refused) throw refused;
    }
    if (own?.isThere) refuse('waitingPlace.alreadyThere');
    if (own && own.places >= maxWaitingPlaces) refuse('waitingPlace.tooMany', { max: maxWaitingPlaces });
    const [made] = await tx<{ id: number }[]>`
      insert into waiting_places (student_id, custom_exam_id, exam_session_id, exam_date, room_id, room_slot_id)
      values (${studentId}, ${body.examCustomId}, ${examSessionId}, ${body.examDate}, ${roomId}, ${slotId}) returning id`;
    const [place] = await selectPlaces(tx, tx`w.id = ${made?.id ?? 0}`);
    return place as WaitingPlace;
  });
}
