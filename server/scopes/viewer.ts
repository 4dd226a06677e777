import { type Actor, isOf } from '#domain/access/actor.ts';
import type { Assignment } from '#domain/access/secretary-scope.ts';
import type { Queryable } from '#server/db/database.ts';

/** The person who reads or writes rows: the actor, with a secretary's current assignments. */
export type Viewer = { readonly actor: Actor; readonly assignments: readonly Assignment[] };

type Row = { collegeId: number; sectionId: number | null; seriesIds: number[]; year: number };

async function assignmentsOf(sql: Queryable, email: string): Promise<Assignment[]> {
  const rows = await sql<Row[]>`
    select college_id as "collegeId", section_id as "sectionId", year,
      array(select series_id from secretary_series where secretary_id = secretaries.id) as "seriesIds"
    from secretaries where email = ${email} order by id`;
  return rows.map((row) => ({ ...row, sectionId: row.sectionId ?? undefined }));
}

/** The viewer of an actor, from the tables and never from the token's claims. */
export async function viewerOf(sql: Queryable, actor: Actor): Promise<Viewer> {
  return { actor, assignments: isOf(actor, 'secretary') ? await assignmentsOf(sql, actor.email) : [] };
}
