-- The questions of a finished official exam as they were served and ticked, in one row, so that statistics read a cohort
-- quickly. Derived from exam_questions and exam_events when the events are sealed. It holds for the end it names: an exam
-- that was reopened ends anew, and until then its questions are read themselves. Scores never rest on it.
create table answer_sheets (
  exam_id integer primary key references exams on delete cascade,
  finished_at timestamptz not null,
  -- "version ticks kind slot.slot.slot spent" per question, with commas between; spent in milliseconds, if known.
  answers text not null
);

-- The sheet of an exam. The time of a question is the sum of those between the event before a save and the save; nobody
-- looks at one question for more than 30 minutes. Late saves and those of a device that is no longer the writer do not count.
create function answer_sheet(exam integer) returns text language sql stable as $$
  select string_agg(q.question_version_id || ' ' || q.ticks || ' ' || q.kind::text || ' ' || array_to_string(q.slots, '.')
           || ' ' || coalesce(t.spent::text, ''), ',' order by q.position)
    from exam_questions q
    left join (
      select position, round(sum(extract(epoch from gap)) * 1000)::bigint as spent
        from (select position, at - lag(at) over (order by at) as gap
                from exam_events where exam_id = exam and kind not in ('l', 'o')) v
       where position is not null and gap < interval '30 minutes' group by position) t on t.position = q.position
   where q.exam_id = exam
$$;

insert into answer_sheets (exam_id, finished_at, answers)
select e.id, e.finished_at, answer_sheet(e.id) from exams e join exam_groups g on g.id = e.group_id
 where e.finished_at is not null and g.kind = 'official' and exists (select from exam_questions q where q.exam_id = e.id);

-- As before, and the sheet of an official exam is stored.
create or replace function seal_exam_events(most integer) returns integer language plpgsql as $$
declare
  waiting integer;
  event exam_events;
  place integer;
  chain bytea;
  sealed integer := 0;
begin
  for waiting in
    select p.exam_id from exam_seal_pending p
     where not exists (select from exams e where e.id = p.exam_id and e.finished_at is null)
     order by p.exam_id limit most for update skip locked
  loop
    perform from exams where id = waiting for no key update skip locked;
    if not found and exists (select from exams where id = waiting) then
      continue;
    end if;
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
    insert into answer_sheets (exam_id, finished_at, answers)
    select e.id, e.finished_at, sheet.answers
      from exams e join exam_groups g on g.id = e.group_id, answer_sheet(e.id) as sheet (answers)
     where e.id = waiting and g.kind = 'official' and e.finished_at is not null and sheet.answers is not null
    on conflict (exam_id) do update set finished_at = excluded.finished_at, answers = excluded.answers;
    delete from exam_seal_pending where exam_id = waiting;
    sealed := sealed + 1;
  end loop;
  return sealed;
end $$;

-- How often a version was served in papers that were begun up to `counted_until`, and when last. Later ones are counted when
-- they are asked for.
create table question_exposures (
  question_version_id integer primary key references question_versions on delete cascade,
  served integer not null,
  last_served timestamptz not null
);
create table exposure_count (
  only_row boolean primary key default true check (only_row),
  counted_until timestamptz not null
);
insert into exposure_count (counted_until) values ('-infinity');

-- Counts the papers begun since, except those of the last minutes, which may not be committed yet. One process at a time.
create function count_exposures() returns void language plpgsql as $$
declare
  since timestamptz;
  until timestamptz := now() - interval '10 minutes';
begin
  select counted_until into since from exposure_count for update skip locked;
  if since is null or since >= until then
    return;
  end if;
  insert into question_exposures as known (question_version_id, served, last_served)
  select q.question_version_id, count(*), max(e.started_at)
    from exams e join exam_questions q on q.exam_id = e.id where e.started_at > since and e.started_at <= until
   group by q.question_version_id
  on conflict (question_version_id) do update
    set served = known.served + excluded.served, last_served = greatest(known.last_served, excluded.last_served);
  update exposure_count set counted_until = until;
end $$;
