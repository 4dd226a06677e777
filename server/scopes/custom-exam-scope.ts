import { isOf } from '#domain/access/actor.ts';
import { preventsBooking } from '#server/appointments/to-be-sat.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { anyOf } from './conditions.ts';
import { seriesRowsInScope, seriesRowsManaged } from './discipline-scope.ts';
import type { Purpose } from './row-scopes.ts';
import type { Viewer } from './viewer.ts';

const ofSeries = { table: 'custom_exam_series', column: 'custom_exam_id' };
const inScope = seriesRowsInScope(ofSeries);
const managed = seriesRowsManaged(ofSeries);

/**
 * A custom exam that a student can book now: of their series, in a session open for booking in which they
 * have no appointment yet, and not still to be sat in another.
 */
const bookableBy = (sql: Queryable, studentId: number, row: string): Fragment => sql`exists (
  select from students p join custom_exam_series cohort on cohort.series_id = p.series_id and cohort.custom_exam_id = ${sql(`${row}.id`)}
    join exam_sessions s on now() between s.exam_schedule_start and s.exam_schedule_end and s.end_date >= current_date
   where p.id = ${studentId} and p.year = ${sql(`${row}.year`)}
     and not exists (select from appointments a where a.student_id = p.id and a.custom_exam_id = ${sql(`${row}.id`)}
                        and ${preventsBooking(sql, sql`a`, sql`s.id`)}))`;

/**
 * Admins reach every custom exam, secretaries those in their scope, students those they can book while exams
 * are allowed.
 */
export function customExamScope(
  sql: Queryable,
  { actor, assignments }: Viewer,
  row: string,
  purpose: Purpose,
  allowExams: boolean,
): Fragment {
  if (isOf(actor, 'admin')) return sql`true`;
  const ofSecretary = purpose === 'read' ? inScope : managed;
  return anyOf(sql, [
    ...(isOf(actor, 'secretary') ? [ofSecretary(sql, assignments, row)] : []),
    ...(purpose === 'read' && allowExams && actor.studentId !== undefined
      ? [bookableBy(sql, actor.studentId, row)]
      : []),
  ]);
}
