import { type EventLetter, eventKindOf } from '#domain/exam-taking/events.ts';
import { tickLetters } from '#domain/exam-taking/ticks.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { shownEventsOf } from '#server/exams/shown-events.ts';
import { importRowsOf, isOwnRow, problemCodes } from './import-rows.ts';
import { accountsOf, deanAddress, enrolmentsOf, entriesAbout, type Person } from './person.ts';

export type DataRow = Readonly<Record<string, unknown>>;

/**
 * What is stored about a person, by kind; each row by column name. `tables-of-persons.api.test.ts` names the kinds of each table. Not
 * part of it: hashes and keys, and what `docs/privacy.md` names under Export.
 */
export const dataKinds = [
  'account',
  'enrolments',
  'yearMoves',
  'staffRoles',
  'appointments',
  'waitingPlaces',
  'sittings',
  'contestations',
  'settlements',
  'conflicts',
  'answers',
  'reviewMarks',
  'paperEntries',
  'events',
  'recordings',
  'mails',
  'importRows',
  'signIns',
  'signInFailures',
  'dayPasswords',
  'passwordLinks',
  'entriesAbout',
  'entriesBy',
] as const;
export type DataKind = (typeof dataKinds)[number];
export type PersonData = {
  readonly exportedAt: string;
  readonly person: Person;
  readonly data: Readonly<Record<DataKind, readonly DataRow[]>>;
};

/** Of a person; with the addresses of the dean's office in lower case. */
type SelectData = (sql: Queryable, userId: number, deans: readonly string[]) => Fragment;

/**
 * A settlement without its answers: they would tell the key, which is the university's. The dean's list without the addresses of
 * others.
 */
const imageOf = (sql: Queryable, id: number, image: Fragment) => sql`
  case when a.entity = 'settlements' then audit_decrypted(${image}) - array['answers', 'decided']
       when a.entity = 'settings' then ${image} || jsonb_build_object('value', ${deanAddress(sql, id, image)})
       else audit_decrypted(${image}) end`;

const entryColumns = (sql: Queryable, id: number) => sql`
  a.at, a.action, a.entity, a.entity_id, a.actor_id, ${imageOf(sql, id, sql`a.before`)} as before,
  ${imageOf(sql, id, sql`a.after`)} as after`;

/** The person, or the office; null for nobody. */
const byWhom = (sql: Queryable, id: number, account: Fragment) => sql`
  case when ${account} in ${accountsOf(sql, id)} then 'student' when ${account} is not null then 'office' end`;

const hoursOf = (sql: Queryable, slot: Fragment) => sql`
  to_char(${slot}.start_hour, 'HH24:MI') || '–' || to_char(${slot}.end_hour, 'HH24:MI')`;

