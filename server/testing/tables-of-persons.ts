import type { DataKind } from '#server/privacy/person-data.ts';

type Decision = {
  /** The effect of an erasure on the rows of the person. */
  readonly erasure: 'deleted' | 'pseudonymised' | 'numbersOnly' | 'unreadable';
  /** The parts of the export that contain them; `entriesBy` when the person is only the author. */
  readonly exported: readonly DataKind[] | 'holdsNoPerson';
};
const deleted = (...exported: DataKind[]): Decision => ({ erasure: 'deleted', exported });
const pseudonymised = (...exported: DataKind[]): Decision => ({ erasure: 'pseudonymised', exported });
const numbers = (...exported: DataKind[]): Decision => ({ erasure: 'numbersOnly', exported });
/** Only the id of the author. */
const author = numbers('entriesBy');
const nobody: Decision = { erasure: 'numbersOnly', exported: 'holdsNoPerson' };
/** Rows on their way into another table: exported with it, and nobody is erased meanwhile (`import-rows.api.test.ts`). */
const onTheWay = nobody;

/**
 * Every table that refers to a person or may contain data about one, and what export and erasure do with it.
 * A test compares the list with the schema, so that no new table is forgotten.
 */
export const tablesOfPersons: Readonly<Record<string, Decision>> = {
  answer_sheets: numbers('answers'),
  appointment_mails: deleted('mails'),
  appointments: pseudonymised('appointments'),
  audit_checks: nobody,
  audit_log: { erasure: 'unreadable', exported: ['entriesAbout', 'entriesBy'] },
  changed_grades: numbers('sittings'),
  contest_mails: deleted('mails'),
  custom_exams: author,
  day_passwords: deleted('dayPasswords'),
  discipline_teachers: pseudonymised('staffRoles'),
  event_reasons: pseudonymised('events'),
  exam_contest_questions: pseudonymised('contestations'),
  exam_contests: pseudonymised('contestations'),
  exam_event_seals: nobody,
  exam_events: numbers('events'),
  exam_groups: numbers('sittings'),
  exam_questions: numbers('answers'),
  exam_review_marks: deleted('reviewMarks'),
  exam_seal_pending: nobody,
  exams: numbers('sittings'),
  files: author,
  import_batches: onTheWay,
  import_rows: nobody,
  imports: author,
  last_sign_ins: deleted('signIns'),
  outages: author,
  paper_entries: numbers('paperEntries', 'entriesBy'),
  password_links: deleted('passwordLinks'),
  question_versions: author,
  questions: author,
  record_checks: author,
  // The size of a part during its upload.
  recording_uploads: nobody,
  recordings: deleted('recordings'),
  relatives: deleted('conflicts'),
  retention_runs: nobody,
  score_checks: nobody,
  secretaries: pseudonymised('staffRoles'),
  // The addresses of the dean's office; nobody is erased while on the list.
  settings: numbers('staffRoles', 'entriesAbout'),
  settlements: numbers('settlements', 'entriesBy'),
  sign_in_days: deleted('signIns'),
  sign_in_failure_hours: deleted('signInFailures'),
  sign_in_failures: deleted('signInFailures'),
  sign_ins: deleted('signIns'),
  student_import_rows: deleted('importRows'),
  students: pseudonymised('enrolments'),
  template_groups: author,
  template_runs: author,
  users: pseudonymised('account'),
  waiting_places: deleted('waitingPlaces'),
  year_copies: author,
  year_moves: numbers('yearMoves'),
};
