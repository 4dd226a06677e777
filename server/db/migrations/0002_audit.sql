-- The audit log: one entry per change of state, written by the changing transaction itself without any lock that
-- writers would queue on. A job seals what has been committed into a hash chain, in commit order.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  actor_id integer,
  request_id text,
  action text not null,
  entity text not null,
  entity_id text,
  before jsonb,
  after jsonb
);
create index audit_log_entity on audit_log (entity, entity_id, id);
create index audit_log_actor on audit_log (actor_id, id);

-- Entries waiting for their seal: a queue, so that sealing never searches the log.
create table audit_pending (audit_id bigint primary key);

create table audit_seal (
  position bigint primary key,
  audit_id bigint not null unique,
  hash bytea not null
);

create function audit_queue() returns trigger language plpgsql as $$
begin
  insert into audit_pending (audit_id) values (new.id);
  return null;
end $$;
create trigger audit_queue after insert on audit_log for each row execute function audit_queue();

create function audit_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only ever appended to';
end $$;
create trigger audit_is_final before update or delete or truncate on audit_log
  for each statement execute function audit_is_final();

-- Writes the entry of a changed row. The author is what the transaction said of itself; the arguments name columns
-- whose values are never copied into the log (secrets, personal numbers): of those only which ones changed is kept.
create function audit_change() returns trigger language plpgsql as $$
declare
  hidden text[] := array['password_hash'] || tg_argv[0:];
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - 'search' end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - 'search' end;
  kept_back text[] := array(select name from unnest(hidden) name where was -> name is distinct from is_now -> name);
begin
  if was is not distinct from is_now then
    return null;
  end if;
  insert into audit_log (actor_id, request_id, action, entity, entity_id, before, after)
  values (
    nullif(current_setting('app.actor', true), '')::integer,
    nullif(current_setting('app.request', true), ''),
    coalesce(nullif(current_setting('app.action', true), ''), lower(tg_op)), tg_table_name,
    coalesce(is_now, was) ->> 'id', was - hidden,
    is_now - hidden || case when tg_op = 'UPDATE' and kept_back <> '{}' then jsonb_build_object('hidden', kept_back) else '{}' end
  );
  return null;
end $$;

create function audit_digest(previous bytea, entry audit_log) returns bytea language sql stable as $$
  select sha256(previous || convert_to(jsonb_build_array(
    entry.id, to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), entry.actor_id, entry.request_id,
    entry.action, entry.entity, entry.entity_id, entry.before, entry.after)::text, 'UTF8'))
$$;

-- Seals up to `most` committed entries and says how many. One sealer at a time; the others return at once.
-- Commit order comes from the commit timestamps where the server keeps them; elsewhere entries that became visible
-- between two rounds are taken in the order they were written.
create function audit_seal(most integer) returns integer language plpgsql as $$
declare
  entry audit_log;
  sealed integer := 0;
  place bigint;
  chain bytea;
  timed boolean := current_setting('track_commit_timestamp') = 'on';
begin
  if not pg_try_advisory_xact_lock(hashtext('audit_seal')) then
    return 0;
  end if;
  select position, hash into place, chain from audit_seal order by position desc limit 1;
  for entry in
    select a.* from audit_pending p join audit_log a on a.id = p.audit_id
     order by case when timed then pg_xact_commit_timestamp(p.xmin) end, a.id limit most
  loop
    place := coalesce(place, 0) + 1;
    chain := audit_digest(coalesce(chain, ''::bytea), entry);
    insert into audit_seal (position, audit_id, hash) values (place, entry.id, chain);
    delete from audit_pending where audit_id = entry.id;
    sealed := sealed + 1;
  end loop;
  return sealed;
end $$;

-- The first position of the chain that does not hold: an edited, removed or reordered entry. Null when all is well.
create function audit_first_break() returns bigint language plpgsql stable as $$
declare
  link record;
  expected bigint := 1;
  chain bytea := ''::bytea;
begin
  for link in
    select s.position, s.hash, a from audit_seal s left join audit_log a on a.id = s.audit_id order by s.position
  loop
    if link.position <> expected or (link.a).id is null then
      return expected;
    end if;
    chain := audit_digest(chain, link.a);
    if chain <> link.hash then
      return expected;
    end if;
    expected := expected + 1;
  end loop;
  return (select min(s.position) from audit_seal s where s.position >= expected);
end $$;

create trigger audited after insert or update or delete on settings for each row execute function audit_change();
