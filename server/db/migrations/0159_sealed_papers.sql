-- Whose official exam it is and which questions it asked is sealed with its events: by SQL an exam could be given to another
-- student, or its answers put in another order under the same ticks. Exams that were sealed before keep entries without it.
create function exam_paper_digest(exam integer) returns text language sql stable as $$
  select encode(sha256(convert_to(jsonb_build_array(
           g.student_id, g.appointment_id, g.custom_exam_id, g.discipline_id, g.exam_session_id, g.template_group_id,
           e.group_id, e.position, e.part_id, e.scoring_mode,
           (select jsonb_agg(jsonb_build_array(q.position, q.question_version_id, q.kind, q.slots) order by q.position)
              from exam_questions q where q.exam_id = e.id))::text, 'UTF8')), 'hex')
    from exams e join exam_groups g on g.id = e.group_id where e.id = exam and g.kind = 'official'
$$;

-- As before, with the digest of the paper in the entry.
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
    -- One that was reopened since is sealed when it has ended again.
    perform from exams where id = waiting and finished_at is not null for no key update skip locked;
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
    values ('sealed', 'exams', waiting::text,
            jsonb_build_object('events', place, 'hash', encode(chain, 'hex'), 'paper_hash', exam_paper_digest(waiting)));
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
