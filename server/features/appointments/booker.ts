import { type Actor, isOf, isOfAny } from '#domain/access/actor.ts';
import type { Booker } from '#domain/appointments/booking.ts';
import { refuse } from '#domain/errors.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { anyOf } from '#server/scopes/conditions.ts';
import { studentScope } from '#server/scopes/row-scopes.ts';
import { placesInScope } from '#server/scopes/secretary-places.ts';
import { type Viewer, viewerOf } from '#server/scopes/viewer.ts';

/** The student an appointment is for, and on whose behalf it is made. */
export type Candidate = {
  readonly by: Booker;
  readonly studentId: number;
  readonly userId: number;
  readonly studentName: string;
  readonly seriesId: number;
  readonly sectionId: number;
};

type Row = Omit<Candidate, 'by'>;

async function selectStudent(sql: Queryable, where: Fragment): Promise<Row> {
  const [student] = await sql<Row[]>`
    select p.id as "studentId", p.user_id as "userId", p.last_name || ' ' || p.first_name as "studentName",
           p.series_id as "seriesId", p.section_id as "sectionId"
      from students p where ${where}`;
  if (!student) refuse('resource.notFound');
  return student;
}

/**
 * Students book for themselves; the office for students in its scope (APPT-9). All others do not exist for
 * them.
 */
export async function candidateFor(
  sql: Queryable,
  actor: Actor,
  studentId: number | undefined,
): Promise<Candidate> {
  if (studentId === undefined || studentId === actor.studentId) {
    const own = sql`p.id = ${actor.studentId ?? 0} and p.user_id = ${actor.userId}`;
    return { ...(await selectStudent(sql, own)), by: 'student' };
  }
  if (!isOfAny(actor, ['admin', 'secretary'])) refuse('resource.notFound');
  const scope = studentScope(sql, await viewerOf(sql, actor), 'p', 'write');
  return {
    ...(await selectStudent(sql, sql`p.id = ${studentId} and ${scope ?? sql`true`}`)),
    by: 'office',
  };
}

/**
 * The condition on `a` and its student `p` for the appointments a user can reach: their own, and those of
 * their office.
 */
export function appointmentScope(sql: Queryable, { actor, assignments }: Viewer): Fragment {
  if (isOf(actor, 'admin')) return sql`true`;
  return anyOf(sql, [
    sql`p.user_id = ${actor.userId}`,
    ...(isOf(actor, 'secretary') ? [placesInScope(sql, assignments, 'p')] : []),
  ]);
}

/** The student of an appointment that was found in the actor's scope. */
export async function candidateOf(sql: Queryable, actor: Actor, studentId: number): Promise<Candidate> {
  const student = await selectStudent(sql, sql`p.id = ${studentId}`);
  return { ...student, by: student.userId === actor.userId ? 'student' : 'office' };
}
