-- Who can sign in. People are known by their institutional address; students, secretaries and teachers refer to it.
create table users (
  id integer generated always as identity primary key,
  email citext not null unique check (length(email) <= 254),
  name text not null,
  is_admin boolean not null default false,
  is_teacher boolean not null default false,
  language text not null default 'ro' check (language in ('ro', 'en', 'fr')),
  password_hash text,
  -- A one-time password opens the door once; after that its owner must choose one.
  password_once boolean not null default false,
  disabled_at timestamptz,
  created_at timestamptz not null default now()
);
create trigger audited after insert or update or delete on users for each row execute function audit_change();

-- A sign-in is what a token stands for; ending it ends the token on every server process.
create table sign_ins (
  id uuid primary key,
  user_id integer not null references users on delete cascade,
  student_id integer,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index sign_ins_user on sign_ins (user_id) where revoked_at is null;
create index sign_ins_expiry on sign_ins (expires_at);

-- Links for choosing a password; only the hash is kept, each works once.
create table password_links (
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  expires_at timestamptz not null
);
create index password_links_user on password_links (user_id);

-- Wrong passwords, so that guessing becomes slow on every server process alike. Not keyed to users: addresses that
-- do not exist are counted just the same, so that the pace never tells whether one does.
create table sign_in_failures (
  id bigint generated always as identity primary key,
  email citext not null,
  address inet not null,
  at timestamptz not null default now()
);
create index sign_in_failures_email on sign_in_failures (email, at);
create index sign_in_failures_address on sign_in_failures (address, at);
