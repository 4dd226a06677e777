-- A student with exams in two rooms on one day gets a slip from each sheet, and both work: printing a sheet again replaces
-- only its own slips. The constraint keeps its name, which the previous version uses.
alter table day_passwords
  add column sheet text not null default '',
  drop constraint day_passwords_once,
  add constraint day_passwords_once unique (user_id, day, sheet);
