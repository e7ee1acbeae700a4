-- Backups that were made, and the schedule of those that the service makes itself.
create table backups (
  id bigint primary key generated always as identity,
  public_id uuid not null,
  began_at timestamptz not null,
  ended_at timestamptz not null,
  scheduled boolean not null,
  anonymous boolean not null,
  encrypted boolean not null,
  -- the machine, and the file there; '' is standard output
  host text not null,
  file text not null,
  bytes bigint not null,
  rows bigint not null,
  -- why there is no file; null where there is one
  problem text,
  verified_at timestamptz,
  verify_problem text,
  deleted_at timestamptz
);
create index backups_public_id on backups (public_id);

create table backup_schedule (
  one boolean primary key default true check (one),
  -- minutes after midnight, UTC
  minute integer not null check (minute between 0 and 1439),
  folder text not null,
  keep integer not null check (keep > 0),
  recipients text[] not null,
  passphrase_file text,
  next_at timestamptz not null,
  claim bigint not null default 0,
  claimed_until timestamptz not null default '-infinity'
);
