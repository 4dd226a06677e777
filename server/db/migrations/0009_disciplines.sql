-- Teachers are found by name and address.
alter table users add column search text generated always as (fold(name || ' ' || email::text)) stored;
create index users_by_name on users (name collate "ro-x-icu", id);

-- A discipline is not deleted with a bank in it: its chapters go first, one by one.
alter table chapters drop constraint chapters_discipline_id_fkey;
alter table chapters add constraint chapters_discipline_id_fkey foreign key (discipline_id) references disciplines;
create index disciplines_by_name on disciplines (description collate "ro-x-icu", id);
