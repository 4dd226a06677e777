import { isOf } from '#domain/access/actor.ts';
import type { Assignment } from '#domain/access/secretary-scope.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { allOf, anyOf } from './conditions.ts';
import type { RowScope } from './row-scopes.ts';

/** An assignment reaches a discipline of its college, section and year; named series must be among those it is taught to. */
function reached(
  sql: Queryable,
  { collegeId, sectionId, seriesIds, year }: Assignment,
  row: string,
): Fragment {
  return allOf(sql, [
    sql`${sql(`${row}.college_id`)} = ${collegeId}`,
    ...(sectionId === undefined ? [] : [sql`${sql(`${row}.section_id`)} = ${sectionId}`]),
    ...(year === 0 ? [] : [sql`${sql(`${row}.year`)} = ${year}`]),
    ...(seriesIds.length === 0
      ? []
      : [
          sql`exists (select from discipline_series taught
                where taught.discipline_id = ${sql(`${row}.id`)} and taught.series_id = any(${[...seriesIds]}::int[]))`,
        ]),
  ]);
}

/** Admins and the dean's office reach every discipline, secretaries those in their scope, teachers those they teach. */
export const disciplineScope: RowScope = (sql, { actor, assignments }, row, purpose) =>
  isOf(actor, 'admin') || (purpose === 'read' && isOf(actor, 'dean'))
    ? undefined
    : anyOf(sql, [
        ...(isOf(actor, 'secretary') ? assignments.map((one) => reached(sql, one, row)) : []),
        ...(purpose === 'read' && isOf(actor, 'teacher')
          ? [
              sql`exists (select from discipline_teachers mine
                    where mine.discipline_id = ${sql(`${row}.id`)} and mine.email = ${actor.email})`,
            ]
          : []),
      ]);
