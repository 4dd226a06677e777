-- What makes tampering show: see docs/adr/0015. Three independent witnesses hold each other in place: the chain of seals with a
-- signed head, a chain per connection that begins before sealing, and the rows themselves, which must be as their newest entry says.

-- Each connection chains its own entries. The end of that chain is kept in the memory of the connection (a session setting,
-- which a rollback takes back), so that no writer waits for another and no statement of another connection reaches it.
alter table audit_log add column connection uuid, add column number integer, add column link bytea;

-- What of an entry is hashed. Entries from before this migration have no connection.
create function audit_content(entry audit_log) returns text language sql stable as $$
  select (case when entry.connection is null then '[]'::jsonb else jsonb_build_array(entry.connection, entry.number) end
    || jsonb_build_array(entry.id, to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), entry.actor_id,
                         entry.request_id, entry.action, entry.entity, entry.entity_id, entry.before, entry.after))::text
$$;

create or replace function audit_digest(previous bytea, entry audit_log) returns bytea language sql stable as $$
  select sha256(previous || convert_to(audit_content(entry), 'UTF8'))
$$;

create function audit_link() returns trigger language plpgsql as $$
declare
  last text[] := string_to_array(nullif(current_setting('app.audit_link', true), ''), ' ');
begin
  new.connection := coalesce(last[1]::uuid, gen_random_uuid());
  new.number := coalesce(last[2]::integer, 0) + 1;
  new.link := audit_digest(coalesce(decode(last[3], 'hex'), ''), new);
  perform set_config('app.audit_link', concat_ws(' ', new.connection, new.number, encode(new.link, 'hex')), false);
  return new;
end $$;
create trigger audit_link before insert on audit_log for each row execute function audit_link();

-- The end of the chain of seals, signed by the program. One row that is overwritten: the signature of an earlier, shorter chain
-- is not kept, so that the newest seals cannot be cut off together with it. `notes` is what sealing found wrong, under the same
-- signature.
create table audit_head (
  single boolean primary key default true check (single),
  count bigint not null,
  hash bytea not null,
  notes text not null,
  signature text not null
);

-- The program signs the last seal of each round. A chain that was computed anew shows between which rounds it was.
alter table audit_seal add column mark text;

-- The program holds the lock, seals and signs in one transaction; an older program must not seal without signing.
drop function audit_seal(integer);
drop function audit_first_break();
create function audit_seal_next(most integer) returns integer language plpgsql as $$
declare
  entry audit_log;
  sealed integer := 0;
  place bigint;
  chain bytea;
  timed boolean := current_setting('track_commit_timestamp') = 'on';
begin
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

-- Which row an image of it belongs to: its primary key as text. Null for what is no image of a row.
create function audit_row_key(entity text, image jsonb) returns text language sql immutable as $$
  select case entity
    when 'answer_options' then (image ->> 'question_version_id') || ',' || (image ->> 'position')
    when 'chapter_structures' then image ->> 'chapter_id'
    when 'custom_exam_disciplines' then (image ->> 'part_id') || ',' || (image ->> 'position')
    when 'custom_exam_series' then (image ->> 'custom_exam_id') || ',' || (image ->> 'series_id')
    when 'discipline_series' then (image ->> 'discipline_id') || ',' || (image ->> 'series_id')
    when 'discipline_structures' then image ->> 'discipline_id'
    when 'discipline_teachers' then (image ->> 'discipline_id') || ',' || (image ->> 'email')
    when 'exam_session_modules' then (image ->> 'exam_session_id') || ',' || (image ->> 'study_module_id')
    when 'question_keys' then image ->> 'question_version_id'
    when 'secretary_series' then (image ->> 'secretary_id') || ',' || (image ->> 'series_id')
    when 'secrets' then image ->> 'name'
    when 'settings' then image ->> 'key'
    when 'template_questions' then (image ->> 'template_exam_id') || ',' || (image ->> 'position')
    else image ->> 'id'
  end
$$;
-- Entries from before this migration name only rows that have an id.
create index audit_log_unnamed on audit_log (entity, audit_row_key(entity, coalesce(after, before)), id) where entity_id is null;

create or replace function audit_change() returns trigger language plpgsql as $$
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
    audit_row_key(tg_table_name, coalesce(is_now, was)), was - hidden,
    is_now - hidden || case when tg_op = 'UPDATE' and kept_back <> '{}' then jsonb_build_object('hidden', kept_back) else '{}' end
  );
  return null;
end $$;

-- The result of an exam: the columns of its row that say how it ended. Null before it has ended.
create function exam_result(exam exams) returns jsonb language sql stable as $$
  select case when exam.finished_at is not null then jsonb_build_object('id', exam.id, 'finished_at', exam.finished_at,
    'finish_cause', exam.finish_cause, 'score', exam.score, 'grade', exam.grade, 'max_points', exam.max_points) end
