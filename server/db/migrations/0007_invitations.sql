-- When the owner of an account was told how to get in, by a link or a printed password; those who need no telling
-- because the directory keeps their password are marked as well.
alter table users add column invited_at timestamptz;
create index users_to_invite on users (id) where invited_at is null and password_hash is null;
