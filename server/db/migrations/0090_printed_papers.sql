-- A paper that was printed for its student lies on the table: nothing draws it again.
alter table exam_groups add column printed_at timestamptz;
update exam_groups g set printed_at = n.first
  from (select e.group_id, min(p.entered_at) as first from paper_entries p join exams e on e.id = p.exam_id group by e.group_id) n
 where n.group_id = g.id;

create or replace function waiting_papers_are_stale() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(case tg_op when 'DELETE' then old else new end);
begin
  delete from exam_groups g
   where g.kind = 'official' and g.started_at is null and g.printed_at is null and g.custom_exam_id in (
     select (changed ->> tg_argv[0])::integer where tg_argv[0] <> 'discipline_id'
     union all
     select a.custom_exam_id from custom_exam_disciplines a
      where tg_argv[0] = 'discipline_id' and a.discipline_id = (changed ->> 'discipline_id')::integer);
  return case tg_op when 'DELETE' then old else new end;
end $$;

-- The paper goes with its appointment, except a printed one from the beginning of its slot: it may have been written on.
create or replace function waiting_paper_is_dropped() returns trigger language plpgsql as $$
begin
  if old.starts_at <= now() and exists (
       select from exam_groups where appointment_id = old.id and started_at is null and printed_at is not null) then
    raise exception using errcode = 'restrict_violation', constraint = 'printed_paper_stays',
      message = 'the paper of this appointment was printed';
  end if;
  delete from exam_groups where appointment_id = old.id and started_at is null;
  return case tg_op when 'DELETE' then old else new end;
end $$;

create or replace function sat_part_stays() returns trigger language plpgsql as $$
begin
  -- Beginning and printing an exam lock the same rows: the second of the two sees the first.
  perform from exam_groups where custom_exam_id = old.custom_exam_id and started_at is null order by id for update;
  if exists (select from exams e join exam_groups g on g.id = e.group_id
              where e.part_id = old.id and g.kind = 'official' and (g.started_at is not null or g.printed_at is not null)) then
    raise exception 'this part of the exam has been sat'
      using errcode = 'foreign_key_violation', constraint = 'custom_exam_parts_sat';
  end if;
  return old;
end $$;

create or replace function begun_template_stays() returns trigger language plpgsql as $$
begin
  if exists (select from exam_groups g join template_exams e on e.template_group_id = g.template_group_id
              where e.id in (old.template_exam_id, case tg_op when 'UPDATE' then new.template_exam_id else old.template_exam_id end)
                and (g.started_at is not null or g.printed_at is not null)) then
    raise exception using errcode = 'restrict_violation', constraint = 'template_begun',
      message = 'a sitting with this template has begun or was printed';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;

-- Questions answered at the computer whose answer is crossed out on the paper; any other blank keeps the answer of the computer.
alter table paper_entries add column cleared smallint[] not null default '{}';
