-- Segments by number, of a list or of a client; how many people they had, day by day.
alter table segments
  add column if not exists id bigint generated always as identity,
  add column if not exists changed_at timestamptz not null default now();
alter table segments drop constraint segments_pkey cascade;
alter table segments alter column list_id drop not null;
alter table segments
  add primary key (client_id, id),
  drop constraint if exists segments_name,
  add constraint segments_name unique nulls not distinct (client_id, list_id, name),
  drop constraint if exists segments_client_id_fkey,
  add constraint segments_client_id_fkey foreign key (client_id) references clients (id);
create table if not exists segment_sizes (
  client_id bigint not null,
  segment_id bigint not null,
  day date not null,
  people integer not null,
  unknown integer not null,
  counted_at timestamptz not null,
  primary key (client_id, segment_id, day)
);
alter table segment_sizes
  drop constraint if exists segment_sizes_client_id_segment_id_fkey,
  add constraint segment_sizes_client_id_segment_id_fkey
    foreign key (client_id, segment_id) references segments (client_id, id) on delete cascade;
-- Tags of contacts. A contact is a person of the client, whatever lists the address is on.
create table if not exists contact_tags (
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
create unique index if not exists contact_tags_name on contact_tags (client_id, lower(name));
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
-- Names of tags that the row of a file gives.
alter table import_rows add column if not exists tags text[];
-- Bulk changes give tags and take them away.
alter table bulk_changes
  drop constraint bulk_changes_action_check,
  add constraint bulk_changes_action_check
    check (action in ('unsubscribe', 'delete', 'set field', 'clear field', 'copy', 'move', 'add tag', 'remove tag'));
-- Preference page: what readers see of a list and of its fields.
alter table lists
  add column if not exists description text not null default '',
  add column if not exists shown_to text not null default 'members' constraint lists_shown_to_check
    check (shown_to in ('members', 'everyone', 'hidden'));
alter table custom_fields
  add column if not exists reader_access text not null default 'none' constraint custom_fields_reader_access_check
    check (reader_access in ('none', 'read', 'change'));
alter table preference_history
  drop constraint preference_history_preference_check,
  add constraint preference_history_preference_check check (
    preference in ('language', 'tracking', 'personalising', 'hygiene', 'basis', 'address', 'opt-out', 'mobile', 'pause', 'field',
      'reason'));

-- People who want no mail of the client for a while: no campaign goes to the address until this day has passed in the client's zone.
create table if not exists contact_pauses (
  client_id bigint not null references clients (id),
  address text not null,
  -- the last day without mail
  until date not null,
  primary key (client_id, address)
);

-- Why people left, one row for each membership that ended.
create table if not exists leave_reasons (
  client_id bigint not null,
  list_id bigint not null,
  subscriber_id bigint not null,
  -- subscribers.state_at of the state Unsubscribed it belongs to
  left_at timestamptz not null,
  reason text not null check (reason in ('too many', 'not interesting', 'never signed up', 'other address', 'hard to read', 'other')),
  comment text not null default '',
  -- the letter that led to it
  campaign_id bigint,
  number integer,
  at timestamptz not null default clock_timestamp(),
  primary key (client_id, subscriber_id, left_at)
);
create index if not exists leave_reasons_campaign on leave_reasons (client_id, campaign_id, number) where campaign_id is not null;

-- Changes of address that people asked for themselves.
create table if not exists address_requests (
  client_id bigint not null references clients (id),
  id bigint not null generated always as identity,
  -- the membership of the letter
  list_id bigint not null,
  subscriber_id bigint not null,
  email text not null,
  address text not null,
  new_email text not null,
  new_address text not null,
  state text not null default 'asked' check (state in ('asked', 'changed', 'undone')),
  at timestamptz not null default clock_timestamp(),
  changed_at timestamptz,
  -- the memberships whose address changed
  changed bigint[] not null default '{}',
  language text,
  primary key (client_id, id)
);
create index if not exists address_requests_at on address_requests (at);

-- Sign-up forms.

-- The settings of a form are one document; a list in them may be gone.
create table if not exists forms (
  client_id bigint not null references clients (id),
  id bigint not null generated always as identity,
  public_id uuid not null unique default gen_random_uuid(),
  title text not null,
  paused boolean not null default false,
  settings jsonb not null,
  -- who changed it last: is mailed about waves; null where it was no person
  person_id bigint,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (client_id, id)
);
create index if not exists forms_by_title on forms (client_id, lower(title), id);

-- Every wording that a box for consent ever had, with its SHA-256.
create table if not exists form_wordings (
  client_id bigint not null,
  form_id bigint not null,
  purpose text not null constraint form_wordings_purpose_check check (purpose in ('measuring', 'personalising', 'further')),
  -- of a further purpose; '' for the others
  name text not null,
  version integer not null,
  wording text not null,
  hash bytea not null,
  at timestamptz not null default now(),
  primary key (client_id, form_id, purpose, name, version)
);

-- What was sent off with a form. What a stranger typed stays here until the address is confirmed.
create table if not exists form_sign_ups (
  client_id bigint not null,
  id bigint not null generated always as identity,
  form_id bigint not null,
  -- new: not decided; held: by a wave; asked: a mail was made; confirmed; ended: nothing follows, or mail was refused
  state text not null default 'new' constraint form_sign_ups_state_check check (state in ('new', 'held', 'asked', 'confirmed', 'ended')),
  -- An owner released it from a wave.
  released boolean not null default false,
  email text not null,
  address text not null,
  name text not null default '',
  list_ids bigint[] not null,
  -- as it was given: [{"Key": …, "Value": …}]
  fields jsonb not null default '[]',
  -- the ticked boxes: [{"purpose": …, "name": …, "version": …}]
  consents jsonb not null default '[]',
  language text not null,
  -- where people are led after the confirmation; '' for the form's own page
  next_page text not null default '',
  -- the page that showed the form, the network address and the program of who sent it off
  page text not null default '',
  remote text not null,
  agent text not null default '',
  at timestamptz not null default now(),
  asked_at timestamptz,
  confirmed_at timestamptz,
  primary key (client_id, id)
);
-- those that wait for a decision, in their order
create index if not exists form_sign_ups_new on form_sign_ups (id) where state = 'new';
create index if not exists form_sign_ups_state on form_sign_ups (client_id, form_id, state, at);
create index if not exists form_sign_ups_address on form_sign_ups (client_id, address);
create index if not exists form_sign_ups_at on form_sign_ups (at);

-- Tokens of form pages that were used: a second use does nothing.
create table if not exists form_tokens (
  client_id bigint not null,
  nonce bytea not null,
  at timestamptz not null default now(),
  primary key (client_id, nonce)
);
create index if not exists form_tokens_at on form_tokens (at);

-- What came of a form, by day in the client's time zone. kind: shown, submitted, mailed, confirmed, abandoned, or refused and why.
create table if not exists form_counts (
  client_id bigint not null,
  form_id bigint not null,
  day date not null,
  kind text not null,
  count integer not null,
  primary key (client_id, form_id, day, kind)
);

-- Submissions by hour, by which a wave is known.
create table if not exists form_hours (
  client_id bigint not null,
  form_id bigint not null,
  hour timestamptz not null,
  submitted integer not null,
  primary key (client_id, form_id, hour)
);
create index if not exists form_hours_hour on form_hours (hour);

create table if not exists form_waves (
  client_id bigint not null,
  id bigint not null generated always as identity,
  form_id bigint not null,
  state text not null default 'holding' constraint form_waves_state_check check (state in ('holding', 'released', 'dropped', 'passed')),
  begun_at timestamptz not null default now(),
  ended_at timestamptz,
  -- of the hour in which it began, as far as it is known
  submitted integer not null,
  usual integer not null,
  confirmed_permille integer not null,
  primary key (client_id, id)
);
create index if not exists form_waves_form on form_waves (client_id, form_id, id);

-- What people agreed to with forms, box by box, with its proof: kept by person, as what was confirmed.
create table if not exists form_consents (
  client_id bigint not null,
  address text not null,
  id bigint not null generated always as identity,
  form_id bigint not null,
  purpose text not null,
  name text not null,
  version integer not null,
  wording text not null,
  hash bytea not null,
  given_at timestamptz not null,
  confirmed_at timestamptz not null,
  page text not null,
  remote text not null,
  agent text not null,
  primary key (client_id, address, id)
);

-- Addresses, hashed under a key of the installation, whose people stopped all mails that ask them to confirm.
create table if not exists confirmation_stops (
  address text primary key,
  at timestamptz not null default now()
);
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
