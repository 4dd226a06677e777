-- The newest successful backup by the product's own command: one row.
create table backups (
  one boolean primary key default true check (one),
  taken_at timestamptz not null,
  rows bigint not null check (rows >= 0),
  bytes bigint not null check (bytes >= 0)
);
