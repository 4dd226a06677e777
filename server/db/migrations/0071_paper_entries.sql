-- What people read from the paper of a sitting: each of two enters all ticks of each exam, without seeing the other's.
create table paper_entries (
  id integer generated always as identity primary key,
  exam_id integer not null references exams on delete cascade,
  entered_by integer not null references users,
  -- The ticks of each question, in order, as bits of the answers shown.
  ticks integer[] not null,
  entered_at timestamptz not null default now(),
  constraint paper_entries_once unique (exam_id, entered_by)
);
create index paper_entries_by on paper_entries (entered_by);
create trigger audited after insert or update or delete on paper_entries for each row execute function audit_change();
