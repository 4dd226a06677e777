-- What somebody leaves in a browser is encrypted with a key that only a sign-in of theirs is given. The mark it is filed
-- under in the browser is random too: it tells the next person at the computer nothing.
alter table users
  add column storage_owner uuid not null default gen_random_uuid(),
  add column storage_key bytea not null
    default sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
  add constraint users_storage_key_bytes check (octet_length(storage_key) = 32);
drop trigger audited on users;
create trigger audited after insert or update or delete on users
  for each row execute function audit_change('storage_owner', 'storage_key');

-- A sitting has a budget of bytes, packed and unpacked; what was kept before did not say how large it unpacks.
alter table recordings add column unpacked_bytes integer not null default 0 check (unpacked_bytes >= 0);
alter table recordings alter column unpacked_bytes drop default;

-- One upload at a time per sitting, on all processes together. A process that died lets go when the time is over.
create unlogged table recording_uploads (
  exam_group_id integer primary key references exam_groups on delete cascade,
  upload uuid not null,
  until timestamptz not null
);
