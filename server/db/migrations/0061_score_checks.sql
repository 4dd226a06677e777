-- The nightly recomputation of every finished exam: what it read and what it found.
create table score_checks (
  day date primary key,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  exams integer,
  problems jsonb
);
