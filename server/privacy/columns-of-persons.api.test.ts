import { expect, it } from 'vitest';
import { auditWords as en } from '#i18n/en/audit-words.ts';
import { auditWords as fr } from '#i18n/fr/audit-words.ts';
import { privacyDocument } from '#i18n/privacy-document.ts';
import { auditWords as ro } from '#i18n/ro/audit-words.ts';
import { aSecretary, signedInAs } from '#server/testing/accounts.ts';
import { aCustomExam, aSession } from '#server/testing/exams.ts';
import { aPlantedPerson, finished, insertRareRecords, planted } from '#server/testing/planted-person.ts';
import { useTestServer } from '#server/testing/server.ts';
import { tablesOfPersons } from '#server/testing/tables-of-persons.ts';
import { sealAll } from '#server/testing/tampering.ts';
import { type DataKind, dataKinds, type PersonData } from './person-data.ts';

/** Where a column is exported, as kind and field, or why it is left out. */
type Exported = { readonly kind: DataKind; readonly field: string } | { readonly leftOut: string };
type Columns = Readonly<Record<string, Exported>>;

/** Columns exported under their own name, or as [column, field]. */
const exported = (kind: DataKind, ...columns: readonly (string | readonly [string, string])[]): Columns =>
  Object.fromEntries(
    columns.map((column) => {
      const [name, field] = typeof column === 'string' ? [column, column] : column;
      return [name, { kind, field }];
    }),
  );
const leftOut = (reason: string, ...columns: string[]): Columns =>
  Object.fromEntries(columns.map((column) => [column, { leftOut: reason }]));

const owner = (...columns: string[]) => leftOut('names the person whose export it is', ...columns);
const key = (...columns: string[]) => leftOut('a secret, hash or key', ...columns);
const derived = (...columns: string[]) => leftOut('computed from other exported columns', ...columns);
const internal = (...columns: string[]) => leftOut('orders or names rows inside the database', ...columns);
const others = (...columns: string[]) => leftOut('names somebody else', ...columns);
const ofTheKey = (...columns: string[]) => leftOut('would tell questions or their key', ...columns);

