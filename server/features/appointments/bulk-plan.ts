import type { BodyOfCall } from '#contract/call.ts';
import type { BulkResult, bulkAppointments } from '#contract/office-appointments.ts';
import type { Actor } from '#domain/access/actor.ts';
import { sessionOfDay, unfitSlot } from '#domain/appointments/booking.ts';
import { distribute, type NoSlot } from '#domain/appointments/distribution.ts';
import { type Compromise, type PlannedSeat, seatCandidates } from '#domain/appointments/seating.ts';
import { type ErrorCode, refuse } from '#domain/errors.ts';
import { groupBy } from '#domain/group-by.ts';
import { selectSessions } from '#server/appointments/bookable.ts';
import { type DaySlot, selectDaySlots } from '#server/appointments/day-slots.ts';
import { refuseKeyOpenOnDay } from '#server/appointments/opened-keys.ts';
import { selectPlannedSeats } from '#server/appointments/planned-seats.ts';
import { clockOf } from '#server/appointments/student-appointments.ts';
import { countTemplates } from '#server/appointments/templates.ts';
import { selectUnbookable } from '#server/appointments/to-be-sat.ts';
import { countWaiting } from '#server/appointments/waiting-list.ts';
import type { Queryable } from '#server/db/database.ts';
import { studentScope } from '#server/scopes/row-scopes.ts';
import { viewerOf } from '#server/scopes/viewer.ts';

export type BulkRequest = BodyOfCall<typeof bulkAppointments>;
type Exam = { readonly id: number; readonly sectionId: number; readonly durationMinutes: number };
type Student = {
  readonly studentId: number;
  readonly userId: number;
  readonly matricol: string;
  readonly studentName: string;
};

async function selectExam(sql: Queryable, id: number): Promise<Exam> {
  const [exam] = await sql<Exam[]>`
    select id, section_id as "sectionId", duration_minutes as "durationMinutes" from custom_exams
     where id = ${id} and removed_at is null`;
  if (!exam) refuse('customExam.notFound');
  return exam;
}

/** The students of the exam's section with these registration numbers, in the given order. */
async function selectStudents(
  sql: Queryable,
  actor: Actor,
  sectionId: number,
  matricols: readonly string[],
): Promise<Student[]> {
  const scope = studentScope(sql, await viewerOf(sql, actor), 'p', 'write') ?? sql`true`;
  return sql<Student[]>`
    select p.id as "studentId", p.user_id as "userId", p.matricol, p.last_name || ' ' || p.first_name as "studentName"
      from unnest(${[...matricols]}::text[]) with ordinality as m(matricol, place) join students p on p.matricol = m.matricol
     where p.section_id = ${sectionId} and ${scope} order by m.place`;
}

export type Other = {
  readonly userId: number;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly examName: string;
  readonly isSameDay: boolean;
};

/** The other appointments of people around a day, by person. */
export async function selectOthers(
  sql: Queryable,
  userIds: readonly number[],
  day: string,
): Promise<ReadonlyMap<number, readonly Other[]>> {
  const rows = await sql<Other[]>`
    select p.user_id as "userId", c.name as "examName", a.exam_date = ${day}::date as "isSameDay",
           extract(epoch from a.starts_at)::float8 * 1000 as "startsAt",
           extract(epoch from a.ends_at + make_interval(mins => a.extra_minutes))::float8 * 1000 as "endsAt"
      from appointments a join students p on p.id = a.student_id join custom_exams c on c.id = a.custom_exam_id
     where p.user_id = any(${[...userIds]}::int[]) and a.annulled_at is null
       and a.exam_date between ${day}::date - 1 and ${day}::date + 1
     order by a.starts_at`;
  return groupBy(rows, ({ userId }) => userId);
}

/** Of those placed, who has another exam on the day. */
export const sameDayOf = (
  places: readonly PlannedPlace[],
  others: ReadonlyMap<number, readonly Other[]>,
): BulkResult['sameDay'] =>
  places.flatMap(({ student: { matricol, studentName, userId } }) => {
    const other = others.get(userId)?.find(({ isSameDay }) => isSameDay);
    return other ? [{ matricol, studentName, examName: other.examName }] : [];
  });

export type PlannedPlace = {
  readonly student: Student;
  readonly slot: DaySlot;
  readonly row: number;
  readonly seat: number;
  readonly needsAccessible: boolean;
};
export type FilledSlot = {
  readonly slot: DaySlot;
  readonly placed: number;
  /** The number of others who wait for a seat there. */
  readonly waiting: number;
  readonly compromises: readonly Compromise[];
};
export type BulkPlan = {
  readonly exam: Exam;
  readonly sessionId: number;
  readonly places: readonly PlannedPlace[];
  readonly slots: readonly FilledSlot[];
  readonly failed: BulkResult['failed'];
  readonly sameDay: BulkResult['sameDay'];
};

const reasons: Readonly<Record<NoSlot, ErrorCode>> = {
  full: 'appointment.noFreeRooms',
  noAccessible: 'appointment.noAccessibleSeat',
  elsewhere: 'appointment.elsewhere',
};
const failure = ({ matricol, studentName }: Student, reason: ErrorCode) => ({
  matricol,
  error: 'appointment.failedFor' satisfies ErrorCode,
  params: { student: studentName, matricol, reason },
});

const free = (seats: readonly PlannedSeat[], isAccessible: boolean) =>
  seats.filter((one) => !one.outOfOrder && !one.occupant && (one.accessible ?? false) === isAccessible)
    .length;

type BulkInput = {
  readonly exam: Exam;
  readonly sessionId: number;
  readonly students: readonly Student[];
  readonly slots: readonly DaySlot[];
};

