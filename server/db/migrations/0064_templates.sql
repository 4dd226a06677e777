-- Rises with every change, so that a paper drawn from an earlier state is not stored.
alter table template_groups add column version integer not null default 1;

-- The generation of templates: made in the background, one at a time per custom exam and session.
create table template_runs (
  id integer generated always as identity primary key,
  custom_exam_id integer not null references custom_exams on delete cascade,
  exam_session_id integer not null references exam_sessions on delete cascade,
  wanted integer not null check (wanted between 1 and 100),
  made integer not null default 0 check (made between 0 and wanted),
  randomized boolean not null,
  state text not null default 'running' check (state in ('running', 'done', 'cancelled', 'failed')),
  -- The refusal that stopped it.
  problem text,
  made_by integer references users,
  made_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint template_runs_finished check ((state = 'running') = (finished_at is null))
);
create unique index template_runs_one on template_runs (custom_exam_id, exam_session_id) where state = 'running';
create index template_runs_latest on template_runs (custom_exam_id, exam_session_id, id);
create index template_runs_session on template_runs (exam_session_id);
create trigger audited after insert or update or delete on template_runs for each row execute function audit_change();

-- What a begun sitting was made from stays as it is.
create function begun_template_stays() returns trigger language plpgsql as $$
begin
  if exists (select from exam_groups g join template_exams e on e.template_group_id = g.template_group_id
              where e.id in (old.template_exam_id, case tg_op when 'UPDATE' then new.template_exam_id else old.template_exam_id end)
                and g.started_at is not null) then
    raise exception using errcode = 'restrict_violation', constraint = 'template_begun',
      message = 'a sitting with this template has begun';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger begun_template_stays before update or delete on template_questions
  for each row execute function begun_template_stays();