$$;

create function audit_result() returns trigger language plpgsql as $$
begin
  insert into audit_log (actor_id, request_id, action, entity, entity_id, before, after)
  values (
    nullif(current_setting('app.actor', true), '')::integer, nullif(current_setting('app.request', true), ''), 'result', 'exams',
    case tg_op when 'DELETE' then old.id else new.id end, case when tg_op <> 'INSERT' then exam_result(old) end,
    case when tg_op <> 'DELETE' then exam_result(new) end);
  return null;
end $$;
-- Beginning, loading and time credited leave the result alone and make no entry; a save does not touch the row at all.
create trigger result_audited after update of finished_at, finish_cause, score, grade, max_points on exams for each row
  when ((old.finished_at, old.finish_cause, old.score, old.grade) is distinct from
        (new.finished_at, new.finish_cause, new.score, new.grade)
        or new.finished_at is not null and old.max_points is distinct from new.max_points) execute function audit_result();
create trigger result_audited_insert after insert on exams for each row
  when (new.finished_at is not null) execute function audit_result();
create trigger result_audited_delete after delete on exams for each row
  when (old.finished_at is not null) execute function audit_result();

-- Exams that ended before this migration: their result as it is now is where the record begins.
insert into audit_log (action, entity, entity_id, after)
select 'baseline', 'exams', e.id, exam_result(e) from exams e where e.finished_at is not null order by e.id;

-- The kinds of events that carry a score in `client`: score, grade, maxPoints. The newest such event of an exam is what its row
-- must say. A kind that carries a score (a regrade, a reopening, which carries none) is added here.
create function exam_event_carries_score(kind "char") returns boolean language sql immutable as $$
  select kind in ('f')
$$;

-- Events of an exam that has not ended wait until it has: no save waits for a hash. One from a device that is no longer the
-- writer may come after the end, so it waits for a seal like one that came too late.
alter table exam_seal_pending add column since timestamptz not null default now();
create or replace function exam_waits_for_seal() returns trigger language plpgsql as $$
begin
  insert into exam_seal_pending (exam_id) values (new.exam_id) on conflict (exam_id) do update set since = now();
  return null;
end $$;
drop trigger exam_waits_for_seal on exam_events;
create trigger exam_waits_for_seal after insert on exam_events
  for each row when (new.kind in ('l', 'o') or exam_event_carries_score(new.kind)) execute function exam_waits_for_seal();

create or replace function seal_exam_events(most integer) returns integer language plpgsql as $$
declare
  waiting integer;
  event exam_events;
  place integer;
  chain bytea;
  sealed integer := 0;
begin
  for waiting in
    select p.exam_id from exam_seal_pending p
     where not exists (select from exams e where e.id = p.exam_id and e.finished_at is null)
     order by p.exam_id limit most for update skip locked
  loop
    perform from exams where id = waiting for no key update;
    select number, hash into place, chain from exam_event_seals where exam_id = waiting order by number desc limit 1;
    for event in
      select e.* from exam_events e
       where e.exam_id = waiting
         and not exists (select from exam_event_seals s where s.exam_id = e.exam_id and s.save_id = e.save_id)
       order by e.at, e.save_id
    loop
      place := coalesce(place, 0) + 1;
      chain := exam_event_digest(coalesce(chain, ''::bytea), event);
      insert into exam_event_seals (exam_id, number, save_id, hash) values (waiting, place, event.save_id, chain);
    end loop;
    insert into audit_log (action, entity, entity_id, after)
    values ('sealed', 'exams', waiting::text, jsonb_build_object('events', place, 'hash', encode(chain, 'hex')));
    delete from exam_seal_pending where exam_id = waiting;
    sealed := sealed + 1;
  end loop;
  return sealed;
end $$;

-- The first number of an exam's chain that does not hold: an edited, removed or reordered event. Null when all is well.
create or replace function exam_events_first_break(exam integer) returns integer language plpgsql stable as $$
declare
  link record;
  expected integer := 1;
  chain bytea := ''::bytea;
begin
  for link in
    select s.number, s.hash, e from exam_event_seals s
      left join exam_events e on e.exam_id = s.exam_id and e.save_id = s.save_id
     where s.exam_id = exam order by s.number
  loop
    if link.number <> expected or (link.e).exam_id is null then
      return expected;
    end if;
    chain := exam_event_digest(chain, link.e);
    if chain <> link.hash then
      return expected;
    end if;
    expected := expected + 1;
  end loop;
  return null;
end $$;

