-- A corrected file of students not imported names only some students of their series, so nobody is missing from it.
alter table imports add column partial boolean not null default false;
