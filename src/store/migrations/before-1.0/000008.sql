-- Events told outside: webhooks.

-- What happened, numbered for each client without gaps in the order it is told. A reader who has seen a number never
-- meets a smaller one.
create table told_events (
  client_id bigint not null,
  sequence bigint not null,
  type text not null,
  at timestamptz not null,
  told_at timestamptz not null,            -- when it was numbered
  data jsonb not null,
  primary key (client_id, sequence)
);

-- How far each client's events are told. Whoever numbers holds the row.
create table event_heads (
  client_id bigint primary key,
  last_sequence bigint not null default 0,
  first_kept bigint not null default 1     -- those before are purged
);

create table webhooks (
  client_id bigint not null references clients (id),
  id bigint generated always as identity,
  public_id uuid not null unique,
  url text not null,
  types text[] not null,                   -- empty: every type
  secret bytea not null,                   -- sealed under the installation secret
  old_secret bytea,                        -- signs too until then
  old_secret_until timestamptz,
  created_at timestamptz not null default now(),
  told_to bigint not null,                 -- sequence of the last event that is delivered or not wanted
  failures integer not null default 0,     -- in a row, of the next event
  failing_since timestamptz,
  slow boolean not null default false,     -- its latest answers took long: it waits among the failing ones
  due_at timestamptz not null default now(),
  paused_at timestamptz,
  pause_reason text,
  edition integer not null default 0,      -- a person changed it: who delivers to it begins anew
  lease bigint,                            -- who delivers to it, one at a time
  leased_until timestamptz not null default '-infinity',
  primary key (client_id, id)
);
create index webhooks_due on webhooks (due_at) where paused_at is null;
create sequence webhook_leases;

-- The latest attempts of each webhook, a hundred or so.
create table webhook_attempts (
  client_id bigint not null,
  webhook_id bigint not null,
  id bigint generated always as identity,
  at timestamptz not null,
  sequence bigint,                         -- null: a test
  type text not null,
  attempt integer not null,
  status integer,                          -- of the receiver's answer; null: there was none
  milliseconds integer not null,
  error text,                              -- null: delivered
  primary key (client_id, webhook_id, id),
  foreign key (client_id, webhook_id) references webhooks (client_id, id) on delete cascade
);
