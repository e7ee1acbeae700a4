-- The first schema. Tenant tables lead with client_id in their keys, so that the database can be distributed by it.
-- Inside, rows are named by small integers; the wire's 32-digit identifiers are the public_id columns.

create table installation (
  one boolean primary key default true check (one),
  installation_id uuid not null default gen_random_uuid(),
  -- sha-256 of the installation secret: a database is never served with another installation's keys
  secret_fingerprint bytea not null,
  created_at timestamptz not null default now()
);

create table accounts (
  id bigint generated always as identity primary key,
  public_id uuid not null unique default gen_random_uuid(),
  name text not null,
  site_url text not null unique,
  time_zone text not null default 'Etc/UTC',
  created_at timestamptz not null default now()
);

create table clients (
  id bigint generated always as identity primary key,
  public_id uuid not null unique default gen_random_uuid(),
  account_id bigint not null references accounts (id),
  company_name text not null,
  contact_name text not null,
  email text not null,
  country text not null,
  time_zone text not null,                 -- IANA name
  time_zone_label text not null,           -- the display string the caller chose, returned as it came
  access_level integer not null default 0,
  billing_type text,
  currency text,
  delivery_fee numeric(12, 4),             -- major units per campaign
  cost_per_recipient numeric(12, 4),       -- minor units (cents)
  design_and_spam_test_fee numeric(12, 4), -- major units
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index clients_email on clients (account_id, lower(email)) where deleted_at is null;
create index clients_by_account on clients (account_id, created_at);

-- Who may sign in: users of the account (client_id null) and the login of a client.
create table logins (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  client_id bigint references clients (id),
  username text not null,
  password_hash text not null,             -- scrypt, see domain/passwords.ts
  key_version integer not null default 1,  -- raised to rotate the API key
  key_hash bytea unique,                   -- sha-256 of the API key, which is derived and never stored
  created_at timestamptz not null default now()
);
create unique index logins_username on logins (account_id, lower(username));
create unique index logins_client on logins (client_id) where client_id is not null;

create table lists (
  client_id bigint not null references clients (id),
  id bigint generated always as identity,
  public_id uuid not null unique default gen_random_uuid(),
  title text not null,
  unsubscribe_page text not null default '',
  confirm_opt_in boolean not null,
  confirmation_success_page text not null default '',
  -- what an opt-out ends: this list, or everything of the client
  unsubscribe_scope text not null default 'list' check (unsubscribe_scope in ('list', 'client')),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (client_id, id)
);
create unique index lists_id on lists (id); -- a membership's token names list and subscriber only
create unique index lists_title on lists (client_id, lower(title)) where deleted_at is null;

create table custom_fields (
  client_id bigint not null,
  list_id bigint not null,
  key text not null,                       -- without brackets: 'ZipCode'
  name text not null,
  data_type text not null
    check (data_type in ('Text', 'Number', 'MultiSelectOne', 'MultiSelectMany', 'Date', 'Country', 'USState')),
  options text[] not null default '{}',
  position integer not null,
  primary key (client_id, list_id, key),
  foreign key (client_id, list_id) references lists (client_id, id)
);
create unique index custom_fields_key on custom_fields (client_id, list_id, lower(key));

create table segments (
  client_id bigint not null,
  list_id bigint not null,
  name text not null,
  rules jsonb not null,
  created_at timestamptz not null default now(),
  primary key (client_id, list_id, name),
  foreign key (client_id, list_id) references lists (client_id, id)
);

create table subscribers (
  client_id bigint not null,
  list_id bigint not null,
  id bigint generated always as identity,
  email text not null,                     -- as it came
  address text not null,                   -- the key: domain in lower-case A-labels, local part in lower case
  name text not null default '',
  mobile_number text,                      -- E.164
  state text not null check (state in ('Active', 'Unconfirmed', 'Unsubscribed', 'Bounced', 'Deleted')),
  state_at timestamptz not null,           -- when the present state was entered: Subscriber.Date on the wire
  joined_at timestamptz not null,
  fields jsonb not null default '{}',      -- custom field key → text, or array of texts for MultiSelectMany
  soft_bounces integer not null default 0, -- in a row
  primary key (client_id, id)
);
-- No two of these begin with client and list: to a planner without statistics, or one that does not know that a list
-- belongs to one client, such an index looks as good as a unique one, and an address is looked up by reading its list.
create unique index subscribers_address on subscribers (client_id, address, list_id);
create index subscribers_state on subscribers (list_id, state, state_at, id);

-- Every change of state, with its cause and evidence. Kept by month.
create table subscriber_history (
  client_id bigint not null,
  list_id bigint not null,
  subscriber_id bigint not null,
  at timestamptz not null,
  from_state text,
  to_state text not null,
  cause text not null,                     -- added, resubscribed, confirmed, unsubscribed, bounced, complained, deleted …
  evidence jsonb not null default '{}'     -- who, by which wire, from which mail
) partition by range (at);
create table subscriber_history_rest partition of subscriber_history default;
create index subscriber_history_of on subscriber_history (client_id, list_id, subscriber_id, at);

create table suppressions (
  client_id bigint not null references clients (id),
  address text not null,
  email text not null,
  reason text not null check (reason in ('unsubscribed', 'bounced', 'complained', 'manual')),
  at timestamptz not null,
  evidence jsonb not null default '{}',
  primary key (client_id, address)
);
create index suppressions_at on suppressions (client_id, at);

-- What List.GetStats reads: maintained with each change of state, never counted. The day is the client's.
create table list_totals (
  client_id bigint not null,
  list_id bigint not null,
  active integer not null default 0,
  unconfirmed integer not null default 0,
  unsubscribed integer not null default 0,
  bounced integer not null default 0,
  deleted integer not null default 0,
  primary key (client_id, list_id),
  foreign key (client_id, list_id) references lists (client_id, id)
);
create table list_days (
  client_id bigint not null,
  list_id bigint not null,
  day date not null,
  active integer not null default 0,       -- entered this state on this day
  unsubscribed integer not null default 0,
  bounced integer not null default 0,
  deleted integer not null default 0,
  primary key (client_id, list_id, day),
  foreign key (client_id, list_id) references lists (client_id, id)
);

create table templates (
  client_id bigint not null references clients (id),
  id bigint generated always as identity,
  public_id uuid not null unique default gen_random_uuid(),
  name text not null,
  page_url text not null,
  zip_url text not null default '',
  screenshot_url text not null default '',
  html text not null,                      -- our copy, references rewritten to kept files
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (client_id, id)
);

create table campaigns (
  client_id bigint not null references clients (id),
  id bigint generated always as identity,
  public_id uuid not null unique default gen_random_uuid(),
  name text not null,
  subject text not null,
  from_name text not null,
  from_email text not null,
  reply_to text not null,
  html_url text not null,
  text_url text not null default '',
  html text not null,                      -- our copy, references rewritten to kept files
  text text,                               -- null: generated from the HTML
  state text not null default 'draft'
    check (state in ('draft', 'scheduled', 'sending', 'paused', 'cancelled', 'sent')),
  confirmation_email text,
  due_at timestamptz,                      -- when it is to start
  started_at timestamptz,                  -- audience frozen
  finished_at timestamptz,                 -- nobody open any more
  at_least_once boolean not null default false,
  public_url text,                         -- how the world reached us when it was sent: the base of its links
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (client_id, id)
);
create unique index campaigns_id on campaigns (id); -- a recipient's token names campaign and number only
create unique index campaigns_draft_name on campaigns (client_id, lower(name))
  where deleted_at is null and state in ('draft', 'scheduled');
create index campaigns_due on campaigns (due_at) where state = 'scheduled' and deleted_at is null;
create index campaigns_sending on campaigns (client_id, id) where state = 'sending';

create table campaign_lists (
  client_id bigint not null,
  campaign_id bigint not null,
  list_id bigint not null,
  segment text not null default '',        -- '' for the whole list
  primary key (client_id, campaign_id, list_id, segment),
  foreign key (client_id, campaign_id) references campaigns (client_id, id)
);

-- Files kept for templates and campaigns: images of their pages, entries of their zips, screenshots.
create table kept_files (
  client_id bigint not null references clients (id),
  owner text not null check (owner in ('template', 'campaign')),
  owner_id bigint not null,
  path text not null,
  media_type text not null,
  bytes bytea not null,
  primary key (client_id, owner, owner_id, path)
);

-- Link targets of a campaign. A signed token names a row; no URL ever comes from a request.
create table links (
  client_id bigint not null,
  campaign_id bigint not null,
  number integer not null,
  url text not null,
  primary key (client_id, campaign_id, number),
  foreign key (client_id, campaign_id) references campaigns (client_id, id)
);

-- THE LEDGER (docs/decisions/mail-goes-out-at-most-once.md, design §4): audience, leases, log.

-- Who a campaign goes to, frozen when it starts. Immutable.
create table audience (
  client_id bigint not null,
  campaign_id bigint not null,
  number integer not null,                 -- dense, from 1
  list_id bigint not null,
  subscriber_id bigint not null,
  email text not null,
  address text not null,
  name text not null,
  fields jsonb not null,
  primary key (client_id, campaign_id, number)
);
-- not beginning as the key does, so that a planner without statistics cannot mistake one for the other
create unique index audience_address on audience (client_id, address, campaign_id);

-- Ranges of numbers a sender has claimed; durable before anything of the range is composed.
create table leases (
  client_id bigint not null,
  campaign_id bigint not null,
  low integer not null,
  high integer not null,
  owner text not null,
  token bigint not null,                   -- fencing: only the newest holder's appends count
  expires_at timestamptz not null,
  due_at timestamptz not null default '-infinity', -- nobody takes the range up before: its earliest retry
  done boolean not null default false,     -- nobody of the range is open any more
  primary key (client_id, campaign_id, low)
);
create index leases_open on leases (client_id, campaign_id, expires_at) where not done;
create sequence lease_tokens;

-- Append-only. The last entry of a recipient is its state.
create table log (
  client_id bigint not null,
  campaign_id bigint not null,
  number integer not null,
  attempt integer not null,
  kind text not null check (kind in ('handing over', 'accepted', 'deferred', 'refused', 'unknown', 'excluded')),
  at timestamptz not null default now(),
  code smallint,                           -- the relay's reply code
  answer text,                             -- the relay's words, or the reason of an exclusion
  retry_at timestamptz,                    -- of a deferral
  primary key (client_id, campaign_id, number, attempt, kind)
);

-- Counters per campaign, kept from the appends in the same transaction: recipients = the sum of the states.
create table campaign_totals (
  client_id bigint not null,
  campaign_id bigint not null,
  recipients integer not null default 0,
  next_number integer not null default 1,  -- first number no lease covers yet
  planned integer not null default 0,
  handing_over integer not null default 0,
  accepted integer not null default 0,
  deferred integer not null default 0,
  refused integer not null default 0,
  unknown integer not null default 0,
  excluded integer not null default 0,
  opens integer not null default 0,
  unique_opens integer not null default 0,
  clicks integer not null default 0,
  unsubscribes integer not null default 0,
  bounces integer not null default 0,
  primary key (client_id, campaign_id),
  foreign key (client_id, campaign_id) references campaigns (client_id, id),
  check (recipients = planned + handing_over + accepted + deferred + refused + unknown + excluded)
);

-- WHAT COMES BACK

-- Every open and click, raw. Kept by month.
create table hits (
  client_id bigint not null,
  campaign_id bigint not null,
  number integer not null,                 -- of the audience
  kind text not null check (kind in ('open', 'click')),
  link integer,                            -- of a click
  at timestamptz not null,
  remote text not null,                    -- truncated per privacy setting
  agent text not null
) partition by range (at);
create table hits_rest partition of hits default;
create index hits_of on hits (client_id, campaign_id, number);

create table opens (
  client_id bigint not null,
  campaign_id bigint not null,
  number integer not null,
  opens integer not null,
  first_at timestamptz not null,
  primary key (client_id, campaign_id, number)
);

create table clicks (
  client_id bigint not null,
  campaign_id bigint not null,
  number integer not null,
  link integer not null,
  clicks integer not null,
  first_at timestamptz not null,
  primary key (client_id, campaign_id, number, link)
);

create table campaign_unsubscribes (
  client_id bigint not null,
  campaign_id bigint not null,
  number integer not null,
  at timestamptz not null,
  primary key (client_id, campaign_id, number)
);

create table campaign_bounces (
  client_id bigint not null,
  campaign_id bigint not null,
  number integer not null,
  type text not null check (type in ('H', 'S')),
  at timestamptz not null,
  evidence text not null,
  primary key (client_id, campaign_id, number)
);

-- Calls that must not come too often: clients created per account, confirmation mails per address …
create table occurrences (
  kind text not null,
  subject text not null,
  at timestamptz not null default now()
);
create index occurrences_of on occurrences (kind, subject, at);