-- Tables whose rows must be as their newest entry says, with the condition under which a row needs one.
create function audited_tables() returns table (name text, needs text, key text) language sql stable as $$
  select c.relname::text, case c.relname when 'exams' then 't.finished_at is not null' else 'true' end,
         (select string_agg(format('t.%I::text', a.attname), $k$ || ',' || $k$ order by k.ordinality)
            from unnest(i.indkey::int2[]) with ordinality as k (attnum, ordinality)
            join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum)
    from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
     and exists (select from pg_trigger g where g.tgrelid = c.oid and g.tgname in ('audited', 'result_audited'))
$$;

-- The newest entry below an id that shows a row.
create function audit_newest_image(of_entity text, of_row text, below bigint) returns audit_log language sql stable as $$
  select a.* from (
    (select * from audit_log where entity = of_entity and entity_id = of_row and id < below
        and audit_row_key(entity, coalesce(after, before)) is not null order by id desc limit 1)
    union all
    (select * from audit_log where entity = of_entity and entity_id is null
        and audit_row_key(entity, coalesce(after, before)) = of_row and id < below order by id desc limit 1)
  ) a order by a.id desc limit 1
$$;

-- Rows in so many blocks of a table that are not as their newest entry says, or have none. Values are compared, not their
-- spelling, and columns that the entry does not show are left out.
create function audit_rows_unlike_log(of_table text, first_block bigint, blocks integer)
returns table (row_key text, entry bigint) language plpgsql stable as $$
declare
  audited record;
begin
  select * into strict audited from audited_tables() where name = of_table;
  return query execute format($q$
    select k.key, a.id from %1$I t cross join lateral (select %2$s as key) k
      left join lateral audit_newest_image(%1$L, k.key, 9223372036854775807) a on true
     where t.ctid >= %4$L::tid and t.ctid < %5$L::tid
       and case when a.after is null then %3$s
                when jsonb_populate_record(t, a.after) *= t then false
                else to_jsonb(jsonb_populate_record(t, a.after)) is distinct from to_jsonb(t) end $q$,
    of_table, audited.key, audited.needs, format('(%s,0)', first_block), format('(%s,0)', first_block + blocks));
end $$;

-- Entries of a table, from one id to another, that do not go on from the entry before them (`history`), or that are the newest
-- of a row that is no longer there (`row`). A row that was given another key goes on under it.
create function audit_history_breaks(of_table text, above bigint, upto bigint)
returns table (entry bigint, row_key text, what text) language plpgsql stable as $$
declare
  same text;
begin
  select string_agg(format('t.%1$I = r.%1$I', a.attname), ' and ') into strict same
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
   where i.indrelid = of_table::regclass and i.indisprimary;
  return query execute format($q$
    with images as materialized (
      select a.id, a.before, a.after, audit_row_key(a.entity, a.before) as was, audit_row_key(a.entity, a.after) as is_now
        from audit_log a where a.id > $1 and a.id <= $2 and a.entity = %1$L)
    select e.id, e.key, 'history' from (
      select i.*, coalesce(i.was, i.is_now) as key, p.id as prior, p.after as prior_after
        from images i left join lateral audit_newest_image(%1$L, coalesce(i.was, i.is_now), i.id) p on true
       where coalesce(i.was, i.is_now) is not null) e
     where case
       when e.was is null then e.prior_after is not null and not audit_row_renamed(%1$L, e.key, e.prior, e.id)
       when e.prior_after is null then true
       when e.before = e.prior_after - 'hidden' then false
       else to_jsonb(jsonb_populate_record(null::%1$I, e.prior_after)) is distinct from
            to_jsonb(jsonb_populate_record(null::%1$I, e.prior_after ||
              (select coalesce(jsonb_object_agg(b.key, b.value), '{}') from jsonb_each(e.before) b where e.prior_after ? b.key)))
       end
    union all
    select i.id, i.is_now, 'row' from images i
     where case
       when i.is_now is null or (audit_newest_image(%1$L, i.is_now, 9223372036854775807)).id <> i.id then false
       when exists (select from jsonb_populate_record(null::%1$I, i.after) r join %1$I t on %2$s) then false
       else not audit_row_renamed(%1$L, i.is_now, i.id, 9223372036854775807) end $q$, of_table, same) using above, upto;
end $$;

-- Reads all entries of a table: asked only where something seems to be wrong.
create function audit_row_renamed(of_entity text, of_row text, above bigint, below bigint) returns boolean language sql stable as $$
  select exists (select from audit_log where entity = of_entity and id > above and id < below
    and audit_row_key(entity, before) = of_row and audit_row_key(entity, after) <> of_row)
$$;

-- When the log was checked, by which process, and what was found: one row per night.
create table audit_checks (
  day date primary key,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  entries bigint,
  findings jsonb
);

-- A database that is upgraded: the migration step in server/audit/head.ts signs the chain as it is.
