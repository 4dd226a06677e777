-- The rows of a student file are stored as they were read, and a job checks them: an import is checked between being read
-- and being ready, and a row has no outcome until then.
alter table imports drop constraint imports_state_check;
alter table imports add constraint imports_state_check
  check (state in ('reading', 'checking', 'ready', 'writing', 'paused', 'done'));
alter table student_import_rows alter column outcome drop not null;
alter table student_import_rows drop constraint student_import_rows_state_check;
alter table student_import_rows add constraint student_import_rows_state_check
  check (state in ('unchecked', 'ready', 'refused', 'waiting', 'written', 'failed'));
alter table student_import_rows add constraint student_import_rows_checked check ((outcome is null) = (state = 'unchecked'));
create index student_import_rows_unchecked on student_import_rows (import_id, position) where state = 'unchecked';
