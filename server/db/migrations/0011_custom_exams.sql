-- Exams as the secretaries put them together, and who sits where and when.
create table custom_exams (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  college_id integer not null,
  section_id integer not null,
  year integer not null check (year between 1 and 8),
  duration_minutes integer not null check (duration_minutes between 1 and 1440),
  removed_at timestamptz,
  search text generated always as (fold(name)) stored,
  constraint custom_exams_section_of_college foreign key (section_id, college_id) references sections (id, college_id)
);
create index custom_exams_place on custom_exams (section_id, year);

create table custom_exam_series (
  custom_exam_id integer not null references custom_exams on delete cascade,
  series_id integer not null references series,
  primary key (custom_exam_id, series_id)
);
create index custom_exam_series_series on custom_exam_series (series_id);

-- A part is graded on its own: one discipline (summative), or several together under a name (integrative).
create table custom_exam_parts (
  id integer generated always as identity primary key,
  custom_exam_id integer not null references custom_exams on delete cascade,
  position smallint not null check (position > 0),
  kind text not null check (kind in ('summative', 'integrative')),
  group_name text,
  credits numeric(4, 1) check (credits >= 0),
  percent_simple integer check (percent_simple between 0 and 100),
  unique (custom_exam_id, position),
  unique (id, custom_exam_id, kind),
  constraint custom_exam_parts_named check ((kind = 'integrative') = (group_name is not null))
);

-- Whatever is asked in a custom exam holds its discipline in place: no cascade.
create table custom_exam_disciplines (
  part_id integer not null,
  custom_exam_id integer not null,
  kind text not null,
  discipline_id integer not null references disciplines,
  position smallint not null check (position > 0),
  questions integer not null check (questions between 1 and 500),
  credits numeric(4, 1) check (credits >= 0),
  primary key (part_id, position),
  foreign key (part_id, custom_exam_id, kind) references custom_exam_parts (id, custom_exam_id, kind) on delete cascade,
  constraint custom_exam_disciplines_once unique (custom_exam_id, discipline_id)
);
create unique index custom_exam_disciplines_alone on custom_exam_disciplines (part_id) where kind = 'summative';
create index custom_exam_disciplines_discipline on custom_exam_disciplines (discipline_id);

alter table room_slots add constraint room_slots_of_room unique (id, room_id);

-- The ids of exams. An appointment takes the id of its first exam when it is made, so that a student can name the exam
-- before its paper is drawn.
create sequence exam_ids as integer;

create table appointments (
  id integer generated always as identity primary key,
  exam_id integer not null unique default nextval('exam_ids'),
  student_id integer not null references students,
  custom_exam_id integer not null references custom_exams,
  exam_session_id integer not null references exam_sessions,
  exam_date date not null,
  room_id integer not null references rooms,
  room_slot_id integer not null,
  -- Row 0 is for seats outside the rows.
  row_number smallint not null default 0 check (row_number >= 0),
  seat_number smallint not null check (seat_number > 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  extra_minutes smallint not null default 0 check (extra_minutes between 0 and 720),
  booked_by integer references users,
  booked_at timestamptz not null default now(),
  constraint appointments_in_order check (starts_at < ends_at),
  constraint appointments_seat_once unique (room_slot_id, exam_date, row_number, seat_number),
  constraint appointments_exam_once unique (student_id, custom_exam_id, exam_session_id),
  constraint appointments_one_place exclude using gist (student_id with =, tstzrange(starts_at, ends_at) with &&),
  foreign key (room_slot_id, room_id) references room_slots (id, room_id)
);
create index appointments_calendar on appointments (exam_session_id, exam_date);
create index appointments_of_exam on appointments (custom_exam_id, exam_date);
create index appointments_soon on appointments (starts_at);
create index appointments_room on appointments (room_id);

create trigger audited after insert or update or delete on custom_exams for each row execute function audit_change();
create trigger audited after insert or update or delete on custom_exam_series for each row execute function audit_change();
create trigger audited after insert or update or delete on custom_exam_parts for each row execute function audit_change();
create trigger audited after insert or update or delete on custom_exam_disciplines for each row execute function audit_change();
create trigger audited after insert or update or delete on appointments for each row execute function audit_change();
