import type { QueryOfCall } from '#contract/call.ts';
import type { listNotImported, NotImported } from '#contract/student-imports.ts';
import type { Actor } from '#domain/access/actor.ts';
import { withoutPersonalData } from '#domain/imports/students/student-problems.ts';
import type { Sql } from '#server/db/database.ts';
import { importsToLookAt, rowsNotImported } from '#server/scopes/not-imported.ts';
import { studentScope } from '#server/scopes/row-scopes.ts';
import { viewerOf } from '#server/scopes/viewer.ts';

/**
 * A page of the rows in scope that were not imported, newest file first, in the order of the file. Problems come without
 * personal ids, phone numbers and the names of students out of scope.
 */
export async function notImportedPage(
  sql: Sql,
  actor: Actor,
  { skip, take, importId }: QueryOfCall<typeof listNotImported>,
): Promise<{ items: NotImported[]; total: number }> {
  const viewer = await viewerOf(sql, actor);
  const rows = sql`
    imports i join users u on u.id = i.made_by cross join lateral (
      select r.position, r.line, r.label, coalesce(r.cells ->> 'email', '') as email, coalesce(p.name, r.cells ->> 'series', '') as series,
             r.state = 'waiting' as "isWaiting", r.problems,
             s.id is not null and ${studentScope(sql, viewer, 's', 'read') ?? sql`true`} as "mayName"
        from ${rowsNotImported(sql, viewer)}) r
     where ${importsToLookAt(sql)} ${importId === undefined ? sql`` : sql`and i.id = ${importId}`}`;
  const [items, [counted]] = await Promise.all([
    sql<(NotImported & { mayName: boolean })[]>`
      select i.id as "importId", i.file_name as "fileName", i.made_at as "madeAt", u.name as "madeBy", r.*
        from ${rows} order by i.made_at desc, i.id desc, r.position offset ${skip} limit ${take}`,
    sql<{ count: number }[]>`select count(*)::int as count from ${rows}`,
  ]);
  return {
    items: items.map(({ mayName, problems, ...row }) => ({
      ...row,
      problems: problems.map((problem) => withoutPersonalData(problem, mayName)),
    })),
    total: counted?.count ?? 0,
  };
}
