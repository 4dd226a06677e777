-- What must never be shown nor copied into the log: the key that signs tokens, the password of the mail server.
create table secrets (
  name text primary key,
  value text not null
);
create trigger audited after insert or update or delete on secrets for each row execute function audit_change('value');
create trigger settings_changed after insert or update or delete on secrets
  for each statement execute function settings_changed();

-- A link that a one-time sign-in brought: choosing a password with it leaves that sign-in alive and ends the others.
alter table password_links add column sign_in_id uuid references sign_ins on delete cascade;
create index password_links_sign_in on password_links (sign_in_id);
create index password_links_expiry on password_links (expires_at);
create index sign_in_failures_age on sign_in_failures (at);
