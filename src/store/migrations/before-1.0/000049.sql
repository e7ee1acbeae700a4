-- The processes of the installation, each as it last told of itself (src/presence.ts). Not logged: those that live tell again.
create unlogged table processes (
  id uuid primary key,
  host text not null,
  pid integer not null,
  roles text[] not null,
  version text not null,
  schema integer not null,
  node text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null default now(),
  -- what is wrong there: relays that are left alone after failures, a disk without room, heartbeats that cannot be written
  held_relays text[] not null,
  is_disk_full boolean not null,
  are_heartbeats_overdue boolean not null
);