/** Every column of the tables that describe a person. A new column fails the test until it is listed here. */
const columnsOfPersons: Readonly<Record<string, Columns>> = {
  answer_sheets: derived('exam_id', 'finished_at', 'answers'),
  appointment_mails: {
    ...exported('mails', 'exam_id', 'kind', 'facts', 'made_at', 'tries', 'sent_at', 'failed_at', 'problem'),
    ...owner('user_id'),
    ...internal('id', 'sequence', 'next_try_at'),
  },
  appointments: {
    ...exported('appointments', 'id', 'exam_id', 'student_id', ['custom_exam_id', 'custom_exam']),
    ...exported('appointments', ['exam_session_id', 'exam_session'], 'exam_date', ['room_id', 'room']),
    ...exported('appointments', 'row_number', 'seat_number', 'starts_at', 'ends_at', 'needs_accessible'),
    ...exported('appointments', 'extra_minutes', 'extra_reason', 'booked_by', 'booked_at'),
    ...exported('appointments', 'annulled_at', 'annulled_by', 'annulled_reason'),
    ...derived('room_slot_id'),
    ...internal('sequence'),
  },
  audit_log: {
    ...exported('entriesAbout', 'at', 'action', 'entity', 'entity_id', 'actor_id', 'before', 'after'),
    ...internal('id', 'request_id', 'connection', 'number', 'link'),
  },
  changed_grades: {
    ...exported('sittings', 'exam_id', ['old_grade', 'grade_before_change']),
    ...exported('sittings', ['changed_at', 'grade_changed_at'], ['seen_at', 'grade_change_seen_at']),
  },
  contest_mails: {
    ...exported(
      'mails',
      'contest_id',
      'kind',
      'facts',
      'made_at',
      'tries',
      'sent_at',
      'failed_at',
      'problem',
    ),
    ...owner('user_id'),
    ...internal('id', 'next_try_at'),
  },
  day_passwords: {
    ...exported('dayPasswords', 'id', 'day', 'sheet', 'made_at', 'used_at'),
    ...owner('user_id'),
    ...key('hash'),
  },
  discipline_teachers: exported('staffRoles', ['discipline_id', 'subject'], 'email', ['part', 'role']),
  event_reasons: { ...exported('events', 'exam_id', 'save_id', 'reason'), ...internal('id') },
  exam_contest_questions: {
    ...exported('contestations', ['contest_id', 'id'], 'position', ['discipline_id', 'discipline'], 'reason'),
    ...exported('contestations', ['comment', 'explanation'], 'accepted', 'settle', 'reach', 'settlement_id'),
    ...exported('contestations', 'reply', ['resolved_at', 'question_resolved_at']),
    ...derived('question_version_id', 'ticked'),
    ...others('resolved_by'),
    ...internal('id'),
  },
  exam_contests: {
    ...exported('contestations', 'id', 'type', 'exam_id', 'student_id', ['exam_session_id', 'exam_session']),
    ...exported('contestations', 'status', 'comment', 'facts', 'score_before', 'grade_before', 'filed_by'),
    ...exported('contestations', 'filed_at', 'resolved_at'),
    ...leftOut('of a case about a question, which is not about a person', 'question_version_id'),
  },
  exam_events: {
    ...exported('events', 'exam_id', 'save_id', 'kind', 'position', ['ticks', 'ticked'], 'seq'),
    ...exported('events', 'to_position', 'sign_in', 'at', 'client'),
  },
  exam_groups: {
    ...exported('sittings', ['id', 'exam_group_id'], 'kind', 'student_id', 'appointment_id'),
    ...exported('sittings', ['custom_exam_id', 'custom_exam'], ['discipline_id', 'discipline']),
    ...exported(
      'sittings',
      ['exam_session_id', 'exam_session'],
      ['name', 'sitting'],
      'duration_s',
      'made_at',
    ),
    ...exported('sittings', ['started_at', 'sitting_started_at'], 'printed_at', 'recording_days'),
    ...owner('user_id'),
    ...ofTheKey('seed', 'template_group_id'),
  },
  exam_questions: {
    ...exported('answers', 'exam_id', 'position', ['question_version_id', 'question'], 'kind'),
    ...exported('answers', ['ticks', 'ticked'], 'seq', ['marks', 'skipped']),
    ...leftOut('the order of the answers, in which `ticked` is', 'slots'),
  },
  exam_review_marks: { ...exported('reviewMarks', 'exam_id', 'positions'), ...internal('seq') },
  exams: {
    ...exported(
      'sittings',
      ['id', 'exam_id'],
      ['group_id', 'exam_group_id'],
      'position',
      'name',
      'questions',
    ),
    ...exported(
      'sittings',
      'scoring_mode',
      'max_points',
      'started_at',
      'deadline',
      'takeovers',
      'finished_at',
    ),
    ...exported('sittings', 'finish_cause', 'score', 'grade'),
    ...owner('user_id'),
    ...derived('part_id', 'practice'),
    ...key('writer', 'writer_sign_in'),
  },
  last_sign_ins: { ...exported('signIns', ['at', 'created_at']), ...owner('user_id') },
  paper_entries: exported(
    'paperEntries',
    'id',
    'exam_id',
    'entered_by',
    ['ticks', 'ticked'],
    'entered_at',
    'cleared',
  ),
  password_links: {
    ...exported('passwordLinks', 'expires_at'),
    ...owner('user_id'),
    ...key('token_hash', 'sign_in_id'),
  },
  recordings: {
    ...exported('recordings', 'exam_group_id', 'part', ['content', 'bytes'], 'uploaded_at', 'unpacked_bytes'),
    ...exported('recordings', 'clock_behind_ms'),
    ...derived('outline', 'sha256'),
  },
  relatives: exported('conflicts', 'id', 'user_id', 'student_id', 'marked_at'),
  secretaries: {
    ...exported('staffRoles', 'email', ['college_id', 'subject'], ['section_id', 'section'], 'year'),
    ...internal('id'),
    ...derived('search'),
  },
  settlements: {
    ...exported('settlements', 'id', 'kind', 'reach', 'exam_id', 'scoring_mode', 'reason', [
      'ticks',
      'ticked',
    ]),
    ...exported('settlements', 'late_save_id', 'made_at', 'withdrawn_at'),
    ...ofTheKey('answers', 'decided', 'question_version_id', 'template_group_id'),
    ...derived('exam_session_id', 'custom_exam_id'),
    ...others('made_by', 'withdrawn_by'),
  },
  sign_in_days: {
    ...exported('signIns', ['last_at', 'created_at']),
    ...derived('day', 'sign_ins'),
    ...owner('user_id'),
    ...key('last_sign_in'),
  },
  sign_in_failure_hours: {
    ...exported('signInFailures', 'failures', ['hour', 'at']),
    ...internal('noted'),
    ...owner('user_id'),
  },
  sign_in_failures: { ...exported('signInFailures', 'address', 'failures', 'at'), ...owner('email') },
  sign_ins: {
    ...exported('signIns', 'student_id', 'created_at', 'expires_at', 'revoked_at', 'address'),
    ...owner('user_id'),
    ...key('id'),
  },
  student_import_rows: {
    ...exported(
      'importRows',
      'import_id',
      'line',
      'label',
      'cells',
      'problems',
      'changes',
      'outcome',
      'state',
    ),
    ...derived('student_id', 'series_id', 'section_id', 'year'),
    ...internal('position'),
  },
  students: {
    ...exported(
      'enrolments',
      'id',
      'user_id',
      'email',
      'first_name',
      'last_name',
      'cnp',
      'phone_number',
      'year',
    ),
    ...exported('enrolments', ['college_id', 'college'], ['section_id', 'section'], ['series_id', 'series']),
    ...exported('enrolments', 'external_id', 'matricol', 'group_number'),
    ...derived('search'),
  },
  users: {
    ...exported('account', 'id', 'email', 'name', 'is_admin', 'is_teacher', 'language', 'language_chosen'),
    ...exported('account', ['password_hash', 'has_password'], 'disabled_at', 'created_at', 'invited_at'),
    ...exported('account', 'password_once', 'erased_at', 'left_for'),
    ...derived('search'),
    ...key('storage_owner', 'storage_key', 'audit_key'),
  },
  waiting_places: {
    ...exported(
      'waitingPlaces',
      'id',
      'student_id',
      ['custom_exam_id', 'custom_exam'],
      'exam_date',
      'made_at',
    ),
    ...exported(
      'waitingPlaces',
      ['exam_session_id', 'exam_session'],
      ['room_id', 'room'],
      ['room_slot_id', 'slot'],
    ),
    ...exported(
      'waitingPlaces',
      ['offered_slot_id', 'offered_slot'],
      'offered_row',
      'offered_seat',
      'offered_until',
    ),
  },
  year_moves: {
    ...exported(
      'yearMoves',
      'student_id',
      ['to_year_id', 'university_year'],
      ['from_series_id', 'from_series'],
    ),
    ...exported('yearMoves', ['to_series_id', 'to_series'], 'state'),
    ...internal('copy_id'),
  },
};

