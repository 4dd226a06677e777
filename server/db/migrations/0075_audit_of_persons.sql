-- Personal values in the audit log are encrypted under a key per person, which is kept outside the log: see docs/adr/0016. Erasing a
-- person replaces the key. The chain covers the ciphertext, so it holds with or without the key.
create extension if not exists pgcrypto;

-- Teachers are named by their address also in the key of the entry. What the log says of them so far ends here in plain text;
-- it begins again below, encrypted.
create temporary table teaching on commit drop as table discipline_teachers;
delete from discipline_teachers;

alter table users
  add column audit_key bytea not null default gen_random_bytes(32),
  add constraint users_audit_key_bytes check (octet_length(audit_key) = 32);
drop trigger audited on users;
create trigger audited after insert or update or delete on users
  for each row execute function audit_change('storage_owner', 'storage_key', 'audit_key');

-- The fields of entries about a table that hold values of a person; null where none do.
create function audit_personal_fields(entity text) returns text[] language sql immutable as $$
  select case entity
    when 'users' then array['email', 'name', 'address']
    when 'students' then array['email', 'first_name', 'last_name', 'matricol', 'external_id']
    when 'secretaries' then array['email']
    when 'discipline_teachers' then array['email']
    when 'appointments' then array['extra_reason', 'annulled_reason']
    when 'exam_groups' then array['reason']
    when 'exam_contests' then array['comment']
    when 'exam_contest_questions' then array['comment', 'reply']
  end
$$;

-- Whose values an entry holds.
create function audit_person(of_entity text, of_row text, image jsonb) returns integer language plpgsql stable as $$
begin
  if of_entity = 'users' then
    return coalesce(image ->> 'id', of_row)::integer;
  elsif of_entity = 'students' then
    return (image ->> 'user_id')::integer;
  elsif of_entity in ('appointments', 'exam_contests') then
    return (select s.user_id from students s where s.id = (image ->> 'student_id')::integer);
  elsif of_entity = 'exam_contest_questions' then
    return (select s.user_id from exam_contests c join students s on s.id = c.student_id
             where c.id = (image ->> 'contest_id')::integer);
  elsif of_entity = 'exam_groups' then
    return (select g.user_id from exam_groups g where g.id = of_row::integer);
  end if;
  return (select u.id from users u where u.email = (image ->> 'email')::citext);
end $$;

-- The same value of the same person gives the same ciphertext, so that entries can be compared without the key. The vector comes
-- from the value, which also tells a wrong key from the right one. JSON is padded with spaces.
create function audit_vector(plain bytea, person_key bytea) returns bytea language sql immutable as $$
  select substr(hmac(plain, sha256(person_key || 'vector'::bytea), 'sha256'), 1, 16)
$$;

-- Null when the key is another one or the ciphertext was changed.
create function audit_decrypt(ciphertext text, person_key bytea) returns jsonb language plpgsql immutable as $$
declare
  bytes bytea := decode(ciphertext, 'hex');
  plain bytea := decrypt_iv(substr(bytes, 17), person_key, substr(bytes, 1, 16), 'aes-cbc/pad:none');
begin
  return case when audit_vector(plain, person_key) = substr(bytes, 1, 16) then convert_from(plain, 'UTF8')::jsonb end;
end $$;

-- An entry's image with the values of its person encrypted. `other` is the entry's other image: where an address was changed,
-- only one of the two still finds the account. Values of a deleted account are erased at once; an address without any account
-- stays readable.
create function audit_encrypted(of_entity text, of_row text, image jsonb, other jsonb) returns jsonb language plpgsql stable as $$
declare
  fields text[] := audit_personal_fields(of_entity);
  field text;
  person integer;
  person_key bytea;
  plain bytea;
  vector bytea;
begin
  if fields is null or image is null or not image ?| fields then
    return image;
  end if;
  person := coalesce(audit_person(of_entity, of_row, image), audit_person(of_entity, of_row, other));
  if person is null then
    return image;
  end if;
  select u.audit_key into person_key from users u where u.id = person;
  foreach field in array fields loop
    if image ->> field is not null then
      plain := convert_to((image -> field)::text, 'UTF8');
      plain := plain || substr('               '::bytea, 1, (16 - octet_length(plain) % 16) % 16);
      vector := audit_vector(plain, person_key);
      image := jsonb_set(image, array[field], jsonb_build_object('person', person, 'encrypted',
        encode(vector || encrypt_iv(plain, person_key, vector, 'aes-cbc/pad:none'), 'hex')));
    end if;
  end loop;
  return image;
end $$;

-- Whether a value of an image is encrypted; after `audit_decrypted` that means it is erased.
create function audit_is_encrypted(value jsonb) returns boolean language sql immutable as $$
  select jsonb_typeof(value) = 'object' and value ? 'encrypted'
$$;

-- An image with its values readable, except those whose key is gone.
create function audit_decrypted(image jsonb) returns jsonb language plpgsql stable as $$
declare
  found record;
  plain jsonb;
