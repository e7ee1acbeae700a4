-- Tags of contacts. A contact is a person of the client, whatever lists the address is on.
create table contact_tags (
  client_id bigint not null references clients (id),
  id bigint generated always as identity,
  public_id uuid not null unique default gen_random_uuid(),
  name text not null,
  color text not null default 'Grey' constraint contact_tags_color_check
    check (color in ('Grey', 'Red', 'Orange', 'Yellow', 'Green', 'Teal', 'Blue', 'Violet', 'Pink')),
  -- Contacts with the tag: kept with the rows of tagged_contacts, never counted.
  people integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (client_id, id)
);
create unique index contact_tags_name on contact_tags (client_id, lower(name));
create table if not exists tagged_contacts (
  client_id bigint not null,
  address text not null,
  tag_id bigint not null,
  at timestamptz not null default clock_timestamp(),
  source text not null constraint tagged_contacts_source_check
    check (source in ('hand', 'api', 'import', 'form', 'bulk', 'link')),
  evidence jsonb not null default '{}',
  -- Of a tag that a click gave: the recipient of the campaign, and the link. It goes when the click turns out to be a machine's.
  campaign_id bigint,
  number integer,
  link integer,
  primary key (client_id, address, tag_id),
  foreign key (client_id, tag_id) references contact_tags (client_id, id) on delete cascade
);
-- who has a tag, in the order of addresses
create index if not exists tagged_contacts_by_tag on tagged_contacts (client_id, tag_id, address);
create index if not exists tagged_contacts_by_click on tagged_contacts (client_id, campaign_id, number) where campaign_id is not null;
-- Tags that the links of a campaign give to people who click them.
create table if not exists campaign_link_tags (
  client_id bigint not null,
  campaign_id bigint not null,
  -- The target as the page has it, without the UTM tags that sending adds.
  url text not null,
  tag_id bigint not null,
  -- The target in mails, which the row of links has; null until the campaign begins.
  sent_url text,
  primary key (client_id, campaign_id, url, tag_id),
  foreign key (client_id, campaign_id) references campaigns (client_id, id),
  foreign key (client_id, tag_id) references contact_tags (client_id, id) on delete cascade
);
create index if not exists campaign_link_tags_by_tag on campaign_link_tags (client_id, tag_id);
-- Names of tags that the row of a file gives.
alter table import_rows add column if not exists tags text[];
-- Bulk changes give tags and take them away.
alter table bulk_changes
  drop constraint bulk_changes_action_check,
  add constraint bulk_changes_action_check
    check (action in ('unsubscribe', 'delete', 'set field', 'clear field', 'copy', 'move', 'add tag', 'remove tag'));
