-- What happened on the screen during a sitting, gzipped as the browser sent it. A sitting that was resumed has several parts;
-- none is ever overwritten.
create table recordings (
  exam_group_id integer not null references exam_groups on delete cascade,
  part smallint not null check (part > 0),
  content bytea not null,
  sha256 bytea not null,
  uploaded_at timestamptz not null default now(),
  primary key (exam_group_id, part),
  -- The same part sent twice is one part.
  constraint recordings_once unique (exam_group_id, sha256)
);
-- Compressed already.
alter table recordings alter column content set storage external;
