-- Seconds in which a campaign that was sent from the console at once can still be stopped.
alter table clients add column stop_seconds integer not null default 60
  constraint clients_stop_seconds_check check (stop_seconds between 0 and 600);

-- How a client's public pages and mails to subscribers look and what they say. Colours are checked here as well: they are the
-- one thing of a caller's that stands in a style sheet.
create table client_brandings (
  client_id bigint primary key references clients (id),
  changed_at timestamptz not null default now(),
  logo_url text not null,
  logo_type text,
  logo_bytes bytea,
  primary_color text not null check (primary_color ~ '^(#[0-9a-f]{6})?$'),
  background_color text not null check (background_color ~ '^(#[0-9a-f]{6})?$'),
  footer_text text not null,
  postal_address text not null,
  imprint_url text not null,
  from_name text not null,
  from_email text not null,
  wordings jsonb not null
);