const reads: Readonly<Record<DataKind, SelectData>> = {
  account: (sql, id) => sql`
    select id, email::text, name, is_admin, is_teacher, language, language_chosen, created_at, invited_at, disabled_at, erased_at,
           left_for, password_hash is not null as has_password, password_once
      from users where id in ${accountsOf(sql, id)} order by id`,
  enrolments: (sql, id) => sql`
    select s.id, s.user_id, s.first_name, s.last_name, s.email::text, s.cnp, s.phone_number, s.year, c.name as college, t.name as section,
           r.name as series, s.group_number, s.matricol, s.external_id
      from students s join colleges c on c.id = s.college_id join sections t on t.id = s.section_id
      join series r on r.id = s.series_id where s.user_id in ${accountsOf(sql, id)} order by s.id`,
  yearMoves: (sql, id) => sql`
    select m.student_id, concat_ws('–', y.start_year, y.end_year) as university_year, f.name as from_series, t.name as to_series, m.state
      from year_moves m join university_years y on y.id = m.to_year_id join series f on f.id = m.from_series_id
      join series t on t.id = m.to_series_id where m.student_id in ${enrolmentsOf(sql, id)} order by m.to_year_id`,
  staffRoles: (sql, id, deans) => sql`
    select 'secretary' as role, s.email::text, c.name as subject, t.name as section, s.year
      from secretaries s join users u on u.email = s.email
      join colleges c on c.id = s.college_id left join sections t on t.id = s.section_id where u.id in ${accountsOf(sql, id)}
    union all
    select t.part, t.email::text, d.description, null, d.year from discipline_teachers t join users u on u.email = t.email
      join disciplines d on d.id = t.discipline_id where u.id in ${accountsOf(sql, id)}
    union all
    select 'dean', u.email::text, null, null, null from users u where u.id in ${accountsOf(sql, id)} and lower(u.email::text) = any(${[...deans]}::text[])`,
  // Other people who booked or annulled appear only as the office.
  appointments: (sql, id) => sql`
    select a.id, a.exam_id, a.student_id, c.name as custom_exam, e.description as exam_session, a.exam_date, a.starts_at, a.ends_at,
           r.name as room, a.row_number, a.seat_number, a.extra_minutes, a.extra_reason, a.needs_accessible, a.booked_at,
           ${byWhom(sql, id, sql`a.booked_by`)} as booked_by, a.annulled_at, a.annulled_reason,
           ${byWhom(sql, id, sql`a.annulled_by`)} as annulled_by
      from appointments a join custom_exams c on c.id = a.custom_exam_id join exam_sessions e on e.id = a.exam_session_id
      join rooms r on r.id = a.room_id where a.student_id in ${enrolmentsOf(sql, id)} order by a.starts_at`,
  waitingPlaces: (sql, id) => sql`
    select w.id, w.student_id, c.name as custom_exam, e.description as exam_session, w.exam_date, r.name as room,
           ${hoursOf(sql, sql`s`)} as slot, w.made_at, ${hoursOf(sql, sql`o`)} as offered_slot, w.offered_row, w.offered_seat, w.offered_until
      from waiting_places w join custom_exams c on c.id = w.custom_exam_id join exam_sessions e on e.id = w.exam_session_id
      left join rooms r on r.id = w.room_id left join room_slots s on s.id = w.room_slot_id
      left join room_slots o on o.id = w.offered_slot_id
     where w.student_id in ${enrolmentsOf(sql, id)} order by w.id`,
  sittings: (sql, id) => sql`
    select e.id as exam_id, g.id as exam_group_id, g.kind, g.name as sitting, g.student_id, g.appointment_id, x.name as custom_exam,
           d.description as discipline, s.description as exam_session, g.duration_s, g.made_at, g.printed_at, g.recording_days,
           g.started_at as sitting_started_at, e.position, e.name, e.questions, e.scoring_mode, e.started_at, e.deadline, e.takeovers,
           e.finished_at, e.finish_cause, e.score::float8 as score, e.max_points::float8 as max_points, e.grade::float8 as grade,
           c.old_grade::float8 as grade_before_change, c.changed_at as grade_changed_at, c.seen_at as grade_change_seen_at
      from exam_groups g join exams e on e.group_id = g.id left join changed_grades c on c.exam_id = e.id
      left join custom_exams x on x.id = g.custom_exam_id left join disciplines d on d.id = g.discipline_id
      left join exam_sessions s on s.id = g.exam_session_id
     where g.user_id in ${accountsOf(sql, id)} order by e.id`,
  contestations: (sql, id) => sql`
    select c.id, c.exam_id, c.student_id, s.description as exam_session, c.type, c.status, c.filed_at, ${byWhom(sql, id, sql`c.filed_by`)} as filed_by,
           c.comment, c.facts, q.position, d.description as discipline, q.reason, q.comment as explanation, q.accepted, q.settle, q.reach,
           q.settlement_id, q.reply, q.resolved_at as question_resolved_at, c.score_before::float8 as score_before, c.grade_before::float8 as grade_before, case when c.status <> 'DP' then e.score::float8 end as score_after, c.resolved_at
      from exam_contests c join exams e on e.id = c.exam_id left join exam_contest_questions q on q.contest_id = c.id
      left join disciplines d on d.id = q.discipline_id left join exam_sessions s on s.id = c.exam_session_id
     where c.student_id in ${enrolmentsOf(sql, id)} or (c.student_id is null and c.filed_by in ${accountsOf(sql, id)}) order by c.id, q.position`,
  settlements: (sql, id) => sql`
    select s.id, s.exam_id, s.kind, s.reach, s.scoring_mode, s.reason, s.ticks, s.late_save_id, s.made_at, s.withdrawn_at
      from settlements s join exams e on e.id = s.exam_id where e.user_id in ${accountsOf(sql, id)} order by s.id`,
  // Marked relatives; the other person only by id.
  conflicts: (sql, id) => sql`
    select r.id, r.user_id, r.student_id, r.marked_at from relatives r
     where r.user_id in ${accountsOf(sql, id)} or r.student_id in ${enrolmentsOf(sql, id)} order by r.id`,
  // Without key and questions of an exam that is not over.
  answers: (sql, id) => sql`
    select q.exam_id, q.position, q.kind, q.seq, (q.marks & 1) <> 0 as skipped, v.text as question, array(
             select o.text from unnest(q.slots) with ordinality as s (bank_index, n)
               join answer_options o on o.question_version_id = v.id and o.position = s.bank_index
              where q.ticks & (1 << (s.n - 1)::int) <> 0 order by s.n) as ticked
      from exams e join exam_questions q on q.exam_id = e.id join question_versions v on v.id = q.question_version_id
     where e.user_id in ${accountsOf(sql, id)} and e.finished_at is not null order by q.exam_id, q.position`,
  reviewMarks: (sql, id) => sql`
    select m.exam_id, m.positions from exam_review_marks m join exams e on e.id = m.exam_id where e.user_id in ${accountsOf(sql, id)} order by 1`,
  paperEntries: (sql, id) => sql`
    select p.id, p.exam_id, p.entered_by, p.entered_at, p.ticks, p.cleared
      from paper_entries p join exams e on e.id = p.exam_id where e.user_id in ${accountsOf(sql, id)} order by p.id`,
  // However many a script has stored: the first and the last of each question, with the number of those between.
  events: (sql, id) => sql`
    select v.exam_id, v.save_id, v.at, v.kind, v.position, v.ticks, v.to_position, v.seq, v.sign_in, v.client, r.reason, v.omitted
      from ${shownEventsOf(sql, sql`exam_id in (select e.id from exams e where e.user_id in ${accountsOf(sql, id)})`)} v
      left join event_reasons r on r.exam_id = v.exam_id and r.save_id = v.save_id
     order by v.exam_id, v.at, v.save_id`,
  recordings: (sql, id) => sql`
    select r.exam_group_id, r.part, r.uploaded_at, length(r.content) as bytes, r.unpacked_bytes, r.clock_behind_ms
      from exam_groups g join recordings r on r.exam_group_id = g.id where g.user_id in ${accountsOf(sql, id)} order by 1, 2`,
  mails: (sql, id) => sql`
    select kind, exam_id, null::int as contest_id, facts, made_at, tries, sent_at, failed_at, problem
      from appointment_mails where user_id in ${accountsOf(sql, id)}
    union all select kind, null, contest_id, facts, made_at, tries, sent_at, failed_at, problem
      from contest_mails where user_id in ${accountsOf(sql, id)} order by made_at`,
  // A row that can be somebody else's without its values.
  importRows: (sql, id) => sql`
    select q.import_id, q.line, q.outcome, q.state, q.problems, case when q.own then q.label end as label,
           case when q.own then q.cells end as cells, case when q.own then q.changes end as changes
      from (select r.import_id, r.line, r.outcome, r.state, r.label, r.cells, r.changes, ${problemCodes(sql)} as problems,
                   ${isOwnRow(sql, id)} as own from ${importRowsOf(sql, id)}) q order by 1, 2`,
  signIns: (sql, id) => sql`
    select student_id, created_at, expires_at, revoked_at, host(address) as address from sign_ins where user_id in ${accountsOf(sql, id)}
    union all
    -- The last one, when it is no longer kept itself.
    select null, l.at, null, null, null from last_sign_ins l where l.user_id in ${accountsOf(sql, id)}
       and not exists (select from sign_ins s where s.user_id = l.user_id and s.created_at = l.at)
     order by created_at`,
  signInFailures: (sql, id) => sql`
    select host(f.address) as address, f.failures, f.at from sign_in_failures f join users u on u.email = f.email where u.id in ${accountsOf(sql, id)}
    union all select null, h.failures, h.hour from sign_in_failure_hours h where h.user_id in ${accountsOf(sql, id)} order by at`,
  dayPasswords: (sql, id) => sql`
    select id, day, sheet, made_at, used_at from day_passwords where user_id in ${accountsOf(sql, id)} order by day`,
  passwordLinks: (sql, id) => sql`
    select expires_at from password_links where user_id in ${accountsOf(sql, id)} order by 1`,
  entriesAbout: (sql, id) => sql`
    select ${entryColumns(sql, id)} from audit_log a where ${entriesAbout(sql, id)} order by a.id`,
  // Actions on others are exported without their values.
  entriesBy: (sql, id) => sql`
    select a.at, a.action, a.entity, a.entity_id from audit_log a where a.actor_id in ${accountsOf(sql, id)} order by a.id`,
};

const letters = (ticks: unknown): string | null => (typeof ticks === 'number' ? tickLetters(ticks) : null);

/** Readable rows instead of letters and bits. */
const inWords: Partial<Record<DataKind, (row: DataRow) => DataRow>> = {
  events: ({ kind, ticks, ...event }) => ({
    ...event,
    kind: eventKindOf(kind as EventLetter),
    ticked: letters(ticks),
  }),
  settlements: ({ ticks, ...settlement }) => ({ ...settlement, ticked: letters(ticks) }),
  paperEntries: ({ ticks, ...entry }) => ({ ...entry, ticked: (ticks as readonly number[]).map(letters) }),
};

/** Reads everything about a person. */
export async function readPersonData(
  sql: Queryable,
  person: Person,
  deans: readonly string[],
): Promise<PersonData> {
  const data: Partial<Record<DataKind, readonly DataRow[]>> = {};
  for (const kind of dataKinds) {
    const rows = (await reads[kind](sql, person.id, deans)) as readonly DataRow[];
    data[kind] = rows.map(inWords[kind] ?? ((row) => row));
  }
  const [now] = await sql<{ at: string }[]>`select now() as at`;
  return { exportedAt: String(now?.at), person, data: data as PersonData['data'] };
}