const server = useTestServer();
const auditWords = { ro, en, fr } as const;

it('[SAFE-14] every column of a table about persons is exported or left out for a reason', async () => {
  const tables = Object.keys(columnsOfPersons);
  // Of settings only the addresses of the dean's office are about persons.
  const described = Object.entries(tablesOfPersons).filter(
    ([table, { exported: kinds }]) =>
      table !== 'settings' && kinds !== 'holdsNoPerson' && kinds.some((kind) => kind !== 'entriesBy'),
  );
  expect(tables).toEqual(described.map(([table]) => table));
  const found = await server.database.sql<{ name: string }[]>`
    select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = any(${tables}::text[])`;
  const listed = Object.entries(columnsOfPersons).flatMap(([table, columns]) =>
    Object.keys(columns).map((column) => `${table}.${column}`),
  );
  expect(found.map(({ name }) => name).sort()).toEqual(listed.sort());
});

it('[SAFE-14] the export has a field for each of these columns, with a text in each language', async () => {
  const admin = await signedInAs(server, 'admin');
  const custom = await aCustomExam(server, { questions: 2 });
  const ground = { server, admin, custom, sessionId: await aSession(server) };
  const person = await aPlantedPerson(ground, planted);
  await finished(ground, person);
  await insertRareRecords(ground, person);
  await sealAll(server);
  const secretary = await aSecretary(server, { collegeId: custom.studyPlace.collegeId });
  const fields = new Map<DataKind, Set<string>>(dataKinds.map((kind) => [kind, new Set()]));
  for (const id of [person.userId, secretary.userId]) {
    const { data } = (await admin.get(`users/${id}/export?format=json`)).json<PersonData>();
    for (const kind of dataKinds)
      for (const field of Object.keys(data[kind][0] ?? {})) fields.get(kind)?.add(field);
  }
  const missing = Object.entries(columnsOfPersons).flatMap(([table, columns]) =>
    Object.entries(columns)
      .filter(([, given]) => 'kind' in given && !fields.get(given.kind)?.has(given.field))
      .map(([column]) => `${table}.${column}`),
  );
  expect(missing).toEqual([]);
  const named = new Set([...fields.values()].flatMap((names) => [...names]));
  const withoutText = (['ro', 'en', 'fr'] as const).flatMap((language) =>
    [...named]
      .filter(
        (field) => !(field in privacyDocument[language].fields || `field.${field}` in auditWords[language]),
      )
      .map((field) => `${language} ${field}`),
  );
  expect(withoutText).toEqual([]);
});
