-- Links to the report of a campaign for people without a login. The link itself is a signed token that names the row (domain/tokens.ts).
create table report_links (
  client_id bigint not null,
  id bigint not null generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  campaign_id bigint not null,
  label text not null,
  language text not null,
  created_at timestamptz not null default now(),
  created_by text not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  views integer not null default 0,
  last_viewed_at timestamptz,
  -- where the links of the mail stand in it: read once, when the report is shared
  link_places jsonb not null,
  primary key (client_id, id),
  foreign key (client_id, campaign_id) references campaigns (client_id, id)
);
create unique index report_links_public_id on report_links (client_id, public_id);
create index report_links_campaign on report_links (client_id, campaign_id, id);
