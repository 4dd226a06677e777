import type { BulkPlace, BulkResult, bulkAppointments } from '#contract/appointments.ts';
import type { BodyOfCall } from '#contract/call.ts';
import type { Actor } from '#domain/access/actor.ts';
import { sessionOfDay } from '#domain/appointments/booking.ts';
import { distribute, type OpenSlot } from '#domain/appointments/distribution.ts';
import { type ErrorCode, refuse } from '#domain/errors.ts';
import { insertAppointments } from '#server/appointments/appointments.ts';
import { selectSessions } from '#server/appointments/bookable.ts';
import { type DaySlot, selectDaySlots, selectSeats } from '#server/appointments/day-slots.ts';
import { lockPeople, lockSessions, lockSlots } from '#server/appointments/locks.ts';
import { noteMails } from '#server/appointments/mails.ts';
import type { Author, Queryable } from '#server/db/database.ts';
import { studentScope } from '#server/scopes/row-scopes.ts';
import { viewerOf } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';

type Wanted = BodyOfCall<typeof bulkAppointments>;
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

/** The students of the exam's section with these registration numbers, in the order given. */
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

type Busy = { readonly userId: number; readonly startsAt: number; readonly endsAt: number };

const selectBusy = (sql: Queryable, userIds: readonly number[], day: string): Promise<Busy[]> =>
  sql<Busy[]>`
    select p.user_id as "userId", extract(epoch from a.starts_at)::float8 * 1000 as "startsAt",
           extract(epoch from a.ends_at + make_interval(mins => a.extra_minutes))::float8 * 1000 as "endsAt"
      from appointments a join students p on p.id = a.student_id
     where p.user_id = any(${[...userIds]}::int[]) and a.annulled_at is null and a.exam_date between ${day}::date - 1 and ${day}::date + 1`;

/** The seats of a slot that nobody has and that nobody is offered. */
async function openSlot(sql: Queryable, slot: DaySlot): Promise<OpenSlot> {
  const taken = await sql<{ row: number; seat: number }[]>`
    select row_number as row, seat_number as seat from appointments
     where room_slot_id = ${slot.examRoomSlotId} and exam_date = ${slot.examDate}
    union all
    select row_number, seat_number from held_seats
     where room_slot_id = ${slot.examRoomSlotId} and exam_date = ${slot.examDate}`;
  const gone = new Set(taken.map(({ row, seat }) => `${row} ${seat}`));
  const seats = await selectSeats(sql, slot.examRoomId);
  const { startsAt, endsAt, examRoomSlotId } = slot;
  return {
    slotId: examRoomSlotId,
    startsAt,
    endsAt,
    free: seats.filter(({ row, seat }) => !gone.has(`${row} ${seat}`)),
  };
}

type Plan = {
  readonly exam: Exam;
  readonly sessionId: number;
  readonly places: readonly {
    readonly student: Student;
    readonly slot: DaySlot;
    readonly row: number;
    readonly seat: number;
  }[];
  readonly failed: BulkResult['failed'];
};

const failure = ({ matricol, studentName }: Student, reason: ErrorCode) => ({
  matricol,
  error: 'appointment.failedFor' satisfies ErrorCode,
  params: { student: studentName, matricol, reason },
});

