-- Segments by number, of a list or of a client; how many people they had, day by day.
alter table segments
  add column if not exists id bigint generated always as identity,
  add column if not exists changed_at timestamptz not null default now();
alter table segments drop constraint segments_pkey;
alter table segments alter column list_id drop not null;
alter table segments
  add primary key (client_id, id),
  add constraint segments_name unique nulls not distinct (client_id, list_id, name),
  add foreign key (client_id) references clients (id);
create table if not exists segment_sizes (
  client_id bigint not null,
  segment_id bigint not null,
  day date not null,
  people integer not null,
  unknown integer not null,
  counted_at timestamptz not null,
  primary key (client_id, segment_id, day),
  foreign key (client_id, segment_id) references segments (client_id, id) on delete cascade
);
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
  primary key (client_id, campaign_id, url, tag_id),
  foreign key (client_id, campaign_id) references campaigns (client_id, id),
  foreign key (client_id, tag_id) references contact_tags (client_id, id) on delete cascade
);
create index if not exists campaign_link_tags_by_tag on campaign_link_tags (client_id, tag_id);
-- What a campaign goes to or leaves out names segments by number, and may be a segment of the client on every list. The name is still written for the
-- version before.
alter table campaign_lists
  add column if not exists segment_id bigint not null default 0,
  add column if not exists every_list boolean not null default false;
alter table campaign_exclusions
  add column if not exists segment_id bigint not null default 0,
  add column if not exists every_list boolean not null default false;
update campaign_lists p set segment_id = s.id from segments s
where s.client_id = p.client_id and s.list_id = p.list_id and s.name = p.segment and p.segment <> '';
update campaign_exclusions p set segment_id = s.id from segments s
where s.client_id = p.client_id and s.list_id = p.list_id and s.name = p.segment and p.segment <> '';
alter table campaign_lists drop constraint campaign_lists_pkey;
alter table campaign_lists add primary key (client_id, campaign_id, list_id, segment_id, segment);
alter table campaign_exclusions drop constraint campaign_exclusions_pkey;
alter table campaign_exclusions add primary key (client_id, campaign_id, list_id, segment_id, segment);
create index if not exists campaign_lists_segment on campaign_lists (client_id, segment_id) where segment_id <> 0;
create index if not exists campaign_exclusions_segment on campaign_exclusions (client_id, segment_id) where segment_id <> 0;
-- Whom a campaign went to: its lists and segments as they were when it began.
create table if not exists campaign_audiences (
  client_id bigint not null,
  campaign_id bigint not null,
  judged_at timestamptz not null,
  audience jsonb not null,
  primary key (client_id, campaign_id),
  foreign key (client_id, campaign_id) references campaigns (client_id, id)
);

-- Engagement of a person: an address of a client, whatever lists it is on. Days are those of the client's zone. The last bit of each bitmap is
-- the day `upto`; null for no day.
create table if not exists contact_engagement (
  client_id bigint not null,
  address text not null,
  upto date not null,
  accepted_on date,
  opened_on date,
  clicked_on date,
  accepted bit(400),
  -- accepted, and tracked
  measured bit(400),
  -- by people: machines are left out
  opened bit(400),
  clicked bit(400),
  bounced bit(400),
  -- handed over, then refused or unknown
  unaccepted bit(400),
  primary key (client_id, address)
) with (fillfactor = 85);

-- Campaigns whose ledger is not rolled up into contact_engagement yet, from the beginning of their sending on: readers of days look into their ledger.
create table if not exists engagement_rollups (
  client_id bigint not null,
  id bigint not null generated always as identity,
  campaign_id bigint not null,
  -- Begun before there were roll-ups: its opens and clicks are rolled up too, and no reader looks into its ledger.
  is_history boolean not null default false,
  -- Recipients up to this number are rolled up.
  rolled_to integer not null default 0,
  claim bigint not null default 0,
  claimed_until timestamptz not null default '-infinity',
  claimed_by text,
  primary key (client_id, id),
  unique (client_id, campaign_id),
  foreign key (client_id, campaign_id) references campaigns (client_id, id)
);

-- Addresses that memberships had before: mails to them are mails to the person at the present address.
create table if not exists former_addresses (
  client_id bigint not null,
  address text not null,
  former text not null,
  list_id bigint not null,
  subscriber_id bigint not null,
  primary key (client_id, address, former, list_id, subscriber_id)
);

-- Whether campaigns that began before there were roll-ups are in engagement_rollups.
create table if not exists engagement_history (
  one boolean primary key default true check (one),
  is_queued boolean not null
);
insert into engagement_history (is_queued)
select not exists (select from campaigns where started_at is not null)
on conflict do nothing;
-- Templates of segments that an account keeps for its clients. They name fields and tags, never what belongs to one client.
create table if not exists segment_templates (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  public_id uuid not null unique default gen_random_uuid(),
  title text not null,
  tree jsonb not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
create unique index if not exists segment_templates_title on segment_templates (account_id, lower(title));
