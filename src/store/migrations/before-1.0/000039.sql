-- Exports: files made of a client's rows, kept in pieces for some days.
create table exports (
  client_id bigint not null references clients (id),
  id bigint not null generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('subscribers', 'history', 'recipients', 'suppressions', 'verdicts')),
  -- What it is of: ids and choices, as domain/exports/exports.ts writes them.
  about jsonb not null,
  format text not null check (format in ('csv', 'excel', 'xlsx', 'jsonl')),
  gzip boolean not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  -- As a caller saves it.
  file_name text not null,
  rows bigint not null default 0,
  bytes bigint not null default 0,
  -- Why it failed: a sentence.
  problem text,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  expires_at timestamptz not null,
  claim bigint not null default 0,
  claimed_until timestamptz not null default '-infinity',
  primary key (client_id, id)
);
create unique index exports_public_id on exports (client_id, public_id);
create index exports_waiting on exports (claimed_until) where state = 'waiting';
create index exports_expire on exports (expires_at);

-- The octets of the file in pieces, numbered from 0 without a gap.
create table export_chunks (
  client_id bigint not null,
  export_id bigint not null,
  number integer not null,
  bytes bytea not null,
  primary key (client_id, export_id, number),
  foreign key (client_id, export_id) references exports (client_id, id)
);
-- it is written once and read once
alter table export_chunks alter column bytes set storage external;
