-- Students come from a file as questions do: looked at first, written only when the button is pressed.
alter table imports drop constraint imports_kind_check;
alter table imports add constraint imports_kind_check check (kind in ('questions', 'students'));
-- A paused import keeps what waits and goes on from there.
alter table imports drop constraint imports_state_check;
alter table imports add constraint imports_state_check
  check (state in ('reading', 'ready', 'writing', 'paused', 'done'));

create table student_import_rows (
  import_id integer not null references imports on delete cascade,
  -- Counted from 1 in the order of the file.
  position integer not null check (position > 0),
  line integer not null,
  label text not null,
  -- What the file says, by column; the list of students not imported gives it back to be corrected.
  cells jsonb not null,
  problems jsonb not null default '[]',
  -- Cells that change, with the old and the new value.
  changes jsonb not null default '[]',
  outcome text not null check (outcome in ('create', 'change', 'same', 'refused')),
  -- A row leaves waiting in the transaction that writes it.
  state text not null check (state in ('ready', 'refused', 'waiting', 'written', 'failed')),
  -- The enrolment it is about, found or created, and the series it belongs to.
  student_id integer references students on delete set null,
  series_id integer references series on delete set null,
  primary key (import_id, position),
  check (state <> 'refused' or outcome = 'refused')
) with (fillfactor = 80);
create index student_import_rows_waiting on student_import_rows (import_id, position) where state = 'waiting';
create index student_import_rows_outcome on student_import_rows (import_id, outcome, position);
create index student_import_rows_student on student_import_rows (student_id) where student_id is not null;
create index student_import_rows_series on student_import_rows (series_id) where series_id is not null;
