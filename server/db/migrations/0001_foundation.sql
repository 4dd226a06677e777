-- What every later table builds on: extensions, folded text for searching, the settings of the product.
create extension if not exists citext;
create extension if not exists unaccent;
create extension if not exists pg_trgm;
create extension if not exists btree_gist;

-- Text as it is searched: lower case, without diacritics. unaccent() is only stable because its dictionary could be
-- replaced; ours is the shipped one, so that the result may stand in generated columns and indexes.
create function fold(value text) returns text
  language sql immutable parallel safe strict
  as $$ select lower(public.unaccent('public.unaccent'::regdictionary, value)) $$;

-- What a searched text is compared with: any text around it, its own wildcards taken as they are. Escaped after folding,
-- since folding turns the wide forms of signs into the plain ones.
create function search_pattern(value text) returns text
  language sql immutable parallel safe strict
  as $$ select '%' || regexp_replace(public.fold(value), '([\\%_])', '\\\1', 'g') || '%' $$;

-- One row per setting that differs from its default; the defaults are in the code.
create table settings (
  key text primary key,
  value jsonb not null
);

create function settings_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('settings_changed', '');
  return null;
end $$;
create trigger settings_changed after insert or update or delete on settings
  for each statement execute function settings_changed();
