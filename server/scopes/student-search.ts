import type { Fragment, Queryable } from '#server/db/database.ts';
import { allOf, anyOf } from './conditions.ts';
import { studentScope } from './row-scopes.ts';
import type { Viewer } from './viewer.ts';

/**
 * SQL: whether a text finds student `p`. The indexed `p.search` also holds the address and the external id, so a match with it
 * counts only for those who may read these in the list of students; for others the text has to be in the name or the registration
 * number.
 */
export function isStudentFound(sql: Queryable, viewer: Viewer, search: string): Fragment {
  const contains = (text: Fragment) => sql`${text} like search_pattern(${search})`;
  const indexed = contains(sql`p.search`);
  const mayReadStudent = studentScope(sql, viewer, 'p', 'read');
  if (!mayReadStudent) return indexed;
  const shown = anyOf(sql, [
    mayReadStudent,
    contains(sql`fold(p.last_name || ' ' || p.first_name || ' ' || p.last_name)`),
    contains(sql`fold(p.matricol)`),
  ]);
  return allOf(sql, [indexed, shown]);
}
