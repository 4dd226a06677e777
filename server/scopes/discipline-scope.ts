import { isOf } from '#domain/access/actor.ts';
import type { Assignment } from '#domain/access/secretary-scope.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { allOf, anyOf } from './conditions.ts';
import type { RowScope } from './row-scopes.ts';

type RowsInScope = (sql: Queryable, assignments: readonly Assignment[], row: string) => Fragment;

/** College, section and year of an assignment, where set. */
const placeConditions = (
  sql: Queryable,
  { collegeId, sectionId, year }: Assignment,
  row: string,
): Fragment[] => [
  sql`${sql(`${row}.college_id`)} = ${collegeId}`,
  ...(sectionId === undefined ? [] : [sql`${sql(`${row}.section_id`)} = ${sectionId}`]),
  ...(year === 0 ? [] : [sql`${sql(`${row}.year`)} = ${year}`]),
];

/** The table that assigns rows to series, and its column that refers to the row. */
type SeriesLink = { readonly table: string; readonly column: string };

/** The rule `disciplineInScope` as a condition on rows that belong to one or several series. */
export const seriesRowsInScope =
  ({ table, column }: SeriesLink): RowsInScope =>
  (sql, assignments, row) =>
    anyOf(
      sql,
      assignments.map((assignment) =>
        allOf(sql, [
          ...placeConditions(sql, assignment, row),
          ...(assignment.seriesIds.length === 0
            ? []
            : [
                sql`exists (select from ${sql(table)} taught where ${sql(`taught.${column}`)} = ${sql(`${row}.id`)}
                      and taught.series_id = any(${[...assignment.seriesIds]}::int[]))`,
              ]),
        ]),
      ),
    );

/** The rule `managesDiscipline` as a condition on such rows. */
export const seriesRowsManaged =
  (link: SeriesLink): RowsInScope =>
  (sql, assignments, row) => {
    const looksAfter = anyOf(
      sql,
      assignments.map((assignment) =>
        allOf(sql, [
          ...placeConditions(sql, assignment, row),
          ...(assignment.seriesIds.length === 0
            ? []
            : [sql`taught.series_id = any(${[...assignment.seriesIds]}::int[])`]),
        ]),
      ),
    );
    return sql`(${seriesRowsInScope(link)(sql, assignments, row)} and not exists (
      select from ${sql(link.table)} taught where ${sql(`taught.${link.column}`)} = ${sql(`${row}.id`)} and not ${looksAfter}))`;
  };

const taughtTo: SeriesLink = { table: 'discipline_series', column: 'discipline_id' };
export const disciplinesInScope = seriesRowsInScope(taughtTo);
export const disciplinesManaged = seriesRowsManaged(taughtTo);

/** Admins and the dean's office reach every discipline, secretaries those in their scope, teachers those they teach. */
export const disciplineScope: RowScope = (sql, { actor, assignments }, row, purpose) => {
  if (isOf(actor, 'admin') || (purpose === 'read' && isOf(actor, 'dean'))) return undefined;
  if (purpose === 'write') return disciplinesManaged(sql, isOf(actor, 'secretary') ? assignments : [], row);
  return anyOf(sql, [
    ...(isOf(actor, 'secretary') ? [disciplinesInScope(sql, assignments, row)] : []),
    ...(isOf(actor, 'teacher')
      ? [
          sql`exists (select from discipline_teachers mine
                where mine.discipline_id = ${sql(`${row}.id`)} and mine.email = ${actor.email})`,
        ]
      : []),
  ]);
};
