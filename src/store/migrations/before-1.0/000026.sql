-- Drafts that are written here: what a campaign has besides its content, its revisions, who is left out of its audience, and saved senders.
-- A campaign from before has one revision, which its own row holds.
alter table campaigns
  add column revision integer not null default 1,
  -- Revisions: the one that its source comes from, and the one whose source html and text were made from.
  add column content_revision integer not null default 1,
  add column taken_revision integer not null default 1,
  add column content_kind text not null default 'url',
  add column preheader text not null default '',
  add column track_opens boolean not null default true,
  add column track_clicks boolean not null default true,
  -- Its own UTM tags; those of the client stand in for what it has not. Null: none are added.
  add column utm jsonb default '{}',
  -- The tags its links were stored with when it began.
  add column sent_utm jsonb;

alter table clients add column utm jsonb not null default '{}';

-- Everything but the content, which stays the same over most revisions and is kept once.
create table campaign_revisions (
  client_id bigint not null,
  campaign_id bigint not null,
  revision integer not null,
  at timestamptz not null,
  username text not null,
  means text not null,
  action text not null,
  -- Of a restored one: which.
  restored integer,
  content_revision integer not null,
  settings jsonb not null,
  primary key (client_id, campaign_id, revision),
  foreign key (client_id, campaign_id) references campaigns (client_id, id)
);

create table campaign_contents (
  client_id bigint not null,
  campaign_id bigint not null,
  -- The first that had it.
  revision integer not null,
  kind text not null,
  html text not null,
  text text,
  html_url text not null default '',
  text_url text not null default '',
  -- Paths of the assets that its HTML shows.
  files text[] not null default '{}',
  primary key (client_id, campaign_id, revision),
  foreign key (client_id, campaign_id) references campaigns (client_id, id)
);

-- Lists, or segments of them, whose members a campaign does not go to.
create table campaign_exclusions (
  client_id bigint not null,
  campaign_id bigint not null,
  list_id bigint not null,
  segment text not null default '',
  primary key (client_id, campaign_id, list_id, segment),
  foreign key (client_id, campaign_id) references campaigns (client_id, id)
);
create index campaign_exclusions_list on campaign_exclusions (client_id, list_id);

create table senders (
  client_id bigint not null references clients (id),
  id bigint generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  from_name text not null,
  from_email text not null,
  reply_to text not null,
  primary key (client_id, id)
);
create unique index senders_name on senders (client_id, lower(from_email), from_name);
create unique index senders_public_id on senders (client_id, public_id);

alter table templates add column revision integer not null default 1;
create table template_revisions (
  client_id bigint not null,
  template_id bigint not null,
  revision integer not null,
  at timestamptz not null,
  username text not null,
  means text not null,
  action text not null,
  restored integer,
  name text not null,
  page_url text not null,
  zip_url text not null,
  screenshot_url text not null,
  html text not null,
  files text[] not null default '{}',
  primary key (client_id, template_id, revision),
  foreign key (client_id, template_id) references templates (client_id, id)
);
