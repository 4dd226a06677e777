-- Grades that were changed without an appeal of the student, with what they were, until the student has looked at the result.
create table changed_grades (
  exam_id integer primary key references exams on delete cascade,
  old_grade numeric(4, 2) not null,
  changed_at timestamptz not null default now(),
  seen_at timestamptz
);
