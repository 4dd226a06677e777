-- Sign-ins of an account on a day. The first ones have entries of their own in the log; the others become one entry with their number
-- when the day is over, so that a script that signs in again and again does not fill the log.
create table sign_in_days (
  user_id integer not null references users (id) on delete cascade,
  day date not null,
  sign_ins integer not null,
  last_at timestamptz not null,
  last_sign_in uuid not null,
  primary key (user_id, day)
);
create index sign_in_days_day on sign_in_days (day);
