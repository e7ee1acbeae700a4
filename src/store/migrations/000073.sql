-- Blocks: sections that a client saved under a name, and the brand kit of letters.
create table if not exists blocks (
  client_id bigint not null references clients (id),
  id bigint generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  name text not null,
  section text not null,
  changed_at timestamptz not null default now(),
  primary key (client_id, id)
);
create unique index if not exists blocks_name on blocks (client_id, lower(name));
create unique index if not exists blocks_public_id on blocks (client_id, public_id);
alter table client_brandings
  add column if not exists heading_font text not null default '',
  add column if not exists text_font text not null default '',
  add column if not exists colors text[] not null default '{}',
  add column if not exists social_links jsonb not null default '[]';
