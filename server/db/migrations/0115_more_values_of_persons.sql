-- More values of persons in the log: the need of an accessible seat, the addresses of the dean's office, and why staff ended or
-- reopened an exam.

-- Null once the person is erased: the entry of that change is the same whether there was a need or not. First, because the product
-- locks appointments before exams.
alter table appointments alter column needs_accessible drop not null;

-- Events are sealed and keep numbers only. Why staff ended or reopened an exam is stored next to its event and can be deleted.
create table event_reasons (
  id integer generated always as identity primary key,
  exam_id integer not null references exams,
  save_id uuid not null,
  reason text not null check (reason <> ''),
  unique (exam_id, save_id)
);
create trigger audited after insert or update or delete on event_reasons for each row execute function audit_change();

create or replace function audit_personal_fields(entity text) returns text[] language sql immutable as $$
  select case entity
    when 'users' then array['email', 'name', 'address']
    when 'students' then array['email', 'first_name', 'last_name', 'matricol', 'external_id']
    when 'secretaries' then array['email']
    when 'discipline_teachers' then array['email']
    when 'appointments' then array['extra_reason', 'annulled_reason', 'needs_accessible']
    when 'event_reasons' then array['reason']
    when 'exam_groups' then array['reason']
    when 'exam_contests' then array['comment']
    when 'exam_contest_questions' then array['comment', 'reply']
  end
$$;

create or replace function audit_person(of_entity text, of_row text, image jsonb) returns integer language plpgsql stable as $$
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
  elsif of_entity = 'event_reasons' then
    return (select e.user_id from exams e where e.id = (image ->> 'exam_id')::integer);
  elsif of_entity = 'exam_groups' then
    return (select g.user_id from exam_groups g where g.id = of_row::integer);
  end if;
  return (select u.id from users u where u.email = (image ->> 'email')::citext);
end $$;

-- Of two possible values the same ciphertext would tell which is which. White space made from the whole image sets them apart;
-- the image of a row that has not changed still gives the same ciphertext.
create or replace function audit_encrypted(of_entity text, of_row text, image jsonb, other jsonb) returns jsonb language plpgsql stable as $$
declare
  fields text[] := audit_personal_fields(of_entity);
  whole text := (image - 'hidden')::text;
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
      if jsonb_typeof(image -> field) = 'boolean' then
        plain := convert_to(rpad(image ->> field, 16, translate(encode(hmac(convert_to(whole, 'UTF8'), person_key, 'sha256'), 'hex'),
          '0123456789abcdef', repeat(E' \t\n\r', 4))), 'UTF8');
      else
        plain := convert_to((image -> field)::text, 'UTF8');
        plain := plain || substr('               '::bytea, 1, (16 - octet_length(plain) % 16) % 16);
      end if;
      vector := audit_vector(plain, person_key);
      image := jsonb_set(image, array[field], jsonb_build_object('person', person, 'encrypted',
        encode(vector || encrypt_iv(plain, person_key, vector, 'aes-cbc/pad:none'), 'hex')));
    end if;
  end loop;
  return image;
end $$;

-- The addresses of the setting `deanEmails` are encrypted one by one. An address without an account has no key: the log has only a
-- keyed digest of it, so that the setting can still be compared with its newest entry.
create table hidden_address_key (
  single boolean primary key default true check (single),
  key bytea not null default gen_random_bytes(32)
);
insert into hidden_address_key default values;
create function audit_hidden_address(address text) returns text language sql stable as $$
  select encode(hmac(convert_to(lower(address), 'UTF8'), (select key from hidden_address_key), 'sha256'), 'hex')
$$;

create function audit_deans(image jsonb) returns jsonb language sql stable as $$
  select case when jsonb_typeof(image -> 'value') = 'string' then image || jsonb_build_object('value', jsonb_build_object('addresses', (
    select coalesce(jsonb_agg(case when audit_is_encrypted(e.one) then e.one
                                   else jsonb_build_object('hidden', audit_hidden_address(a.address)) end order by a.n), '[]')
      from regexp_split_to_table(image ->> 'value', '[\s,;]+') with ordinality as a (address, n)
     cross join lateral (select audit_encrypted('secretaries', null, jsonb_build_object('email', a.address), null) -> 'email' as one) e
     where a.address <> ''))) else image end
$$;

