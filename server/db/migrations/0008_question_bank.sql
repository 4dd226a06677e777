-- The bank: chapters of a discipline, questions with every version they ever had, the structure of the exam made from
-- them, and the images they show. A served exam points at a version, so versions are never changed or removed.
create extension if not exists btree_gin;

create table files (
  id uuid primary key,
  kind text not null check (kind in ('question', 'answer')),
  media_type text not null,
  content bytea not null,
  width integer not null,
  height integer not null,
  made_by integer references users,
  made_at timestamptz not null default now()
);
-- Images are compressed already.
alter table files alter column content set storage external;
create index files_made_at on files (made_at);

create table chapters (
  id integer generated always as identity primary key,
  discipline_id integer not null references disciplines on delete cascade,
  code text not null,
  description text not null,
  exam_only boolean not null default false,
  removed_at timestamptz,
  search text generated always as (fold(code || ' ' || description)) stored,
  unique (id, discipline_id)
);
create unique index chapters_code_unique on chapters (discipline_id, code) where removed_at is null;

create table questions (
  id integer generated always as identity primary key,
  chapter_id integer not null references chapters,
  version integer not null default 1,
  exam_only boolean not null default false,
  added_by integer references users,
  removed_at timestamptz,
  changed_at timestamptz not null default now(),
  -- Of the current version, for lists, searching and the warning about near duplicates: the text as it is written, the
  -- same without formatting and folded, and all that is searched (the text and every answer, folded).
  text text not null,
  search_text text not null,
  search text not null,
  sort_text text generated always as (left(search_text, 80)) stored,
  answer_count smallint not null,
  correct_count smallint not null
);
-- Rows are wide. Counting and every order of the list are answered from an index alone.
create index questions_chapter on questions (chapter_id, id) where removed_at is null;
create index questions_by_id on questions (id) include (chapter_id) where removed_at is null;
create index questions_by_text on questions (sort_text, id) include (chapter_id) where removed_at is null;
create index questions_by_change on questions (changed_at, id) include (chapter_id) where removed_at is null;
create index questions_search on questions using gin (search gin_trgm_ops) where removed_at is null;
-- Near duplicates are looked for within a discipline, so that its chapters narrow the index as well.
create index questions_alike on questions using gin (chapter_id, search_text gin_trgm_ops) where removed_at is null;

create table question_versions (
  id integer generated always as identity primary key,
  question_id integer not null references questions,
  number integer not null check (number > 0),
  text text not null check (text <> ''),
  points numeric(6, 2) not null default 10 check (points > 0),
  image uuid references files,
  incomplete boolean not null,
  answer_count smallint not null check (answer_count between 2 and 30),
  written_by integer references users,
  written_at timestamptz not null default now(),
  unique (question_id, number)
);
alter table questions add constraint questions_current_version
  foreign key (id, version) references question_versions (question_id, number) deferrable initially deferred;
create index question_versions_image on question_versions (image) where image is not null;

create table answer_options (
  question_version_id integer not null references question_versions,
  position smallint not null check (position between 0 and 29),
  text text not null check (text <> ''),
  image uuid references files,
  reference_title text,
  reference_page text,
  primary key (question_version_id, position)
);
create index answer_options_image on answer_options (image) where image is not null;

-- The key lies apart from the answers, so that no statement of a running exam has a reason to touch it.
create table question_keys (
  question_version_id integer primary key references question_versions,
  -- Bit n is set when the answer at position n is correct.
  correct integer not null check (correct > 0)
);

create function version_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'a version of a question is never changed or removed';
end $$;
create trigger version_is_final before update or delete on question_versions for each row execute function version_is_final();
create trigger version_is_final before update or delete on answer_options for each row execute function version_is_final();
create trigger version_is_final before update or delete on question_keys for each row execute function version_is_final();

create table discipline_structures (
  discipline_id integer primary key references disciplines on delete cascade,
  questions integer not null check (questions > 0),
  duration_minutes integer not null check (duration_minutes > 0),
  automatic boolean not null
);

create table chapter_structures (
  chapter_id integer primary key,
  discipline_id integer not null references discipline_structures on delete cascade,
  questions integer not null check (questions >= 0),
  percent_simple integer not null check (percent_simple between 0 and 100),
  foreign key (chapter_id, discipline_id) references chapters (id, discipline_id)
);
create index chapter_structures_discipline on chapter_structures (discipline_id);

create trigger audited after insert or update or delete on files for each row execute function audit_change('content');
create trigger audited after insert or update or delete on chapters for each row execute function audit_change();
create trigger audited after insert or update or delete on questions for each row execute function audit_change('search_text', 'sort_text');
create trigger audited after insert or update or delete on question_versions for each row execute function audit_change();
create trigger audited after insert or update or delete on answer_options for each row execute function audit_change();
create trigger audited after insert or update or delete on question_keys for each row execute function audit_change();
create trigger audited after insert or update or delete on discipline_structures
  for each row execute function audit_change();
create trigger audited after insert or update or delete on chapter_structures for each row execute function audit_change();
