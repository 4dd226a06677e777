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

const ofUser = ['users', 'name'] as const;
const ofVersion = ['question_versions', 'left(text, 120)'] as const;
const ofSlot = [
  'room_slots',
  "to_char(start_hour, 'HH24:MI') || '–' || to_char(end_hour, 'HH24:MI')",
] as const;
const versionOfQuestion =
  '(select left(v.text, 120) from question_versions v where v.question_id = questions.id and v.number = questions.version)';
const partName =
  "coalesce(group_name, (select string_agg(d.description, ', ' order by d.id) from custom_exam_disciplines m" +
  ' join disciplines d on d.id = m.discipline_id where m.part_id = custom_exam_parts.id))';

/**
 * The tables behind columns that refer to a row, and the SQL of the row's name; "table.column" where the column refers
 * to different tables.
 */
export const referred: Readonly<Record<string, readonly [table: string, name: string]>> = {
  college_id: ['colleges', 'name'],
  section_id: ['sections', 'name'],
  series_id: ['series', 'name'],
  university_year_id: ['university_years', "concat_ws('/', start_year, end_year)"],
  discipline_id: ['disciplines', 'description'],
  chapter_id: ['chapters', 'description'],
  room_id: ['rooms', 'name'],
  room_slot_id: ofSlot,
  offered_slot_id: ofSlot,
  study_module_id: ['study_modules', 'name'],
  exam_session_id: ['exam_sessions', 'description'],
  custom_exam_id: ['custom_exams', 'name'],
  student_id: ['students', "last_name || ' ' || first_name"],
  exam_id: ['exams', "concat_ws(', ', name, (select u.name from users u where u.id = exams.user_id))"],
  contest_id: [
    'exam_contests',
    "(select s.last_name || ' ' || s.first_name from students s where s.id = student_id)",
  ],
  part_id: ['custom_exam_parts', partName],
  secretary_id: ['secretaries', 'email'],
  question_id: ['questions', versionOfQuestion],
  question_version_id: ofVersion,
  served_version_id: ofVersion,
  template_group_id: ['template_groups', 'number::text'],
  template_exam_id: [
    'template_exams',
    "(select g.number || '.' || template_exams.position from template_groups g where g.id = template_group_id)",
  ],
  'chapters.copied_from': ['chapters', 'description'],
  'disciplines.copied_from': ['disciplines', 'description'],
  'questions.copied_from': ['questions', versionOfQuestion],
  user_id: ofUser,
  added_by: ofUser,
  annulled_by: ofUser,
  booked_by: ofUser,
  changed_by: ofUser,
  decided_by: ofUser,
  entered_by: ofUser,
  filed_by: ofUser,
  left_for: ofUser,
  made_by: ofUser,
  resolved_by: ofUser,
  resumed_by: ofUser,
  withdrawn_by: ofUser,
  written_by: ofUser,
};

/** The key of `referred` for a column of a table. */
const referenceOf = (entity: string, field: string) =>
  `${entity}.${field}` in referred ? `${entity}.${field}` : field;

/** The student and the exam of contestation `k`. */
const contestedExam = `concat_ws(', ', (select s.last_name || ' ' || s.first_name from students s where s.id = k.student_id),
  (select e.name from exams e where e.id = k.exam_id))`;

/** Whose row an entry is about, where the row itself has no name. */
const subjects: Readonly<Record<string, string>> = {
  appointments: `select t.id::text as id, s.last_name || ' ' || s.first_name as name
                   from appointments t join students s on s.id = t.student_id`,
  event_reasons: `select t.id::text as id, concat_ws(', ', u.name, e.name) as name
                    from event_reasons t join exams e on e.id = t.exam_id join users u on u.id = e.user_id`,
  exam_contest_questions: `select t.id::text as id, ${contestedExam} as name
                             from exam_contest_questions t join exam_contests k on k.id = t.contest_id`,
  exam_contests: `select t.id::text as id, ${contestedExam} as name
                    from exam_contests t join exam_contests k on k.id = t.id`,
  exam_groups: `select t.id::text as id, concat_ws(', ', u.name, t.name) as name
                  from exam_groups t join users u on u.id = t.user_id`,
  exams: `select t.id::text as id, concat_ws(', ', u.name, t.name) as name
            from exams t join users u on u.id = t.user_id`,
  settlements: `select t.id::text as id, concat_ws(', ', u.name, e.name) as name
                  from settlements t join exams e on e.id = t.exam_id join users u on u.id = e.user_id`,
  students: "select t.id::text as id, t.last_name || ' ' || t.first_name as name from students t",
  users: 'select t.id::text as id, t.name from users t',
};

/** The names of the people whose rows entries are about, by table and id. */
async function selectSubjects(sql: Queryable, rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const [entity, select] of Object.entries(subjects)) {
    const ids = rows
      .filter((row) => row.entity === entity && /^\d{1,9}$/.test(row.entityId ?? ''))
      .map(({ entityId }) => Number(entityId));
    if (ids.length === 0) continue;
    const found = await sql<{ id: string; name: string }[]>`
      ${sql.unsafe(select)} where t.id = any(${[...new Set(ids)]}::int[])`;
    for (const { id, name } of found) names.set(`${entity} ${id}`, name);
  }
  return names;
}

/** The names of the rows that changes refer to, by reference and id. */
async function namesReferred(
  sql: Queryable,
  changes: readonly (Change & { readonly reference: string })[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  const columns = [...new Set(changes.map(({ reference }) => reference))].filter((one) => one in referred);
  for (const column of columns) {
    const ids = changes
      .filter(({ reference }) => reference === column)
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
  const changed = rows.map(({ entity, before, after }) =>
    changesOf(before, after).map((change) => ({ ...change, reference: referenceOf(entity, change.field) })),
  );
  const names = await namesReferred(sql, changed.flat());
  const people = await selectSubjects(sql, rows);
  const named = (field: string, value: ShownValue) => names.get(`${field} ${String(value)}`) ?? value;
  return rows.map(({ actorId, actorName, actorEmail, before, after, ...row }, index) => ({
    ...row,
    actor: actorId === null ? null : { id: actorId, name: actorName ?? '', email: actorEmail ?? '' },
    subject: nameOfRow(before, after) ?? people.get(`${row.entity} ${row.entityId}`) ?? null,
    changes: (changed[index] ?? []).map((change) => ({
      field: change.field,
      before: named(change.reference, change.before),
      after: named(change.reference, change.after),
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

/** Repeated failures and sign-ins are counted in entries of their own (`failure-hours.ts`, `sign-in-days.ts`). */
const alsoFound: Readonly<Record<string, readonly string[]>> = {
  signIn: ['signIns'],
  signInFailed: ['signInFailures'],
};

/** The filter of a search, on `audit_log a`. */
export function logCondition(sql: Queryable, filter: LogFilter): { readonly condition: Fragment } {
  const condition = allOf(sql, [
    ...(filter.who
      ? [sql`a.actor_id in (select id from users where search like search_pattern(${filter.who}))`]
      : []),
    ...(filter.entity ? [sql`a.entity = ${filter.entity}`] : []),
    ...(filter.entityId ? [sql`a.entity_id = ${filter.entityId}`] : []),
    ...(filter.action
      ? [sql`a.action = any(${[filter.action, ...(alsoFound[filter.action] ?? [])]}::text[])`]
      : []),
    ...(filter.from ? [sql`a.at >= ${filter.from}::date`] : []),
    ...(filter.to ? [sql`a.at < ${filter.to}::date + 1`] : []),
  ]);
  return { condition };
}
