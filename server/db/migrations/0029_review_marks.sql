-- The questions of an exam that its student marked for review: kept apart, so that marking never waits for a save.
create table exam_review_marks (
  exam_id integer primary key references exams on delete cascade,
  positions smallint[] not null,
  -- Increases per exam across its writers; an older set never replaces a newer one.
  seq integer not null check (seq > 0)
);
