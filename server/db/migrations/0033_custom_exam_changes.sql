-- Two people who edit one custom exam learn of each other by its version.
alter table custom_exams
  add column version integer not null default 1 check (version > 0),
  add column changed_by integer references users,
  add column changed_at timestamptz not null default now();
create index custom_exams_changed_by on custom_exams (changed_by);

-- Practice outlives the part it was made from. What was sat officially holds its part: see the trigger below.
alter table exams
  drop constraint exams_part_id_fkey,
  add constraint exams_part_id_fkey foreign key (part_id) references custom_exam_parts on delete set null;

create function sat_part_stays() returns trigger language plpgsql as $$
begin
  -- Beginning an exam locks the same rows: whichever comes second sees what the first did.
  perform from exam_groups where custom_exam_id = old.custom_exam_id and started_at is null order by id for update;
  if exists (select from exams e join exam_groups g on g.id = e.group_id
              where e.part_id = old.id and g.kind = 'official' and g.started_at is not null) then
    raise exception 'this part of the exam has been sat'
      using errcode = 'foreign_key_violation', constraint = 'custom_exam_parts_sat';
  end if;
  return old;
end $$;
create trigger sat_part_stays before delete on custom_exam_parts for each row execute function sat_part_stays();

-- A waiting paper is drawn again only when what it asks changes. A new name or duration is taken over; credits are not on it.
drop trigger waiting_papers_are_stale on custom_exams;
drop trigger waiting_papers_are_stale on custom_exam_parts;
drop trigger waiting_papers_are_stale on custom_exam_disciplines;
drop trigger waiting_papers_are_stale on chapter_structures;

create function waiting_papers_follow() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'custom_exams' then
    update exam_groups set name = new.name, duration_s = new.duration_minutes * 60
     where custom_exam_id = new.id and kind = 'official' and started_at is null;
  else
    update exams e set name = new.group_name from exam_groups g
     where e.part_id = new.id and g.id = e.group_id and g.kind = 'official' and g.started_at is null;
  end if;
  return null;
end $$;
create trigger waiting_papers_follow after update on custom_exams for each row
  when (old.name <> new.name or old.duration_minutes <> new.duration_minutes) execute function waiting_papers_follow();
create trigger waiting_papers_follow after update on custom_exam_parts for each row
  when (old.group_name <> new.group_name) execute function waiting_papers_follow();

create trigger waiting_papers_are_stale before insert or delete on custom_exam_parts
  for each row execute function waiting_papers_are_stale('custom_exam_id');
create trigger waiting_papers_are_stale_when_changed before update on custom_exam_parts for each row
  when ((old.position, old.percent_simple) is distinct from (new.position, new.percent_simple))
  execute function waiting_papers_are_stale('custom_exam_id');
create trigger waiting_papers_are_stale before insert or delete on custom_exam_disciplines
  for each row execute function waiting_papers_are_stale('custom_exam_id');
create trigger waiting_papers_are_stale_when_changed before update on custom_exam_disciplines for each row
  when ((old.discipline_id, old.position, old.questions) is distinct from (new.discipline_id, new.position, new.questions))
  execute function waiting_papers_are_stale('custom_exam_id');
-- Only what was really inserted: a structure is saved with `on conflict do update`, which would fire a trigger before insert.
create trigger waiting_papers_are_stale after insert or delete on chapter_structures
  for each row execute function waiting_papers_are_stale('discipline_id');
create trigger waiting_papers_are_stale_when_changed before update on chapter_structures for each row
  when ((old.questions, old.percent_simple) is distinct from (new.questions, new.percent_simple))
  execute function waiting_papers_are_stale('discipline_id');
