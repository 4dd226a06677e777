import { type Actor, isOf } from '#domain/access/actor.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { disciplineScope } from './discipline-scope.ts';
import type { RowScope } from './row-scopes.ts';

/** The rule `mayEditChapters` as SQL on the discipline a column refers to. */
export function chaptersAreEditable(sql: Queryable, actor: Actor, discipline: Fragment): Fragment {
  if (isOf(actor, 'admin')) return sql`true`;
  if (!isOf(actor, 'teacher')) return sql`false`;
  return sql`exists (select from discipline_teachers mine
    where mine.discipline_id = ${discipline} and mine.email = ${actor.email} and mine.part = 'holder')`;
}

/** Chapters are read with their discipline and written by its holders; removed ones are hidden from everyone. */
export const chapterScope: RowScope = (sql, viewer, row, purpose) => {
  const discipline = sql`${sql(`${row}.discipline_id`)}`;
  const notRemoved = sql`${sql(`${row}.removed_at`)} is null`;
  if (purpose === 'write')
    return sql`(${notRemoved} and ${chaptersAreEditable(sql, viewer.actor, discipline)})`;
  const scope = disciplineScope(sql, viewer, 'above', 'read');
  return scope
    ? sql`(${notRemoved} and exists (select from disciplines above where above.id = ${discipline} and ${scope}))`
    : notRemoved;
};
