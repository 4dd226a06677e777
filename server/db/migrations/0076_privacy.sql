-- When a person was erased: the account and its enrolments stay under a pseudonym, because exams refer to them.
alter table users add column erased_at timestamptz;

-- What was deleted because its time was over: one row per day, with the number of rows of each kind.
create table retention_runs (
  day date primary key,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  deleted jsonb
);
