-- A new university year takes over what the last one taught. A copy names what it was copied from, so that copying again
-- adds only what is missing and statistics can follow a question over the years.
alter table disciplines add column copied_from integer references disciplines on delete set null;
create unique index disciplines_copied_once on disciplines (copied_from, university_year_id) where copied_from is not null;
alter table chapters add column copied_from integer references chapters on delete set null;
create index chapters_copied_from on chapters (copied_from) where copied_from is not null;
alter table questions add column copied_from integer references questions;
create index questions_copied_from on questions (copied_from) where copied_from is not null;

create table year_copies (
  id integer generated always as identity primary key,
  from_year_id integer not null references university_years on delete cascade,
  to_year_id integer not null references university_years on delete cascade,
  made_by integer not null references users,
  made_at timestamptz not null default now(),
  finished_at timestamptz,
  check (from_year_id <> to_year_id)
);
create index year_copies_from on year_copies (from_year_id);
create index year_copies_to on year_copies (to_year_id);

create table year_copy_disciplines (
  copy_id integer not null references year_copies on delete cascade,
  discipline_id integer not null references disciplines on delete cascade,
  -- taken: the new year has a discipline with this code that is not a copy; it stays as it is.
  state text not null default 'waiting' check (state in ('waiting', 'written', 'taken')),
  -- How many questions this run copied.
  questions integer not null default 0,
  primary key (copy_id, discipline_id)
);
create index year_copy_disciplines_discipline on year_copy_disciplines (discipline_id);

-- A student moves into a university year once, however often the move is started.
create table year_moves (
  to_year_id integer not null references university_years on delete cascade,
  student_id integer not null references students on delete cascade,
  copy_id integer not null references year_copies on delete cascade,
  from_series_id integer not null references series on delete cascade,
  to_series_id integer not null references series on delete cascade,
  -- left: the student was no longer in that series.
  state text not null default 'waiting' check (state in ('waiting', 'moved', 'left')),
  primary key (to_year_id, student_id)
);
create index year_moves_student on year_moves (student_id);
create index year_moves_copy on year_moves (copy_id, student_id);
create index year_moves_from_series on year_moves (from_series_id);
create index year_moves_to_series on year_moves (to_series_id);
