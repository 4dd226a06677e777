-- A printed paper also stays when its appointment gets another seat, room or hour on the same day: it may lie on the table already.
create or replace function waiting_paper_is_dropped() returns trigger language plpgsql as $$
declare
  is_printed boolean := exists (
    select from exam_groups where appointment_id = old.id and started_at is null and printed_at is not null);
begin
  if is_printed and old.starts_at <= now() then
    raise exception using errcode = 'restrict_violation', constraint = 'printed_paper_stays',
      message = 'the paper of this appointment was printed';
  end if;
  if tg_op = 'UPDATE' and is_printed and old.exam_date = new.exam_date and old.custom_exam_id = new.custom_exam_id
     and old.student_id = new.student_id and old.exam_session_id = new.exam_session_id then
    return new;
  end if;
  delete from exam_groups where appointment_id = old.id and started_at is null;
  return case tg_op when 'DELETE' then old else new end;
end $$;