begin
  if image is null or not image @? '$.*.encrypted' then
    return image;
  end if;
  for found in
    select e.key, e.value, u.audit_key from jsonb_each(image) e
      join users u on u.id = (e.value ->> 'person')::integer where audit_is_encrypted(e.value)
  loop
    begin
      plain := audit_decrypt(found.value ->> 'encrypted', found.audit_key);
      image := case when plain is null then image else image || jsonb_build_object(found.key, plain) end;
    exception when others then
      -- A ciphertext that was tampered with; the check of the chain finds it.
      null;
    end;
  end loop;
  return image;
end $$;

-- An encrypted address stands for itself in a key.
create or replace function audit_row_key(entity text, image jsonb) returns text language sql immutable as $$
  select case entity
    when 'answer_options' then (image ->> 'question_version_id') || ',' || (image ->> 'position')
    when 'chapter_structures' then image ->> 'chapter_id'
    when 'custom_exam_disciplines' then (image ->> 'part_id') || ',' || (image ->> 'position')
    when 'custom_exam_series' then (image ->> 'custom_exam_id') || ',' || (image ->> 'series_id')
    when 'discipline_series' then (image ->> 'discipline_id') || ',' || (image ->> 'series_id')
    when 'discipline_structures' then image ->> 'discipline_id'
    when 'discipline_teachers' then (image ->> 'discipline_id') || ',' || coalesce(image -> 'email' ->> 'encrypted', image ->> 'email')
    when 'exam_session_modules' then (image ->> 'exam_session_id') || ',' || (image ->> 'study_module_id')
    when 'question_keys' then image ->> 'question_version_id'
    when 'secretary_series' then (image ->> 'secretary_id') || ',' || (image ->> 'series_id')
    when 'secrets' then image ->> 'name'
    when 'settings' then image ->> 'key'
    when 'template_questions' then (image ->> 'template_exam_id') || ',' || (image ->> 'position')
    else image ->> 'id'
  end
$$;

create or replace function audit_link() returns trigger language plpgsql as $$
declare
  last text[] := string_to_array(nullif(current_setting('app.audit_link', true), ''), ' ');
  was jsonb := new.before;
  is_now jsonb := new.after;
begin
  if audit_personal_fields(new.entity) is not null then
    new.before := audit_encrypted(new.entity, new.entity_id, was, is_now);
    new.after := audit_encrypted(new.entity, new.entity_id, is_now, was);
    if new.entity_id = audit_row_key(new.entity, coalesce(is_now, was)) then
      new.entity_id := audit_row_key(new.entity, coalesce(new.after, new.before));
    end if;
  end if;
  new.connection := coalesce(last[1]::uuid, gen_random_uuid());
  new.number := coalesce(last[2]::integer, 0) + 1;
  new.link := audit_digest(coalesce(decode(last[3], 'hex'), ''), new);
  perform set_config('app.audit_link', concat_ws(' ', new.connection, new.number, encode(new.link, 'hex')), false);
  return new;
end $$;

create or replace function audit_rows_unlike_log(of_table text, first_block bigint, blocks integer)
returns table (row_key text, entry bigint) language plpgsql stable as $$
declare
  audited record;
begin
  select * into strict audited from audited_tables() where name = of_table;
  return query execute format($q$
    select k.key, a.id from %1$I t cross join lateral (select %2$s as key) k
      left join lateral audit_newest_image(%1$L, k.key, 9223372036854775807) a on true
      left join lateral (select audit_decrypted(a.after) as image) i on true
     where t.ctid >= %4$L::tid and t.ctid < %5$L::tid
       and case when i.image is null then %3$s
                when jsonb_populate_record(t, i.image) *= t then false
                else to_jsonb(jsonb_populate_record(t, i.image)) is distinct from to_jsonb(t) end $q$,
    of_table,
    case of_table when 'discipline_teachers'
      then 'audit_row_key(''discipline_teachers'', audit_encrypted(''discipline_teachers'', null, to_jsonb(t), null))'
      else audited.key end,
    audited.needs, format('(%s,0)', first_block), format('(%s,0)', first_block + blocks));
end $$;

-- A value that is erased in one of two entries is not compared: the chain holds it.
create or replace function audit_history_breaks(of_table text, above bigint, upto bigint)
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
       else (select to_jsonb(jsonb_populate_record(null::%1$I, p.image)) is distinct from
                    to_jsonb(jsonb_populate_record(null::%1$I, p.image ||
                      (select coalesce(jsonb_object_agg(b.key, b.value), '{}') from jsonb_each(audit_decrypted(e.before)) b
                        where p.image ? b.key and not audit_is_encrypted(b.value) and not audit_is_encrypted(p.image -> b.key))))
               from (select audit_decrypted(e.prior_after) as image) p)
       end
    union all
    select i.id, i.is_now, 'row' from images i
     where case
       when i.is_now is null or (audit_newest_image(%1$L, i.is_now, 9223372036854775807)).id <> i.id then false
       when exists (select from jsonb_populate_record(null::%1$I, audit_decrypted(i.after)) r join %1$I t on %2$s) then false
       else not audit_row_renamed(%1$L, i.is_now, i.id, 9223372036854775807) end $q$, of_table, same) using above, upto;
end $$;

insert into discipline_teachers select * from teaching;
