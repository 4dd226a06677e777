-- How an import compares codes and numbers: composed letters, no invisible characters, single spaces, no case.
create function import_key(given text) returns text language sql immutable parallel safe as $$
  select lower(btrim(regexp_replace(translate(normalize(given, NFC), U&'\00AD\200B\FEFF', ''), '\s+', ' ', 'g')) collate "ro-x-icu")
$$;
create index students_external_key on students (import_key(external_id));
create index students_matricol_key on students (college_id, import_key(matricol));
