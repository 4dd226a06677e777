-- Students (one row per enrolment), secretaries and what they are assigned to, and the disciplines teachers teach.
-- The address ties each of them to an account; renaming the account renames them all.
create table students (
  id integer generated always as identity primary key,
  -- Stands first because a search that an index cannot narrow reads it in every row.
  search text generated always as (fold(
    last_name || ' ' || first_name || ' ' || last_name || ' ' || email::text || ' ' || coalesce(matricol, '') || ' ' ||
    coalesce(external_id, ''))) stored,
  email citext not null references users (email) on update cascade,
  first_name text not null,
  last_name text not null,
  cnp text not null,
  phone_number text not null,
  year integer not null check (year between 1 and 8),
  college_id integer not null references colleges,
  section_id integer not null,
  series_id integer not null,
  external_id text,
  matricol text,
  group_number text,
  constraint students_matricol_unique unique (college_id, matricol),
  constraint students_external_unique unique (external_id),
  constraint students_section_of_college foreign key (section_id, college_id) references sections (id, college_id),
  constraint students_series_of_section foreign key (series_id, section_id) references series (id, section_id)
);
create index students_email on students (email);
create index students_search on students using gin (search gin_trgm_ops);
create index students_by_name on students (last_name collate "ro-x-icu", id) include (search);
create index students_place on students (college_id, section_id, series_id, year);
create index students_series on students (series_id);

alter table sign_ins add foreign key (student_id) references students on delete set null;
create index sign_ins_student on sign_ins (student_id) where student_id is not null;

create table secretaries (
  id integer generated always as identity primary key,
  email citext not null references users (email) on update cascade,
  college_id integer not null references colleges,
  section_id integer,
  year integer not null check (year between 0 and 8),
  search text generated always as (fold(email::text)) stored,
  constraint secretaries_once unique nulls not distinct (email, college_id, section_id, year),
  constraint secretaries_section_of_college foreign key (section_id, college_id) references sections (id, college_id)
);
create index secretaries_college on secretaries (college_id);

create table secretary_series (
  secretary_id integer not null references secretaries on delete cascade,
  series_id integer not null references series,
  primary key (secretary_id, series_id)
);
create index secretary_series_series on secretary_series (series_id);

create table disciplines (
  id integer generated always as identity primary key,
  code text not null,
  description text not null,
  university_year_id integer not null references university_years,
  college_id integer not null references colleges,
  section_id integer not null,
  year integer not null check (year between 1 and 8),
  semester integer not null check (semester in (1, 2)),
  search text generated always as (fold(code || ' ' || description)) stored,
  constraint disciplines_code_unique unique (university_year_id, section_id, code),
  constraint disciplines_section_of_college foreign key (section_id, college_id) references sections (id, college_id)
);

create index disciplines_place on disciplines (college_id, section_id);

create table discipline_series (
  discipline_id integer not null references disciplines on delete cascade,
  series_id integer not null references series,
  primary key (discipline_id, series_id)
);
create index discipline_series_series on discipline_series (series_id);

create table discipline_teachers (
  discipline_id integer not null references disciplines on delete cascade,
  email citext not null references users (email) on update cascade,
  part text not null check (part in ('holder', 'collaborator')),
  primary key (discipline_id, email)
);
create index discipline_teachers_email on discipline_teachers (email);

create trigger audited after insert or update or delete on students
  for each row execute function audit_change('cnp', 'phone_number');
create trigger audited after insert or update or delete on secretaries for each row execute function audit_change();
create trigger audited after insert or update or delete on secretary_series for each row execute function audit_change();
create trigger audited after insert or update or delete on disciplines for each row execute function audit_change();
create trigger audited after insert or update or delete on discipline_series for each row execute function audit_change();
create trigger audited after insert or update or delete on discipline_teachers for each row execute function audit_change();
