-- When a serving process last noted that it runs: one row, written by the first server.
create table heartbeats (
  one boolean primary key default true check (one),
  beat_at timestamptz not null
);

-- Times in which no server ran while exams did. Until an administrator decides, or the time for it is over, the exams stay open.
create table outages (
  id integer generated always as identity primary key,
  began_at timestamptz not null unique,
  ended_at timestamptz not null,
  decide_by timestamptz not null,
  state text not null default 'open' check (state in ('open', 'credited', 'declined', 'expired')),
  decided_by integer references users,
  decided_at timestamptz,
  -- How many sittings were credited.
  sittings integer,
  constraint outages_in_order check (began_at < ended_at and ended_at <= decide_by),
  constraint outages_decided check ((state = 'open') = (decided_at is null)),
  constraint outages_credited check ((state = 'credited') = (sittings is not null))
);
create index outages_open on outages (id) where state = 'open';
create trigger audited after insert or update or delete on outages for each row execute function audit_change();
