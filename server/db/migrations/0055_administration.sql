-- The administration: search in accounts, the audit log by day, and checks of the records that somebody asked for.
create index users_search on users using gin (search gin_trgm_ops);
-- Entries are appended in the order of their moments, which is what this kind of index needs; it costs writers nothing.
create index audit_log_at on audit_log using brin (at) with (pages_per_range = 32, autosummarize = on);
create index audit_log_action on audit_log (action, id);

-- What dashboards ask for: whether an import has rows that could not be written.
create index import_rows_failed on import_rows (import_id) where state = 'failed';
create index student_import_rows_failed on student_import_rows (import_id) where state = 'failed';
create index appointment_mails_failed on appointment_mails (failed_at) where failed_at is not null and sent_at is null;

create table record_checks (
  id integer generated always as identity primary key,
  asked_by integer references users,
  asked_at timestamptz not null default now(),
  -- The process that runs it notes that it lives; another takes over when it no longer does.
  seen_at timestamptz,
  finished_at timestamptz,
  entries bigint,
  findings jsonb,
  constraint record_checks_finished_whole check (num_nonnulls(finished_at, entries, findings) in (0, 3))
);
create unique index record_checks_one_at_a_time on record_checks ((true)) where finished_at is null;
