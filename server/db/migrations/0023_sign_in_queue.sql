-- Wrong passwords are counted per account and network instead of being listed: what a flood leaves behind is one row
-- for each pair, and how many accounts a network failed on is a count of rows.
drop table sign_in_failures;
create table sign_in_failures (
  email citext not null,
  address inet not null,
  failures integer not null,
  -- The latest of them.
  at timestamptz not null default now(),
  primary key (email, address)
);
create index sign_in_failures_address on sign_in_failures (address, at);
create index sign_in_failures_age on sign_in_failures (at);

-- From where somebody signed in: a network people get in from is trusted more than one that only fails.
alter table sign_ins add column address inet;
create index sign_ins_address on sign_ins (address, created_at);

-- Wrong passwords per account and hour, until the hour is over and the audit log has their number. Without an account
-- they are addresses nobody has, counted together. Not tied to users, so that the number outlives the account.
create table sign_in_failure_hours (
  user_id integer,
  hour timestamptz not null,
  failures integer not null,
  constraint sign_in_failure_hours_once unique nulls not distinct (user_id, hour)
);
create index sign_in_failure_hours_hour on sign_in_failure_hours (hour);
