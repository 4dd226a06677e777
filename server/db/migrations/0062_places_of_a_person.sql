-- The enrolments are read first: where appointments have no statistics yet, the planner takes `annulled_at is null` for rare
-- and would read all appointments for each one that is written.
create or replace function person_has_one_place() returns trigger language plpgsql as $$
declare
  person integer := (select user_id from students where id = new.student_id);
  enrolments integer[];
begin
  perform pg_advisory_xact_lock(hashtextextended('appointments: person ' || person, 0));
  enrolments := array(select id from students where user_id = person);
  if new.annulled_at is null and exists (
       select from appointments a
        where a.student_id = any(enrolments) and a.id <> new.id and a.annulled_at is null
          and appointment_time(a.starts_at, a.ends_at, a.extra_minutes)
              && appointment_time(new.starts_at, new.ends_at, new.extra_minutes)) then
    raise exception using errcode = 'exclusion_violation', constraint = 'appointments_one_place',
      message = 'the person has another appointment at the same time';
  end if;
  return new;
end $$;
