-- When the newest backup was last restored for a check that found nothing.
alter table backups add column checked_at timestamptz;
