-- Staff annul a sitting, which frees its student for a second one, and reopen an exam that ended by mistake.

-- An annulled appointment keeps its sitting and its seat; the rules about one place and one sitting no longer count it.
alter table appointments
  add column annulled_at timestamptz,
  add column annulled_by integer references users,
  add column annulled_reason text check (annulled_reason <> ''),
  add constraint appointments_annulled_whole check ((annulled_at is null) = (annulled_reason is null)),
  drop constraint appointments_exam_once,
  drop constraint appointments_one_place,
  add constraint appointments_one_place exclude using gist (
    student_id with =, appointment_time(starts_at, ends_at, extra_minutes) with &&) where (annulled_at is null);
create unique index appointments_exam_once on appointments (student_id, custom_exam_id, exam_session_id)
  where annulled_at is null;
create index appointments_student on appointments (student_id);

create or replace function person_has_one_place() returns trigger language plpgsql as $$
declare
  person integer := (select user_id from students where id = new.student_id);
begin
  perform pg_advisory_xact_lock(hashtextextended('appointments: person ' || person, 0));
  if new.annulled_at is null and exists (
       select from students s join appointments a on a.student_id = s.id
        where s.user_id = person and a.id <> new.id and a.annulled_at is null
          and appointment_time(a.starts_at, a.ends_at, a.extra_minutes)
              && appointment_time(new.starts_at, new.ends_at, new.extra_minutes)) then
    raise exception using errcode = 'exclusion_violation', constraint = 'appointments_one_place',
      message = 'the person has another appointment at the same time';
  end if;
  return new;
end $$;
drop trigger person_has_one_place on appointments;
create trigger person_has_one_place before insert or update of student_id, starts_at, ends_at, extra_minutes, annulled_at on appointments
  for each row execute function person_has_one_place();

-- p: reopened by an administrator.
alter table exam_events drop constraint exam_events_kind_check;
alter table exam_events add constraint exam_events_kind_check
  check (kind in ('b', 'r', 's', 'k', 't', 'f', 'l', 'o', 'p')) not valid;
alter table exam_events validate constraint exam_events_kind_check;

-- The newest of these events is what the exam's row must say; a reopening says that there is no result.
create or replace function exam_event_carries_score(kind "char") returns boolean language sql immutable as $$
  select kind in ('f', 'p')
$$;
