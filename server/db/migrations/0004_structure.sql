-- The university: years, faculties, rooms, exam periods.
create table university_years (
  id integer generated always as identity primary key,
  start_year integer check (start_year between 1900 and 2200),
  end_year integer check (end_year between 1900 and 2200),
  search text generated always as (fold(coalesce(start_year::text, '') || ' ' || coalesce(end_year::text, ''))) stored,
  constraint university_years_in_order check (end_year >= start_year)
);

create table colleges (
  id integer generated always as identity primary key,
  code text not null,
  name text not null,
  default_p_simple_questions integer check (default_p_simple_questions between 0 and 100),
  default_p_multiple_questions integer check (default_p_multiple_questions between 0 and 100),
  allow_edit_percent boolean,
  search text generated always as (fold(code || ' ' || name)) stored,
  constraint colleges_code_unique unique (code),
  constraint colleges_percent_sum check (default_p_simple_questions + default_p_multiple_questions = 100)
);

create table sections (
  id integer generated always as identity primary key,
  college_id integer not null references colleges,
  code text not null,
  name text not null,
  default_p_simple_questions integer check (default_p_simple_questions between 0 and 100),
  default_p_multiple_questions integer check (default_p_multiple_questions between 0 and 100),
  allow_edit_percent boolean,
  search text generated always as (fold(code || ' ' || name)) stored,
  constraint sections_code_unique unique (college_id, code),
  constraint sections_percent_sum check (default_p_simple_questions + default_p_multiple_questions = 100),
  unique (id, college_id)
);

create table series (
  id integer generated always as identity primary key,
  section_id integer not null references sections,
  code integer not null,
  name text not null,
  year integer not null check (year between 1 and 8),
  lang_code text check (lang_code in ('Romana', 'English', 'Maghiara')),
  search text generated always as (fold(code::text || ' ' || name || ' ' || coalesce(lang_code, ''))) stored,
  constraint series_code_unique unique (section_id, year, code),
  unique (id, section_id)
);

create table rooms (
  id integer generated always as identity primary key,
  -- Stands first because a search that an index cannot narrow reads it in every row.
  search text generated always as (fold(name || ' ' || building)) stored,
  name text not null,
  building text not null,
  seat_numbers integer not null check (seat_numbers > 0),
  priority integer not null check (priority >= 0),
  constraint rooms_name_unique unique (building, name)
);
create index rooms_search on rooms using gin (search gin_trgm_ops);
-- Carries the searched text, so that a list in this order passes by what it does not want without reading the rows.
create index rooms_by_name on rooms (name collate "ro-x-icu", id) include (search);

create table seat_rows (
  id integer generated always as identity primary key,
  room_id integer not null references rooms on delete cascade,
  row_number integer not null check (row_number > 0),
  seats integer not null check (seats > 0),
  search text generated always as (row_number::text) stored,
  constraint seat_rows_number_unique unique (room_id, row_number)
);

-- The rows of a room never hold more seats than the room. Both sides lock the room first, so that two changes at once
-- cannot pass each other.
create function room_holds_its_rows() returns trigger language plpgsql as $$
declare
  room integer := coalesce((to_jsonb(new) ->> 'room_id')::integer, new.id);
  places integer;
begin
  select seat_numbers into places from rooms where id = room for no key update;
  if (select coalesce(sum(seats), 0) from seat_rows where room_id = room) > places then
    raise exception using errcode = 'check_violation', constraint = 'room_seats_exceeded',
      message = 'the rows hold more seats than the room';
  end if;
  return null;
end $$;
create trigger room_holds_its_rows after insert or update on seat_rows for each row execute function room_holds_its_rows();
create trigger room_holds_its_rows after update of seat_numbers on rooms for each row execute function room_holds_its_rows();

create table room_slots (
  id integer generated always as identity primary key,
  room_id integer not null references rooms on delete cascade,
  start_hour time(0) not null,
  end_hour time(0) not null,
  search text generated always as (
    lpad(extract(hour from start_hour)::text, 2, '0') || ':' || lpad(extract(minute from start_hour)::text, 2, '0') || ' ' ||
    lpad(extract(hour from end_hour)::text, 2, '0') || ':' || lpad(extract(minute from end_hour)::text, 2, '0')) stored,
  constraint room_slots_in_order check (start_hour < end_hour),
  constraint room_slots_apart exclude using gist (
    room_id with =, int4range(extract(epoch from start_hour)::integer, extract(epoch from end_hour)::integer) with &&)
);

create table study_modules (
  id integer generated always as identity primary key,
  position integer not null check (position >= 0),
  name text not null,
  search text generated always as (fold(position::text || ' ' || name)) stored,
  constraint study_modules_name_unique unique (name)
);

create table exam_sessions (
  id integer generated always as identity primary key,
  description text not null,
  start_date date not null,
  end_date date not null,
  contest_start_date timestamptz not null,
  contest_end_date timestamptz not null,
  contest_resolve_end_date timestamptz not null,
  exam_schedule_start timestamptz not null,
  exam_schedule_end timestamptz not null,
  scoring_mode text not null default 'FULL_MATCH'
    check (scoring_mode in ('FULL_MATCH', 'PERFECT_MATCH', 'NEGATIVE_MARKING', 'JUST_CORRECT', 'WRONG_CANCELS')),
  simulation boolean not null default false,
  pregenerated boolean not null default false,
  search text generated always as (fold(description)) stored,
  constraint exam_sessions_days_in_order check (end_date >= start_date),
  constraint exam_sessions_contest_in_order check (contest_end_date >= contest_start_date),
  constraint exam_sessions_resolve_in_order check (contest_resolve_end_date >= contest_end_date),
  constraint exam_sessions_schedule_in_order check (exam_schedule_end >= exam_schedule_start)
);
create index exam_sessions_dates on exam_sessions using gist (daterange(start_date, end_date, '[]'));

create table exam_session_modules (
  exam_session_id integer not null references exam_sessions on delete cascade,
  study_module_id integer not null references study_modules,
  primary key (exam_session_id, study_module_id)
);
create index exam_session_modules_module on exam_session_modules (study_module_id);

create trigger audited after insert or update or delete on university_years for each row execute function audit_change();
create trigger audited after insert or update or delete on colleges for each row execute function audit_change();
create trigger audited after insert or update or delete on sections for each row execute function audit_change();
create trigger audited after insert or update or delete on series for each row execute function audit_change();
create trigger audited after insert or update or delete on rooms for each row execute function audit_change();
create trigger audited after insert or update or delete on seat_rows for each row execute function audit_change();
create trigger audited after insert or update or delete on room_slots for each row execute function audit_change();
create trigger audited after insert or update or delete on study_modules for each row execute function audit_change();
create trigger audited after insert or update or delete on exam_sessions for each row execute function audit_change();
create trigger audited after insert or update or delete on exam_session_modules for each row execute function audit_change();
