import type { RowScope } from './row-scopes.ts';

/** Of all accounts only those that teach: marked as teachers, or named by a discipline. */
export const teacherScope: RowScope = (sql, _viewer, row) =>
  sql`(${sql(`${row}.is_teacher`)} or exists (
    select from discipline_teachers teaches where teaches.email = ${sql(`${row}.email`)}))`;
