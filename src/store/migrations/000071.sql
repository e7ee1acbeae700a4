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
