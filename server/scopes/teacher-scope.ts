import type { RowScope } from './row-scopes.ts';

/** Only accounts that teach: marked as teachers, or assigned to a discipline. */
export const teacherScope: RowScope = (sql, _viewer, row) =>
  sql`(${sql(`${row}.is_teacher`)} or exists (
    select from discipline_teachers teaches where teaches.email = ${sql(`${row}.email`)}))`;
