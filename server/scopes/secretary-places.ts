import { type Assignment, generalAssignments } from '#domain/access/secretary-scope.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { allOf, anyOf } from './conditions.ts';

/** The columns that locate a row; omitted ones do not restrict it. */
type PlaceColumns = {
  readonly college: Fragment;
  readonly section?: Fragment;
  readonly series?: Fragment;
  readonly year?: Fragment;
};

/**
 * The rule of `domain/access/secretary-scope.ts` as SQL, with the assignments as plain values so that indexes are
 * used. A property test compares both.
 */
function reached(sql: Queryable, assignments: readonly Assignment[], row: PlaceColumns): Fragment {
  return anyOf(
    sql,
    assignments.map(({ collegeId, sectionId, seriesIds, year }) =>
      allOf(sql, [
        sql`${row.college} = ${collegeId}`,
        ...(row.section && sectionId !== undefined ? [sql`${row.section} = ${sectionId}`] : []),
        ...(row.series && seriesIds.length > 0 ? [sql`${row.series} = any(${[...seriesIds]}::int[])`] : []),
        ...(row.year && year !== 0 ? [sql`${row.year} = ${year}`] : []),
      ]),
    ),
  );
}

type RowsInScope = (sql: Queryable, assignments: readonly Assignment[], row: string) => Fragment;
const column = (sql: Queryable, row: string, name: string) => sql`${sql(`${row}.${name}`)}`;

export const placesInScope: RowsInScope = (sql, assignments, row) =>
  reached(sql, assignments, {
    college: column(sql, row, 'college_id'),
    section: column(sql, row, 'section_id'),
    series: column(sql, row, 'series_id'),
    year: column(sql, row, 'year'),
  });

export const collegesInScope: RowsInScope = (sql, assignments, row) =>
  reached(sql, assignments, { college: column(sql, row, 'id') });

export const sectionsInScope: RowsInScope = (sql, assignments, row) =>
  reached(sql, assignments, {
    college: column(sql, row, 'college_id'),
    section: column(sql, row, 'id'),
  });

export const seriesInScope: RowsInScope = (sql, assignments, row) =>
  reached(sql, assignments, {
    college: sql`(select college_id from sections where id = ${column(sql, row, 'section_id')})`,
    section: column(sql, row, 'section_id'),
    series: column(sql, row, 'id'),
    year: column(sql, row, 'year'),
  });

/** Rows of a section and a year that name no series: those who reach every series of both see them. */
export const sectionYearsInScope = (
  sql: Queryable,
  assignments: readonly Assignment[],
  section: string,
  row: string,
): Fragment =>
  reached(
    sql,
    assignments.filter(({ seriesIds }) => seriesIds.length === 0),
    {
      college: column(sql, section, 'college_id'),
      section: column(sql, section, 'id'),
      year: column(sql, row, 'year'),
    },
  );

/** The assignments of secretaries that a general secretary manages. */
export const secretariesInScope: RowsInScope = (sql, assignments, row) =>
  reached(sql, generalAssignments(assignments), {
    college: column(sql, row, 'college_id'),
    section: column(sql, row, 'section_id'),
  });
