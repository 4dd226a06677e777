import type { LogEntry, LogFilter } from '#contract/administration.ts';
import {
  type Change,
  changesOf,
  type LoggedRow,
  nameOfRow,
  type ShownValue,
} from '#domain/audit/entry-changes.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { allOf } from '#server/scopes/conditions.ts';

type Row = Omit<LogEntry, 'changes' | 'subject' | 'actor'> & {
  readonly actorId: number | null;
  readonly actorName: string | null;
  readonly actorEmail: string | null;
  readonly before: LoggedRow | null;
  readonly after: LoggedRow | null;
};

/** The tables behind columns that refer to a row, and the SQL of the row's name. */
const referred: Readonly<Record<string, readonly [table: string, name: string]>> = {
  college_id: ['colleges', 'name'],
  section_id: ['sections', 'name'],
  series_id: ['series', 'name'],
  university_year_id: ['university_years', "concat_ws('/', start_year, end_year)"],
  discipline_id: ['disciplines', 'description'],
  chapter_id: ['chapters', 'description'],
  room_id: ['rooms', 'name'],
  room_slot_id: ['room_slots', "to_char(start_hour, 'HH24:MI') || '–' || to_char(end_hour, 'HH24:MI')"],
  study_module_id: ['study_modules', 'name'],
  exam_session_id: ['exam_sessions', 'description'],
  custom_exam_id: ['custom_exams', 'name'],
  student_id: ['students', "last_name || ' ' || first_name"],
  user_id: ['users', 'name'],
  booked_by: ['users', 'name'],
  changed_by: ['users', 'name'],
  added_by: ['users', 'name'],
  made_by: ['users', 'name'],
  written_by: ['users', 'name'],
};

/** The names of the rows that changes refer to, by column and id. */
async function namesReferred(
  sql: Queryable,
  changes: readonly Change[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  const columns = [...new Set(changes.map(({ field }) => field))].filter((field) => field in referred);
  for (const column of columns) {
    const ids = changes
      .filter(({ field }) => field === column)
      .flatMap(({ before, after }) => [before, after])
      .filter((id) => typeof id === 'number');
    const [table = '', name = ''] = referred[column] ?? [];
    const rows = await sql<{ id: number; name: string | null }[]>`
      select id, ${sql.unsafe(name)} as name from ${sql(table)} where id = any(${[...new Set(ids)]}::int[])`;
    for (const row of rows) if (row.name) names.set(`${column} ${row.id}`, row.name);
  }
  return names;
}

/** Readable log entries: names instead of ids, and only what changed. */
async function inWords(sql: Queryable, rows: readonly Row[]): Promise<LogEntry[]> {
  const changed = rows.map(({ before, after }) => changesOf(before, after));
  const names = await namesReferred(sql, changed.flat());
  const named = (field: string, value: ShownValue) => names.get(`${field} ${String(value)}`) ?? value;
  return rows.map(({ actorId, actorName, actorEmail, before, after, ...row }, index) => ({
    ...row,
    actor: actorId === null ? null : { id: actorId, name: actorName ?? '', email: actorEmail ?? '' },
    subject: nameOfRow(before, after) ?? null,
    changes: (changed[index] ?? []).map((change) => ({
      field: change.field,
      before: named(change.field, change.before),
      after: named(change.field, change.after),
    })),
  }));
}

const entryColumns = (sql: Queryable) => sql`
  a.id::float8 as id, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, a.actor_id as "actorId",
  u.name as "actorName", u.email as "actorEmail", a.action, a.entity, a.entity_id as "entityId",
  audit_decrypted(a.before) as before, audit_decrypted(a.after) as after`;

/** The entries matching a condition on `audit_log a`, newest first. */
export async function selectEntries(
  sql: Queryable,
  condition: Fragment,
  { skip = 0, take }: { readonly skip?: number; readonly take: number },
): Promise<LogEntry[]> {
  const rows = await sql<Row[]>`
    select ${entryColumns(sql)} from audit_log a left join users u on u.id = a.actor_id
     where ${condition} order by a.id desc offset ${skip} limit ${take}`;
  return inWords(sql, rows);
}

/** The number of matching entries, counted up to a limit so that a long log is never read completely. */
export async function countEntries(sql: Queryable, condition: Fragment, limit: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from (select from audit_log a where ${condition} limit ${limit}) counted`;
  return row?.count ?? 0;
}

/** The filter of a search, on `audit_log a`. */
export function logCondition(sql: Queryable, filter: LogFilter): { readonly condition: Fragment } {
  const condition = allOf(sql, [
    ...(filter.who
      ? [sql`a.actor_id in (select id from users where search like search_pattern(${filter.who}))`]
      : []),
    ...(filter.entity ? [sql`a.entity = ${filter.entity}`] : []),
    ...(filter.entityId ? [sql`a.entity_id = ${filter.entityId}`] : []),
    ...(filter.action ? [sql`a.action = ${filter.action}`] : []),
    ...(filter.from ? [sql`a.at >= ${filter.from}::date`] : []),
    ...(filter.to ? [sql`a.at < ${filter.to}::date + 1`] : []),
  ]);
  return { condition };
}
