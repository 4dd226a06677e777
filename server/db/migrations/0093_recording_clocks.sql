-- How far the clock of the computer that uploaded a part was behind the database's; null when the upload did not say.
alter table recordings add column clock_behind_ms bigint;
