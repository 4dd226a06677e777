-- Settlements: how a wrong question, a late answer or a wrong scoring mode is put right. They are applied to what was served
-- and ticked; the score of an exam follows from its events and the settlements in force.
create table settlements (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('fullPoints', 'removeAnswer', 'changeKey', 'countLate', 'scoringMode')),
  -- One exam, the exams of a template, or those of a session; a scoring mode of a session is that of one custom exam.
  reach text not null check (reach in ('student', 'template', 'session')),
  exam_id integer references exams,
  template_group_id integer references template_groups,
  exam_session_id integer not null references exam_sessions,
  custom_exam_id integer references custom_exams,
  question_version_id integer references question_versions,
  -- Bits of the bank's positions: the removed answers, or all correct ones.
  answers integer check (answers > 0),
  -- Bits of shown positions, and the event of the late answer they come from.
  ticks integer check (ticks >= 0),
  late_save_id uuid,
  scoring_mode text
    check (scoring_mode in ('FULL_MATCH', 'PERFECT_MATCH', 'NEGATIVE_MARKING', 'JUST_CORRECT', 'WRONG_CANCELS')),
  reason text check (length(reason) between 1 and 1000),
  made_by integer not null references users,
  made_at timestamptz not null default now(),
  withdrawn_by integer references users,
  withdrawn_at timestamptz,
  constraint settlements_reach_whole check (case reach
    when 'student' then exam_id is not null
    when 'template' then template_group_id is not null
    else kind <> 'scoringMode' or custom_exam_id is not null end),
  constraint settlements_of_one_student check (kind not in ('fullPoints', 'countLate') or reach = 'student'),
  constraint settlements_whole check (
    (kind = 'scoringMode') = (question_version_id is null) and (kind = 'scoringMode') = (scoring_mode is not null)
    and (kind in ('removeAnswer', 'changeKey')) = (answers is not null)
    and (kind = 'countLate') = (ticks is not null) and (ticks is null) = (late_save_id is null)),
  constraint settlements_withdrawn_whole check ((withdrawn_at is null) = (withdrawn_by is null))
);
create index settlements_in_force on settlements (exam_session_id) where withdrawn_at is null;
create index settlements_session on settlements (exam_session_id);
create index settlements_exam on settlements (exam_id);
create index settlements_template on settlements (template_group_id);
create index settlements_version on settlements (question_version_id);
create index settlements_custom_exam on settlements (custom_exam_id);

-- A settlement is made once and withdrawn at most once.
create function settlement_is_final() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.withdrawn_at is not null
     or to_jsonb(old) - array['withdrawn_by', 'withdrawn_at'] <> to_jsonb(new) - array['withdrawn_by', 'withdrawn_at'] then
    raise exception 'a settlement is only ever withdrawn';
  end if;
  return new;
end $$;
create trigger settlement_is_final before update or delete on settlements
  for each row execute function settlement_is_final();
create trigger audited after insert or update or delete on settlements for each row execute function audit_change();

-- Versions of the bank that a corrected key made, with the version as it was served.
create table settled_versions (
  id integer primary key references question_versions,
  served_version_id integer not null references question_versions
);
create index settled_versions_served on settled_versions (served_version_id);
create trigger audited after insert or update or delete on settled_versions for each row execute function audit_change();

-- g: graded again, after a settlement or its withdrawal.
alter table exam_events drop constraint exam_events_kind_check;
alter table exam_events add constraint exam_events_kind_check
  check (kind in ('b', 'r', 's', 'k', 't', 'f', 'l', 'o', 'p', 'g')) not valid;
alter table exam_events validate constraint exam_events_kind_check;
create or replace function exam_event_carries_score(kind "char") returns boolean language sql immutable as $$
  select kind in ('f', 'p', 'g')
$$;

-- As before, but an exam that is locked waits for the next round: grading a cohort again locks its exams and then adds them
-- to those that wait for a seal.
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
    delete from exam_seal_pending where exam_id = waiting;
    sealed := sealed + 1;
  end loop;
  return sealed;
end $$;
