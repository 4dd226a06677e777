-- Each exam's events form a hash chain of their own, made after the exam has ended so that no save waits for a hash. The
-- head of each chain is written into the audit log, whose own chain holds it in place.
create table exam_event_seals (
  exam_id integer not null,
  number integer not null check (number > 0),
  save_id uuid not null,
  hash bytea not null,
  primary key (exam_id, number),
  unique (exam_id, save_id)
);

-- Exams with events that wait for their seal: those that ended, and those to which something came too late.
create table exam_seal_pending (exam_id integer primary key);

create function exam_waits_for_seal() returns trigger language plpgsql as $$
begin
  insert into exam_seal_pending (exam_id) values (new.exam_id) on conflict do nothing;
  return null;
end $$;
create trigger exam_waits_for_seal after insert on exam_events
  for each row when (new.kind in ('f', 'l')) execute function exam_waits_for_seal();

create function exam_event_digest(previous bytea, event exam_events) returns bytea language sql stable as $$
  select sha256(previous || convert_to(jsonb_build_array(
    event.exam_id, event.save_id, event.kind, event.position, event.ticks, event.seq, event.to_position, event.sign_in,
    to_char(event.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), event.client)::text, 'UTF8'))
$$;

-- Seals the events of up to `most` waiting exams and says of how many. Each exam's row is held meanwhile, so that nothing
-- is added to its events in between.
create function seal_exam_events(most integer) returns integer language plpgsql as $$
declare
  waiting integer;
  event exam_events;
  place integer;
  chain bytea;
  sealed integer := 0;
begin
  for waiting in
    select p.exam_id from exam_seal_pending p order by p.exam_id limit most for update skip locked
  loop
    perform from exams where id = waiting for no key update;
    select number, hash into place, chain from exam_event_seals where exam_id = waiting order by number desc limit 1;
    for event in
      select e.* from exam_events e
       where e.exam_id = waiting
         and not exists (select from exam_event_seals s where s.exam_id = e.exam_id and s.save_id = e.save_id)
       order by e.at, e.save_id
    loop
      place := coalesce(place, 0) + 1;
      chain := exam_event_digest(coalesce(chain, ''::bytea), event);
      insert into exam_event_seals (exam_id, number, save_id, hash) values (waiting, place, event.save_id, chain);
    end loop;
    insert into audit_log (action, entity, entity_id, after)
    values ('sealed', 'exams', waiting::text, jsonb_build_object('events', place, 'hash', encode(chain, 'hex')));
    delete from exam_seal_pending where exam_id = waiting;
    sealed := sealed + 1;
  end loop;
  return sealed;
end $$;

-- The first number of an exam's chain that does not hold: an edited, removed or added event. Null when all is well.
create function exam_events_first_break(exam integer) returns integer language plpgsql stable as $$
declare
  link record;
  expected integer := 1;
  chain bytea := ''::bytea;
begin
  for link in
    select s.number, s.hash, e from exam_event_seals s
      left join exam_events e on e.exam_id = s.exam_id and e.save_id = s.save_id
     where s.exam_id = exam order by s.number
  loop
    if link.number <> expected or (link.e).exam_id is null then
      return expected;
    end if;
    chain := exam_event_digest(chain, link.e);
    if chain <> link.hash then
      return expected;
    end if;
    expected := expected + 1;
  end loop;
  if exists (select from exam_events e where e.exam_id = exam
               and not exists (select from exam_event_seals s where s.exam_id = exam and s.save_id = e.save_id)
               and not exists (select from exam_seal_pending p where p.exam_id = exam)
               and exists (select from exam_event_seals s where s.exam_id = exam)) then
    return expected;
  end if;
  return null;
end $$;