-- The addresses of the setting in an entry or in its row. One that is neither readable nor hidden is erased.
create function audit_dean_list(value jsonb) returns table (n bigint, address text, hidden text) language plpgsql stable as $$
begin
  if jsonb_typeof(value) = 'object' then
    return query select e.n, lower(case when jsonb_typeof(d.email) = 'string' then d.email #>> '{}' end), e.one ->> 'hidden'
      from jsonb_array_elements(value -> 'addresses') with ordinality as e (one, n)
     cross join lateral (select audit_decrypted(jsonb_build_object('email', e.one)) -> 'email' as email) d;
  else
    return query select row_number() over (order by a.n), lower(a.one), null::text
      from regexp_split_to_table(value #>> '{}', '[\s,;]+') with ordinality as a (one, n) where a.one <> '';
  end if;
end $$;

-- Whether two lists have the same addresses in the same order; one that is erased is not compared.
create function audit_deans_alike(one jsonb, other jsonb) returns boolean language sql stable as $$
  select coalesce(bool_and(o.n is not null and p.n is not null and case
           when num_nonnulls(o.address, o.hidden) = 0 or num_nonnulls(p.address, p.hidden) = 0 then true
           when o.address is not null and p.address is not null then o.address = p.address
           else coalesce(o.hidden, audit_hidden_address(o.address)) = coalesce(p.hidden, audit_hidden_address(p.address)) end), true)
    from audit_dean_list(one) o full join audit_dean_list(other) p on p.n = o.n
$$;

create or replace function audit_decrypted(image jsonb) returns jsonb language plpgsql stable as $$
declare
  found record;
  plain jsonb;
begin
  if jsonb_typeof(image #> '{value,addresses}') = 'array' then
    return image || jsonb_build_object('value',
      (select coalesce(string_agg(coalesce(l.address, '***'), E'\n' order by l.n), '') from audit_dean_list(image -> 'value') l));
  end if;
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
  elsif new.entity = 'settings' and new.entity_id = 'deanEmails' then
    new.before := audit_deans(was);
    new.after := audit_deans(is_now);
  end if;
  new.connection := coalesce(last[1]::uuid, gen_random_uuid());
  new.number := coalesce(last[2]::integer, 0) + 1;
  new.link := audit_digest(coalesce(decode(last[3], 'hex'), ''), new);
  perform set_config('app.audit_link', concat_ws(' ', new.connection, new.number, encode(new.link, 'hex')), false);
  return new;
end $$;

-- An image without the values whose key is gone. A replaced key shows at the row of its account.
create function audit_readable(image jsonb) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(e.key, e.value) filter (where audit_is_encrypted(e.value) is not true), '{}')
    from jsonb_each(audit_decrypted(image)) e
$$;

create or replace function audit_rows_unlike_log(of_table text, first_block bigint, blocks integer)
returns table (row_key text, entry bigint) language plpgsql stable as $$
declare
  audited record;
begin
  select * into strict audited from audited_tables() where name = of_table;
  return query execute format($q$
    select k.key, a.id from %1$I t cross join lateral (select %2$s as key) k
      left join lateral audit_newest_image(%1$L, k.key, 9223372036854775807) a on true
      left join lateral (select case when audit_is_encrypted(d.image -> 'needs_accessible') then d.image - 'needs_accessible'
                                     else d.image end as image
                           from (select audit_decrypted(a.after) as image) d) i on true
     where t.ctid >= %4$L::tid and t.ctid < %5$L::tid
       and case when i.image is null then %3$s
                when jsonb_populate_record(t, i.image) *= t then false
                when %1$L = 'settings' and k.key = 'deanEmails' then not audit_deans_alike(a.after -> 'value', to_jsonb(t) -> 'value')
                else to_jsonb(jsonb_populate_record(t, i.image)) is distinct from to_jsonb(t) end $q$,
    of_table,
    case of_table when 'discipline_teachers'
      then 'audit_row_key(''discipline_teachers'', audit_encrypted(''discipline_teachers'', null, to_jsonb(t), null))'
      else audited.key end,
    audited.needs, format('(%s,0)', first_block), format('(%s,0)', first_block + blocks));
end $$;

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
       when %1$L = 'settings' and e.key = 'deanEmails' then not audit_deans_alike(e.prior_after -> 'value', e.before -> 'value')
       else (select to_jsonb(jsonb_populate_record(null::%1$I, p.image)) is distinct from
                    to_jsonb(jsonb_populate_record(null::%1$I, p.image ||
                      (select coalesce(jsonb_object_agg(b.key, b.value), '{}') from jsonb_each(audit_readable(e.before)) b
                        where p.image ? b.key)))
               from (select audit_readable(e.prior_after) as image) p)
       end
    union all
    select i.id, i.is_now, 'row' from images i
     where case
       when i.is_now is null or (audit_newest_image(%1$L, i.is_now, 9223372036854775807)).id <> i.id then false
       when exists (select from jsonb_populate_record(null::%1$I, audit_readable(i.after)) r join %1$I t on %2$s) then false
       else not audit_row_renamed(%1$L, i.is_now, i.id, 9223372036854775807) end $q$, of_table, same) using above, upto;
end $$;