/** Who would sit where: rooms by priority, their slots by hour, their seats in order. */
async function plan(
  sql: Queryable,
  actor: Actor,
  wanted: Wanted,
  lock: (slotIds: readonly number[], userIds: readonly number[]) => Promise<void>,
): Promise<Plan> {
  const { examDate } = wanted;
  const exam = await selectExam(sql, wanted.examCustomId);
  const session = sessionOfDay(await selectSessions(sql, examDate), examDate, wanted.examSessionId);
  if (!session) refuse('appointment.outsideSession');
  const matricols = [...new Set(wanted.matricols)];
  const students = await selectStudents(sql, actor, exam.sectionId, matricols);
  const slots = await selectDaySlots(sql, {
    days: [examDate],
    roomId: wanted.examRoomId,
    slotIds: wanted.examRoomSlotId === undefined ? undefined : [wanted.examRoomSlotId],
    durationMinutes: exam.durationMinutes,
  });
  const userIds = students.map(({ userId }) => userId);
  await lock(
    slots.map(({ examRoomSlotId }) => examRoomSlotId),
    userIds,
  );
  const had = await sql<{ studentId: number }[]>`
    select student_id as "studentId" from appointments where custom_exam_id = ${exam.id} and exam_session_id = ${session.id} and annulled_at is null`;
  const booked = new Set(had.map(({ studentId }) => studentId));
  const busy = new Map<number, Busy[]>();
  for (const time of await selectBusy(sql, userIds, examDate))
    busy.set(time.userId, [...(busy.get(time.userId) ?? []), time]);
  const open: OpenSlot[] = [];
  for (const slot of slots) open.push(await openSlot(sql, slot));
  const seekers = students.filter(({ studentId }) => !booked.has(studentId));
  const given = distribute(
    open,
    seekers.map(({ studentId, userId }) => ({ studentId, busy: busy.get(userId) ?? [] })),
  );
  const found = new Set(students.map(({ matricol }) => matricol));
  const failed: BulkResult['failed'] = matricols
    .filter((matricol) => !found.has(matricol))
    .map((matricol) => ({
      matricol,
      error: 'appointment.noStudent' satisfies ErrorCode,
      params: { matricol },
    }));
  const places: Plan['places'][number][] = [];
  for (const student of students) {
    const place = given.get(student.studentId);
    const slot = typeof place === 'object' && slots.find((one) => one.examRoomSlotId === place.slotId);
    if (typeof place === 'object' && slot) places.push({ student, slot, row: place.row, seat: place.seat });
    else if (place === undefined) failed.push(failure(student, 'appointment.examTwice'));
    else
      failed.push(failure(student, place === 'full' ? 'appointment.noFreeRooms' : 'appointment.elsewhere'));
  }
  return { exam, sessionId: session.id, places, failed };
}

const shown = ({ student, slot, row, seat }: Plan['places'][number]): BulkPlace => ({
  matricol: student.matricol,
  studentName: student.studentName,
  examRoomId: slot.examRoomId,
  examRoom: slot.examRoom,
  examRoomSlotId: slot.examRoomSlotId,
  startHour: slot.startHour,
  examRow: row === 0 ? '-' : row,
  seatNumber: seat,
});

/** Who would get which seat; writes nothing. */
export async function previewBulk(
  { database: { sql } }: Services,
  actor: Actor,
  wanted: Wanted,
): Promise<BulkResult> {
  const { places, failed } = await plan(sql, actor, wanted, async () => {});
  return { created: 0, placed: places.map(shown), failed };
}

/** Books for all who can be seated, in one transaction; the rest is told why not. A second time nobody is booked twice. */
export async function bookBulk(
  services: Services,
  actor: Actor,
  author: Author,
  wanted: Wanted,
): Promise<BulkResult> {
  return services.database.transaction(author, async (tx) => {
    await lockSessions(tx, 'shared');
    const { exam, sessionId, places, failed } = await plan(tx, actor, wanted, async (slotIds, userIds) => {
      await lockSlots(tx, slotIds, 'exclusive');
      await lockPeople(tx, userIds);
    });
    const made = await insertAppointments(
      tx,
      places.map(({ student, slot, row, seat }) => ({
        studentId: student.studentId,
        customExamId: exam.id,
        examSessionId: sessionId,
        examDate: slot.examDate,
        roomId: slot.examRoomId,
        slotId: slot.examRoomSlotId,
        row,
        seat,
        startsAt: new Date(slot.startsAt).toISOString(),
        endsAt: new Date(slot.endsAt).toISOString(),
        madeBy: actor.userId,
      })),
    );
    await noteMails(
      tx,
      'confirmation',
      made.map(({ id }) => id),
    );
    return { created: made.length, placed: places.map(shown), failed };
  });
}
