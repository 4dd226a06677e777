-- Booking: one place at a time for a person, over all enrolments and with extra time; why extra time was given; what e-mails tell.

-- Minutes do not depend on a time zone, so that this is immutable although PostgreSQL cannot know it.
create function appointment_time(starts_at timestamptz, ends_at timestamptz, extra_minutes smallint) returns tstzrange
  language sql immutable as $$ select tstzrange(starts_at, ends_at + make_interval(mins => extra_minutes)) $$;

alter table appointments
  add column extra_reason text check (extra_reason <> ''),
  -- Rises with every change that calendars have to learn.
  add column sequence integer not null default 0,
  drop constraint appointments_one_place,
  add constraint appointments_one_place exclude using gist (
    student_id with =, appointment_time(starts_at, ends_at, extra_minutes) with &&);

-- The same over all enrolments of a person. Whoever writes an appointment of somebody waits for others who do, so that each sees
-- what the other wrote.
create function person_has_one_place() returns trigger language plpgsql as $$
declare
  person integer := (select user_id from students where id = new.student_id);
begin
  perform pg_advisory_xact_lock(hashtextextended('appointments: person ' || person, 0));
  if exists (select from students s join appointments a on a.student_id = s.id
              where s.user_id = person and a.id <> new.id
                and appointment_time(a.starts_at, a.ends_at, a.extra_minutes)
                    && appointment_time(new.starts_at, new.ends_at, new.extra_minutes)) then
    raise exception using errcode = 'exclusion_violation', constraint = 'appointments_one_place',
      message = 'the person has another appointment at the same time';
  end if;
  return new;
end $$;
create trigger person_has_one_place before insert or update of student_id, starts_at, ends_at, extra_minutes on appointments
  for each row execute function person_has_one_place();
create index students_user on students (user_id);

-- E-mails about appointments. The facts are those of the moment: the appointment may be gone when its cancellation is sent.
create table appointment_mails (
  id bigint generated always as identity primary key,
  -- The exam's id, which names the appointment in calendars for as long as it exists and after.
  exam_id integer not null,
  user_id integer not null references users,
  kind text not null check (kind in ('confirmation', 'change', 'cancellation', 'reminder')),
  sequence integer not null,
  facts jsonb not null,
  made_at timestamptz not null default now(),
  next_try_at timestamptz not null default now(),
  tries integer not null default 0,
  sent_at timestamptz,
  -- Given up: the mail server will not take it, or the exam was over before it could be sent.
  failed_at timestamptz,
  problem text,
  constraint appointment_mails_once unique (exam_id, kind, sequence)
);
create index appointment_mails_due on appointment_mails (next_try_at) where sent_at is null and failed_at is null;
create index appointment_mails_user on appointment_mails (user_id);

-- Who waits for a seat on a day that is full, in the order of queueing. A seat that is offered is held until it is accepted,
-- or until the offer has ended and the next one is asked.
create table waiting_places (
  id integer generated always as identity primary key,
  student_id integer not null references students on delete cascade,
  custom_exam_id integer not null references custom_exams,
  exam_session_id integer not null references exam_sessions,
  exam_date date not null,
  -- Null waits for any slot of the day.
  room_slot_id integer references room_slots on delete cascade,
  made_at timestamptz not null default now(),
  offered_slot_id integer references room_slots on delete cascade,
  offered_row smallint,
  offered_seat smallint,
  offered_until timestamptz,
  constraint waiting_places_once unique nulls not distinct (student_id, custom_exam_id, exam_date, room_slot_id),
  constraint waiting_places_seat_once unique (offered_slot_id, exam_date, offered_row, offered_seat),
  constraint waiting_places_offered_whole check (num_nonnulls(offered_slot_id, offered_row, offered_seat, offered_until) in (0, 4))
);
create index waiting_places_day on waiting_places (exam_date, id);
create index waiting_places_exam on waiting_places (custom_exam_id);
create index waiting_places_session on waiting_places (exam_session_id);
create index waiting_places_slot on waiting_places (room_slot_id);
create trigger audited after insert or update or delete on waiting_places for each row execute function audit_change();

create view held_seats as
  select offered_slot_id as room_slot_id, exam_date, offered_row as row_number, offered_seat as seat_number, student_id
    from waiting_places where offered_slot_id is not null;
