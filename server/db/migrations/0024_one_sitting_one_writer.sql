-- The sign-in that loaded an exam last: only it may leave out which writer it is.
alter table exams add column writer_sign_in uuid;
update exams e set writer_sign_in = (
    select v.sign_in from exam_events v where v.exam_id = e.id and v.kind in ('b', 'r') order by v.at desc limit 1)
 where e.started_at is not null and e.finished_at is null;

-- Which practice an exam belongs to: its kind and what it asks. Null means that it is official. Kept with the exam,
-- because every save and every sign-in check asks for it.
alter table exams add column practice text;

create function practice_of(kind text, custom_exam_id integer, discipline_id integer) returns text language sql immutable as $$
  select case when kind <> 'official'
              then kind || coalesce(' custom exam ' || custom_exam_id, ' discipline ' || discipline_id) end
$$;

create function exam_knows_its_practice() returns trigger language plpgsql as $$
begin
  select practice_of(g.kind, g.custom_exam_id, g.discipline_id) into new.practice from exam_groups g where g.id = new.group_id;
  return new;
end $$;
create trigger exam_knows_its_practice before insert on exams
  for each row execute function exam_knows_its_practice();

-- Where the same practice runs several times already, all but the last one keep their group in the name and run out.
update exams e set practice = practice_of(g.kind, g.custom_exam_id, g.discipline_id) || case when e.finished_at is null and exists (
    select from exam_groups o join exams r on r.group_id = o.id and r.finished_at is null
     where o.user_id = g.user_id and o.kind = g.kind and o.id > g.id
       and o.custom_exam_id is not distinct from g.custom_exam_id and o.discipline_id is not distinct from g.discipline_id)
    then ' group ' || g.id else '' end
  from exam_groups g where g.id = e.group_id and g.kind <> 'official';

-- Each part runs at most once, so a practice cannot begin again while any part of it runs.
create unique index exams_practice_once on exams (user_id, practice, position) where practice is not null and finished_at is null;

-- Who sits an official exam now: asked with every call.
create index exams_sat on exams (user_id) where practice is null and started_at is not null and finished_at is null;

-- A disabled account is signed out at once, also where only the sign-in is looked at.
create function disabled_accounts_are_signed_out() returns trigger language plpgsql as $$
begin
  update sign_ins set revoked_at = now() where user_id = new.id and revoked_at is null;
  return null;
end $$;
create trigger disabled_accounts_are_signed_out after update of disabled_at on users
  for each row when (new.disabled_at is not null) execute function disabled_accounts_are_signed_out();
update sign_ins i set revoked_at = now() from users u
 where u.id = i.user_id and u.disabled_at is not null and i.revoked_at is null;
