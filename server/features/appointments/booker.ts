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

const selectStudents = (sql: Queryable, where: Fragment): Promise<Row[]> => sql<Row[]>`
  select p.id as "studentId", p.user_id as "userId", p.last_name || ' ' || p.first_name as "studentName",
         p.series_id as "seriesId", p.section_id as "sectionId"
    from students p where ${where}`;

async function selectStudent(sql: Queryable, where: Fragment): Promise<Row> {
  const [student] = await selectStudents(sql, where);
  if (!student) refuse('resource.notFound');
  return student;
}

/** Nobody is the office for themselves, whichever of their enrolments it is about (ROLE-5). */
const asCandidate = (actor: Actor, student: Row): Candidate => ({
  ...student,
  by: student.userId === actor.userId ? 'student' : 'office',
});

/** Students who book for themselves, by id. */
export async function selectCandidates(
  sql: Queryable,
  studentIds: readonly number[],
): Promise<ReadonlyMap<number, Candidate>> {
  const rows = await selectStudents(sql, sql`p.id = any(${[...studentIds]}::int[])`);
  return new Map(rows.map((row) => [row.studentId, { ...row, by: 'student' }]));
}

/**
 * Students book for themselves; the office for students in its scope (APPT-9). All others do not exist for
 * them. `readOwn` reads students together with others who ask.
 */
export async function candidateFor(
  sql: Queryable,
  actor: Actor,
  studentId: number | undefined,
  readOwn?: (studentId: number) => Promise<Candidate | undefined>,
): Promise<Candidate> {
  if (studentId === undefined || studentId === actor.studentId) {
    const id = actor.studentId ?? 0;
    const own = await (readOwn ? readOwn(id) : selectCandidates(sql, [id]).then((found) => found.get(id)));
    if (own?.userId !== actor.userId) refuse('resource.notFound');
    return own;
  }
  if (!isOfAny(actor, ['admin', 'secretary'])) refuse('resource.notFound');
  const scope = studentScope(sql, await viewerOf(sql, actor), 'p', 'write');
  return asCandidate(actor, await selectStudent(sql, sql`p.id = ${studentId} and ${scope ?? sql`true`}`));
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
  return asCandidate(actor, await selectStudent(sql, sql`p.id = ${studentId}`));
}
