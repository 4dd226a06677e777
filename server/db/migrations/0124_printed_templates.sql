-- A template that was printed lies on a table, like the paper of a sitting: its questions stay.
alter table template_groups add column printed_at timestamptz;

create or replace function begun_template_stays() returns trigger language plpgsql as $$
begin
  if exists (select from exam_groups g join template_exams e on e.template_group_id = g.template_group_id
              where e.id in (old.template_exam_id, case tg_op when 'UPDATE' then new.template_exam_id else old.template_exam_id end)
                and (g.started_at is not null or g.printed_at is not null)) then
    raise exception using errcode = 'restrict_violation', constraint = 'template_begun',
      message = 'a sitting with this template has begun or was printed';
  end if;
  if exists (select from template_groups t join template_exams e on e.template_group_id = t.id
              where e.id in (old.template_exam_id, case tg_op when 'UPDATE' then new.template_exam_id else old.template_exam_id end)
                and t.printed_at is not null) then
    raise exception using errcode = 'restrict_violation', constraint = 'template_printed',
      message = 'this template was printed';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
