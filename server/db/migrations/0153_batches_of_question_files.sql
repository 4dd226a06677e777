-- The rows of a question file are stored in batches as they were read, and the check of the file turns them into rows to review. Positions
-- count from 1 without gaps, so that the next row to store follows the last one stored.
create table import_batches (
  import_id integer not null references imports on delete cascade,
  first integer not null,
  last integer not null,
  rows jsonb not null,
  primary key (import_id, first),
  constraint import_batches_order check (first > 0 and last >= first)
);

-- The previous version does not know batches: it must not end a check before they are stored.
create function import_is_stored() returns trigger language plpgsql as $$
begin
  if exists (select from import_batches where import_id = new.id) then
    raise exception 'rows of import % are not stored yet', new.id;
  end if;
  return new;
end $$;
create trigger import_is_stored before update of state on imports
  for each row when (old.state = 'checking' and new.state = 'ready') execute function import_is_stored();
