-- Passwords for one day, printed for the students of a room or a series while the directory is down. They are random and short-lived,
-- so a keyed hash is enough; the key is not in this table.
create table day_passwords (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  day date not null,
  hash text not null,
  made_at timestamptz not null default now(),
  -- A used one opens again only while its owner takes an exam.
  used_at timestamptz,
  constraint day_passwords_once unique (user_id, day)
);
create trigger audited after insert or update or delete on day_passwords for each row execute function audit_change('hash');
