-- Imports: a file is read into rows with what is to be said about each, somebody looks at them, chooses and places them,
-- and only then a job writes them. The rows stay as the report of what happened.
create table imports (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('questions')),
  made_by integer not null references users,
  made_at timestamptz not null default now(),
  file_name text not null,
  format text not null,
  encoding text,
  -- About the file as a whole; what concerns one row stands at the row.
  findings jsonb not null default '[]',
  state text not null default 'reading' check (state in ('reading', 'ready', 'writing', 'done')),
  -- Where questions go: to the chapter each row names, as far as the discipline has it, otherwise to this chapter.
  discipline_id integer references disciplines on delete set null,
  chapter_id integer references chapters on delete set null,
  by_file_chapter boolean not null default false,
  finished_at timestamptz
);
create index imports_made_by on imports (made_by, id);
create index imports_unfinished on imports (state, made_at) where state <> 'done';
create index imports_discipline on imports (discipline_id) where discipline_id is not null;
create index imports_chapter on imports (chapter_id) where chapter_id is not null;

create table import_rows (
  import_id integer not null references imports on delete cascade,
  -- Counted from 1 in the order of the file.
  position integer not null check (position > 0),
  line integer,
  label text not null,
  -- What will be written, in the form of its kind; absent when the row cannot be imported.
  parsed jsonb,
  file_chapter text[] not null default '{}',
  findings jsonb not null default '[]',
  severity text check (severity in ('error', 'notice')),
  chosen boolean not null,
  -- A row moves from ready to waiting when the import button is pressed, and leaves waiting in the transaction that writes it.
  state text not null check (state in ('rejected', 'ready', 'waiting', 'written', 'failed')),
  -- The text as the bank searches it, to find what the bank holds already.
  search_text text,
  chapter_id integer references chapters on delete set null,
  duplicate_of integer references questions on delete set null,
  question_id integer references questions on delete set null,
  primary key (import_id, position),
  check ((parsed is null) = (state = 'rejected')),
  check (state <> 'rejected' or not chosen)
) with (fillfactor = 80);
create index import_rows_waiting on import_rows (import_id, position) where state = 'waiting';
create index import_rows_chapter on import_rows (chapter_id) where chapter_id is not null;
create index import_rows_duplicate on import_rows (duplicate_of) where duplicate_of is not null;
create index import_rows_question on import_rows (question_id) where question_id is not null;

-- The pictures that came with a file, so that they go when the file is given up.
create table import_images (
  import_id integer not null references imports on delete cascade,
  file_id uuid not null references files on delete cascade,
  primary key (import_id, file_id)
);
create index import_images_file on import_images (file_id);

create trigger audited after insert or update or delete on imports for each row execute function audit_change();
