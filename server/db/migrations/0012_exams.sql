-- Papers that were made before anybody sits them, for sessions that are generated beforehand.
create table template_groups (
  id integer generated always as identity primary key,
  custom_exam_id integer not null references custom_exams,
  exam_session_id integer not null references exam_sessions,
  number integer not null check (number > 0),
  -- Whether each sitting shows the questions in an order of its own.
  randomized boolean not null,
  made_by integer references users,
  made_at timestamptz not null default now(),
  unique (custom_exam_id, exam_session_id, number)
);
-- Whether a session can be deleted is asked of every table that refers to it.
create index template_groups_session on template_groups (exam_session_id);

create table template_exams (
  id integer generated always as identity primary key,
  template_group_id integer not null references template_groups on delete cascade,
  part_id integer not null references custom_exam_parts,
  position smallint not null,
  unique (template_group_id, position)
);
create index template_exams_part on template_exams (part_id);

create table template_questions (
  template_exam_id integer not null references template_exams on delete cascade,
  position smallint not null check (position between 1 and 999),
  question_version_id integer not null references question_versions,
  kind "char" not null check (kind in ('s', 'm')),
  slots smallint[] not null check (cardinality(slots) between 2 and 30),
  primary key (template_exam_id, position)
);
create index template_questions_version on template_questions (question_version_id);

-- One sitting of one person: one appointment, one clock, one recording.
create table exam_groups (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('official', 'simulation', 'trial')),
  user_id integer not null references users,
  student_id integer references students,
  appointment_id integer unique references appointments,
  custom_exam_id integer references custom_exams,
  discipline_id integer references disciplines,
  exam_session_id integer references exam_sessions,
  template_group_id integer references template_groups,
  name text not null,
  duration_s integer not null check (duration_s > 0),
  -- What the paper was drawn from; the same seed and bank draw the same paper.
  seed text not null,
  made_at timestamptz not null default now(),
  started_at timestamptz,
  constraint exam_groups_official check (
    (kind = 'official') = (appointment_id is not null) and (kind = 'trial' or student_id is not null)),
  constraint exam_groups_of_something check (num_nonnulls(custom_exam_id, discipline_id) = 1)
);
create index exam_groups_user on exam_groups (user_id, id);
create index exam_groups_student on exam_groups (student_id);
create index exam_groups_custom on exam_groups (custom_exam_id);
create index exam_groups_discipline on exam_groups (discipline_id);
create index exam_groups_session on exam_groups (exam_session_id);
create index exam_groups_template on exam_groups (template_group_id);
create index exam_groups_waiting on exam_groups (appointment_id) where started_at is null;

-- One graded part of a sitting. A save locks its row and never rewrites it.
create table exams (
  id integer primary key default nextval('exam_ids'),
  group_id integer not null references exam_groups on delete cascade,
  position smallint not null check (position > 0),
  user_id integer not null,
  part_id integer references custom_exam_parts,
  name text not null,
  questions smallint not null check (questions between 1 and 999),
  scoring_mode text not null
    check (scoring_mode in ('FULL_MATCH', 'PERFECT_MATCH', 'NEGATIVE_MARKING', 'JUST_CORRECT', 'WRONG_CANCELS')),
  max_points numeric(9, 2) not null,
  started_at timestamptz,
  deadline timestamptz,
  writer uuid,
  -- How often another page became the writer.
  takeovers integer not null default 0 check (takeovers >= 0),
  finished_at timestamptz,
  finish_cause text check (finish_cause in ('student', 'deadline', 'staff')),
  score numeric(9, 2),
  grade numeric(4, 2),
  unique (group_id, position),
  constraint exams_begun_whole check ((started_at is null) = (deadline is null)),
  constraint exams_finished_whole check (
    (finished_at is null) = (finish_cause is null) and (finished_at is null) = (score is null) and (score is null) = (grade is null)
    and (finished_at is null or started_at is not null))
) with (fillfactor = 80);
create index exams_due on exams (deadline) where finished_at is null and started_at is not null;
create index exams_part on exams (part_id);

