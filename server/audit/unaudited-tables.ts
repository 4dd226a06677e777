/**
 * Tables whose rows are not data of the university: the log itself, what signing in keeps or counts, and what a dry run
 * read from a file, which becomes data only when it is imported. Papers and what became of them have a history of their
 * own, exam_events, which is appended to and never changed: an entry per tick would tell the same a second time; of exams
 * only the result is logged. Recordings are evidence themselves, and are only ever added.
 */
export const unauditedTables: readonly string[] = [
  'audit_checks',
  'audit_head',
  'audit_log',
  'audit_pending',
  'audit_seal',
  'exam_event_seals',
  'exam_events',
  'exam_groups',
  'exam_questions',
  'exam_seal_pending',
  'exams',
  'import_images',
  'import_rows',
  'password_links',
  'recording_uploads',
  'recordings',
  'schema_migrations',
  'sign_in_failure_hours',
  'sign_in_failures',
  'sign_ins',
];
