-- How many chapters a year copy left out: removed in the new year, or another chapter there has their code.
alter table year_copy_disciplines add column chapters_left integer not null default 0 check (chapters_left >= 0);
