import { isOf, isOfAny } from '#domain/access/actor.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { anyOf } from './conditions.ts';
import {
  collegesInScope,
  placesInScope,
  secretariesInScope,
  sectionsInScope,
  seriesInScope,
} from './secretary-places.ts';
import type { Viewer } from './viewer.ts';

/** The purpose of access: people with several roles may see more than they may write. */
export type Purpose = 'read' | 'write';

/** The rows a viewer can reach for a purpose, as SQL on the alias `row`; undefined means all. */
export type RowScope = (
  sql: Queryable,
  viewer: Viewer,
  row: string,
  purpose: Purpose,
) => Fragment | undefined;

/** Staff read the whole structure of the university; secretaries only their part. */
const structure =
  (ofSecretary: typeof collegesInScope): RowScope =>
  (sql, { actor, assignments }, row) =>
    isOfAny(actor, ['admin', 'dean', 'teacher']) ? undefined : ofSecretary(sql, assignments, row);

export const collegeScope = structure(collegesInScope);
export const sectionScope = structure(sectionsInScope);
export const seriesScope = structure(seriesInScope);

/** The students of the series that a teacher's disciplines are taught to, held or collaborated in. */
const taughtBy = (sql: Queryable, email: string, row: string): Fragment =>
  sql`${sql(`${row}.series_id`)} in (
    select taught.series_id from discipline_teachers teaches
      join discipline_series taught on taught.discipline_id = teaches.discipline_id
     where teaches.email = ${email})`;

/** Admins reach every student, secretaries those in their scope, teachers read those they teach. */
export const studentScope: RowScope = (sql, { actor, assignments }, row, purpose) =>
  isOf(actor, 'admin')
    ? undefined
    : anyOf(sql, [
        ...(isOf(actor, 'secretary') ? [placesInScope(sql, assignments, row)] : []),
        ...(isOf(actor, 'teacher') && purpose === 'read' ? [taughtBy(sql, actor.email, row)] : []),
      ]);

/** Admins manage every secretary, general secretaries those of their own colleges. */
export const secretaryScope: RowScope = (sql, { actor, assignments }, row) =>
  isOf(actor, 'admin') ? undefined : secretariesInScope(sql, assignments, row);
