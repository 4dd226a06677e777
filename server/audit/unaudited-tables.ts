/**
 * Tables without audited data: the log itself, sign-in state and counters, and rows of an import's dry run or
 * of a copied year, which become data only when they are written. Exams have their own append-only history,
 * exam_events; an audit entry per tick would duplicate it, so only results are audited. Recordings are
 * evidence themselves: never changed, and deleted only when their time is over. Marks for review are a
 * student's notes and count for nothing. E-mails and notices of changed grades repeat what the log already
 * has about appointments, contestations and results. Answer sheets and exposures are derived from exams. The key of hidden addresses
 * never changes.
 */
export const unauditedTables: readonly string[] = [
  'answer_sheets',
  'appointment_mails',
  'audit_checks',
  'audit_head',
  'audit_log',
  'audit_pending',
  'audit_seal',
  'backups',
  'changed_grades',
  'contest_mails',
  'exam_event_seals',
  'exam_events',
  'exam_groups',
  'exam_questions',
  'exam_review_marks',
  'exam_seal_pending',
  'exams',
  'exposure_count',
  'heartbeats',
  'hidden_address_key',
  'import_batches',
  'import_images',
  'import_pictures',
  'import_rows',
  'last_sign_ins',
  'password_links',
  'question_exposures',
  'record_checks',
  'recording_uploads',
  'recordings',
  'retention_runs',
  'schema_migrations',
  'score_checks',
  'sign_in_days',
  'sign_in_failure_hours',
  'sign_in_failures',
  'sign_ins',
  'student_import_rows',
  'year_copies',
  'year_copy_disciplines',
  'year_moves',
];
