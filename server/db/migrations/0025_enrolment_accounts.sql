-- An exam belongs to an enrolment, and through it to the account behind the enrolment's address. The database keeps the
-- three in step: an enrolment that gets another address takes its papers, exams and recordings to the account of that
-- address, in the same transaction.
alter table students add column user_id integer;
alter table students disable trigger audited;
update students s set user_id = u.id from users u where u.email = s.email;
alter table students enable trigger audited;
alter table students alter column user_id set not null;
alter table students add constraint students_account unique (id, user_id);

create function enrolment_has_account() returns trigger language plpgsql as $$
begin
  select id into new.user_id from users where email = new.email;
  if tg_op = 'UPDATE' and new.user_id is distinct from old.user_id then
    -- Beginning an exam locks the same rows: whichever comes second sees what the first did.
    perform from exam_groups where student_id = new.id order by id for update;
    if exists (select from exam_groups g join exams e on e.group_id = g.id
                where g.student_id = new.id and e.started_at is not null and e.finished_at is null) then
      raise exception 'an exam of this enrolment is running'
        using errcode = 'check_violation', constraint = 'students_not_sitting';
    end if;
  end if;
  return new;
end $$;
create trigger enrolment_has_account before insert or update of email, user_id on students
  for each row execute function enrolment_has_account();

-- Sittings that an address corrected earlier has left with the old account.
update exam_groups g set user_id = s.user_id from students s where s.id = g.student_id and g.user_id <> s.user_id;
update exams e set user_id = g.user_id from exam_groups g where g.id = e.group_id and e.user_id <> g.user_id;

alter table exam_groups
  drop constraint exam_groups_student_id_fkey,
  add constraint exam_groups_owner_key unique (id, user_id),
  add constraint exam_groups_enrolment foreign key (student_id, user_id) references students (id, user_id) on update cascade;
alter table exams
  drop constraint exams_group_id_fkey,
  add constraint exams_sitting foreign key (group_id, user_id) references exam_groups (id, user_id)
    on update cascade on delete cascade;