create table exam_questions (
  exam_id integer not null references exams on delete cascade,
  position smallint not null check (position between 1 and 999),
  question_version_id integer not null references question_versions,
  -- s simple, m multiple
  kind "char" not null check (kind in ('s', 'm')),
  -- The bank's answer positions in the order shown.
  slots smallint[] not null check (cardinality(slots) between 2 and 30),
  -- A bit per shown position.
  ticks integer not null default 0,
  seq integer not null default 0,
  -- Bit 0: skipped.
  marks smallint not null default 0,
  primary key (exam_id, position)
) with (fillfactor = 70);
create index exam_questions_version on exam_questions (question_version_id);

-- What happened to an exam, in the order of `at`: events of one exam are written while its row is locked.
create table exam_events (
  exam_id integer not null,
  -- Made by the client; the same key twice is one event.
  save_id uuid not null,
  -- b begun, r loaded again (a new writer), s saved, k skipped, t time credited, f finished;
  -- kept but without effect: l too late, o from a device that is no longer the writer.
  kind "char" not null check (kind in ('b', 'r', 's', 'k', 't', 'f', 'l', 'o')),
  position smallint,
  ticks integer,
  seq integer,
  -- The question that was shown next.
  to_position smallint,
  sign_in uuid,
  at timestamptz not null default clock_timestamp(),
  -- What the browser said of itself: recorded, never trusted.
  client jsonb,
  primary key (exam_id, save_id)
);

create function events_are_final() returns trigger language plpgsql as $$
begin
  raise exception 'what happened in an exam is only ever appended to';
end $$;
create trigger events_are_final before update or delete on exam_events for each row execute function events_are_final();

-- Time credited in the middle of an exam lengthens it at once; the browser learns of it with its next call.
create function time_was_credited() returns trigger language plpgsql as $$
begin
  with credited as (
    update exams e set deadline = e.deadline + make_interval(mins => new.extra_minutes - old.extra_minutes)
      from exam_groups g
     where g.appointment_id = new.id and e.group_id = g.id and e.started_at is not null and e.finished_at is null
    returning e.id, e.deadline)
  insert into exam_events (exam_id, save_id, kind, client)
  select id, gen_random_uuid(), 't',
         jsonb_build_object('minutes', new.extra_minutes - old.extra_minutes, 'deadline', deadline) from credited;
  return null;
end $$;
create trigger time_was_credited after update of extra_minutes on appointments
  for each row when (old.extra_minutes is distinct from new.extra_minutes) execute function time_was_credited();

-- A paper that nobody has begun follows its appointment: it goes when the appointment goes or becomes another exam's.
-- A begun one holds its appointment in place.
create function waiting_paper_is_dropped() returns trigger language plpgsql as $$
begin
  delete from exam_groups where appointment_id = old.id and started_at is null;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger waiting_paper_is_dropped before delete or update of custom_exam_id, student_id, exam_session_id on appointments
  for each row execute function waiting_paper_is_dropped();

-- The same when what the paper is made from changes: the custom exam, or the structure of one of its disciplines.
create function waiting_papers_are_stale() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(case tg_op when 'DELETE' then old else new end);
begin
  delete from exam_groups g
   where g.kind = 'official' and g.started_at is null and g.custom_exam_id in (
     select (changed ->> tg_argv[0])::integer where tg_argv[0] <> 'discipline_id'
     union all
     select a.custom_exam_id from custom_exam_disciplines a
      where tg_argv[0] = 'discipline_id' and a.discipline_id = (changed ->> 'discipline_id')::integer);
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger waiting_papers_are_stale before update on custom_exams
  for each row execute function waiting_papers_are_stale('id');
create trigger waiting_papers_are_stale before insert or update or delete on custom_exam_parts
  for each row execute function waiting_papers_are_stale('custom_exam_id');
create trigger waiting_papers_are_stale before insert or update or delete on custom_exam_disciplines
  for each row execute function waiting_papers_are_stale('custom_exam_id');
create trigger waiting_papers_are_stale before insert or update or delete on chapter_structures
  for each row execute function waiting_papers_are_stale('discipline_id');

create trigger audited after insert or update or delete on template_groups for each row execute function audit_change();
create trigger audited after insert or update or delete on template_exams for each row execute function audit_change();
create trigger audited after insert or update or delete on template_questions for each row execute function audit_change();