/** The input of a bulk booking: exam, session, students, and the slots the exam fits into. */
async function find(
  sql: Queryable,
  actor: Actor,
  wanted: BulkRequest,
  slotIds: readonly number[] | undefined,
): Promise<BulkInput> {
  const { examDate } = wanted;
  const exam = await selectExam(sql, wanted.examCustomId);
  const { now } = await clockOf(sql);
  const session = sessionOfDay(await selectSessions(sql, examDate), examDate, wanted.examSessionId, now);
  if (!session) return refuse('appointment.outsideSession');
  await refuseKeyOpenOnDay(sql, exam.id, examDate);
  const students = await selectStudents(sql, actor, exam.sectionId, [...new Set(wanted.matricols)]);
  const { durationMinutes } = exam;
  const isChosen = wanted.examRoomSlotId !== undefined;
  const slots = await selectDaySlots(sql, {
    ...{ days: [examDate], roomId: wanted.examRoomId, slotIds },
    // Of a chosen slot the office learns why the exam does not fit, instead of that no room is free.
    durationMinutes: isChosen ? undefined : durationMinutes,
  });
  const unfit = isChosen && slots[0] && unfitSlot(slots[0], durationMinutes, now);
  if (unfit) throw unfit;
  return { exam, sessionId: session.id, students, slots };
}

/** The same after the locks are taken: what others changed meanwhile counts, what they added is not locked and left out. */
export async function findLocked(
  sql: Queryable,
  actor: Actor,
  wanted: BulkRequest,
  slotIds: readonly number[] | undefined,
  lock: BulkLock | undefined,
): Promise<BulkInput> {
  const seen = await find(sql, actor, wanted, slotIds);
  if (!lock) return seen;
  const locked = seen.slots.map(({ examRoomSlotId }) => examRoomSlotId);
  const people = new Set(seen.students.map(({ userId }) => userId));
  await lock(locked, [...people]);
  const found = await find(sql, actor, wanted, locked);
  return { ...found, students: found.students.filter(({ userId }) => people.has(userId)) };
}

export type BulkLock = (slotIds: readonly number[], userIds: readonly number[]) => Promise<void>;

/**
 * The planned seats: rooms by priority, their slots by hour, in each slot the seats of `seatCandidates`
 * (APPT-4).
 */
export async function planBulk(
  sql: Queryable,
  actor: Actor,
  wanted: BulkRequest,
  lock?: BulkLock,
): Promise<BulkPlan> {
  const { examDate } = wanted;
  const { exam, sessionId, students, slots } = await findLocked(
    sql,
    actor,
    wanted,
    wanted.examRoomSlotId === undefined ? undefined : [wanted.examRoomSlotId],
    lock,
  );
  // Nobody is the office for themselves (ROLE-5).
  const isOwn = ({ userId }: Student) => userId === actor.userId;
  const accessible = new Set(wanted.accessibleMatricols ?? []);
  const userIds = students.map(({ userId }) => userId);
  const unbookable = await selectUnbookable(sql, exam.id, sessionId);
  const others = await selectOthers(sql, userIds, examDate);
  const seats = await selectPlannedSeats(sql, slots, examDate);
  const seatsOf = (slotId: number) => seats.get(slotId) ?? [];
  const given = distribute(
    slots.map(({ examRoomSlotId, startsAt, endsAt }) => ({
      slotId: examRoomSlotId,
      startsAt,
      endsAt,
      ordinary: free(seatsOf(examRoomSlotId), false),
      accessible: free(seatsOf(examRoomSlotId), true),
    })),
    students
      .filter((student) => !unbookable.has(student.studentId) && !isOwn(student))
      .map(({ studentId, userId, matricol }) => ({
        studentId,
        personId: userId,
        busy: others.get(userId) ?? [],
        needsAccessible: accessible.has(matricol),
      })),
  );

  const waitingFor = await countWaiting(sql, [examDate], {
    except: students.map(({ studentId }) => studentId),
  });
  const templatesOf = await countTemplates(sql, sessionId);
  const places: PlannedPlace[] = [];
  const filled: FilledSlot[] = [];
  const byId = new Map(students.map((student) => [student.studentId, student]));
  for (const slot of slots) {
    const here = students.filter(({ studentId }) => given.get(studentId) === slot.examRoomSlotId);
    if (here.length === 0) continue;
    const { placements, compromises } = seatCandidates(
      [{ roomId: slot.examRoomId, priority: 0, seats: seatsOf(slot.examRoomSlotId) }],
      here.map(({ studentId, matricol }) => ({
        id: studentId,
        exam: exam.id,
        needsAccessible: accessible.has(matricol),
      })),
      templatesOf,
    );
    for (const { candidateId, row, seat } of placements) {
      const student = byId.get(candidateId) as Student;
      places.push({ student, slot, row, seat, needsAccessible: accessible.has(student.matricol) });
    }
    filled.push({
      slot,
      placed: placements.length,
      waiting: waitingFor(examDate, slot.examRoomSlotId),
      compromises,
    });
  }

  const found = new Set(students.map(({ matricol }) => matricol));
  const unknown = [...new Set(wanted.matricols)].filter((matricol) => !found.has(matricol));
  return {
    exam,
    sessionId,
    places,
    slots: filled,
    failed: [
      ...unknown.map((matricol) => ({
        matricol,
        error: 'appointment.noStudent' satisfies ErrorCode,
        params: { matricol },
      })),
      ...students.flatMap((student) => {
        if (isOwn(student)) return [failure(student, 'sitting.concerned')];
        const found = given.get(student.studentId);
        if (typeof found === 'number') return [];
        return [failure(student, found === undefined ? 'appointment.examTwice' : reasons[found])];
      }),
    ],
    sameDay: sameDayOf(places, others),
  };
}
