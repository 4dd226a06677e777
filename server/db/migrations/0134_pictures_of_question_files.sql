-- The images of a question file are stored as they were read, and a job encodes them: a row with images is unchecked until its
-- images are stored as files of the same id, or were found unusable.
create table import_pictures (
  id uuid primary key,
  import_id integer not null references imports on delete cascade,
  kind text not null check (kind in ('question', 'answer')),
  file_name text not null,
  -- Absent once the image was found unusable.
  content bytea,
  problem text check (problem in ('tooLarge', 'unsupported')),
  constraint import_pictures_judged check ((content is null) = (problem is not null))
);
create index import_pictures_import on import_pictures (import_id);
alter table import_rows drop constraint import_rows_state_check;
alter table import_rows add constraint import_rows_state_check
  check (state in ('unchecked', 'rejected', 'ready', 'waiting', 'written', 'failed'));
create index import_rows_unchecked on import_rows (import_id, position) where state = 'unchecked';
