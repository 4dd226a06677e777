import type { ExamToSit } from '#domain/appointments/booking.ts';
import type { Moment } from '#domain/exam-taking/time.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { keyHasOpenedOnDay } from './opened-keys.ts';

/** Whether an appointment counts and is still to be sat, as `isToBeSat` in `domain/appointments/paper-state.ts`. */
export const isToBeSat = (sql: Queryable, appointment: Fragment): Fragment => sql`(
  ${appointment}.annulled_at is null
  and coalesce((select bool_or(x.finished_at is null) from exam_groups g join exams x on x.group_id = g.id
                 where g.appointment_id = ${appointment}.id and g.started_at is not null),
               now() < ${appointment}.ends_at + make_interval(mins => ${appointment}.extra_minutes)))`;

/** Whether an appointment prevents another one for the same exam in a session: it is in the session, or still to be sat (APPT-2). */
export const preventsBooking = (sql: Queryable, appointment: Fragment, session: Fragment): Fragment => sql`(
  ${appointment}.annulled_at is null and (${appointment}.exam_session_id = ${session} or ${isToBeSat(sql, appointment)}))`;

/**
 * Whether a student has an exam still to sit in another session and none in this one, so that a seat here would add a second. Students
 * booked before this rule may have both: those still move.
 */
export const hasToSitElsewhere = (
  sql: Queryable,
  { student, exam, session }: Record<'student' | 'exam' | 'session', Fragment>,
): Fragment => sql`coalesce((
  select bool_and(o.exam_session_id <> ${session}) from appointments o
   where o.student_id = ${student} and o.custom_exam_id = ${exam} and ${isToBeSat(sql, sql`o`)}), false)`;

/** The exam of an appointment or of a place in the queue. */
export const examOf = (sql: Queryable, row: Fragment) => ({
  student: sql`${row}.student_id`,
  exam: sql`${row}.custom_exam_id`,
  session: sql`${row}.exam_session_id`,
});

/** Whether more minutes would make a missed appointment one to be sat, while its student has the exam to sit in another session. */
export const wouldBeTwice = (sql: Queryable, appointment: Fragment, minutes: number): Fragment => sql`(
  not ${isToBeSat(sql, appointment)}
  and now() < ${appointment}.ends_at + make_interval(mins => ${appointment}.extra_minutes + ${minutes}::int)
  and not exists (select from exam_groups g where g.appointment_id = ${appointment}.id and g.started_at is not null)
  and ${hasToSitElsewhere(sql, examOf(sql, appointment))})`;

/** The students who cannot be booked for an exam in a session. */
export async function selectUnbookable(
  sql: Queryable,
  customExamId: number,
  sessionId: number,
): Promise<ReadonlySet<number>> {
  const rows = await sql<{ studentId: number }[]>`
    select a.student_id as "studentId" from appointments a
     where a.custom_exam_id = ${customExamId} and ${preventsBooking(sql, sql`a`, sql`${sessionId}::int`)}`;
  return new Set(rows.map(({ studentId }) => studentId));
}

type ExamFacts = {
  readonly now: Moment;
  /** Whether the key of the exam has opened on the day. */
  readonly hasOpened: boolean;
  /** Where the student still has the exam to sit. */
  readonly toSit: readonly ExamToSit[];
};

/** What a booking needs to know about the exam, by the database’s clock. */
export async function selectExamFacts(
  sql: Queryable,
  studentId: number,
  customExamId: number,
  day: string,
): Promise<ExamFacts> {
  const [facts] = await sql<ExamFacts[]>`
    select floor(extract(epoch from now()) * 1000)::float8 as now,
           ${keyHasOpenedOnDay(sql, sql`${customExamId}::int`, sql`${day}::date`)} as "hasOpened",
           coalesce((select json_agg(json_build_object('sessionId', s.id, 'session', s.description, 'examDate', a.exam_date) order by a.starts_at)
                       from appointments a join exam_sessions s on s.id = a.exam_session_id
                      where a.student_id = ${studentId} and a.custom_exam_id = ${customExamId} and ${isToBeSat(sql, sql`a`)}), '[]') as "toSit"`;
  if (!facts) throw new Error('the database does not tell the time');
  return facts;
}
