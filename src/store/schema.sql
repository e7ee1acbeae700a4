-- The schema of a new database: `migrate` runs this file where a database is empty, and only migrations that are newer than it elsewhere.
-- Each change is made twice, here and in a migration; src/store/migrate.test.ts compares what the two make, to the order of columns.
-- Tenant tables lead with client_id in their keys, so that the database can be distributed by it.
-- Rows are named by small integers; the 32-digit identifiers of the wires are the public_id columns.

create table installation (
  one boolean primary key default true check (one),
  installation_id uuid not null default gen_random_uuid(),
  -- sha-256 of the installation secret: a database is never served with another installation's keys
  secret_fingerprint bytea not null,
  created_at timestamptz not null default now(),
  -- Which database this is, by its server and number; a copy of it differs. Null until a sender first looked.
  database_sign text,
  -- When an operator last released holds: a sender that runs on over it does not hold again for what it had committed before.
  released_at timestamptz
);

create table accounts (
  id bigint generated always as identity primary key,
  public_id uuid not null unique default gen_random_uuid(),
  name text not null,
  site_url text not null unique,
  time_zone text not null default 'Etc/UTC',
  created_at timestamptz not null default now(),
  -- From then on people of the account need a second factor; null for never.
  factor_required_from timestamptz
);

create table clients (
  id bigint generated always as identity primary key,
  public_id uuid not null unique default gen_random_uuid(),
  account_id bigint not null references accounts (id),
  company_name text not null,
  contact_name text not null,
  email text not null,
  country text not null,
  time_zone text not null, -- IANA name
  time_zone_label text not null, -- the display string the caller chose, returned as it came
  access_level integer not null default 0,
  billing_type text,
  currency text,
  delivery_fee numeric(12, 4), -- major units per campaign
  cost_per_recipient numeric(12, 4), -- minor units (cents)
  design_and_spam_test_fee numeric(12, 4), -- major units
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- Most mails of a client's day: null for the installation's limit, 0 for none.
  daily_limit integer check (daily_limit >= 0),
  limited_until timestamptz,
  -- nothing of the client is handed over while it is set
  held_at timestamptz,
  -- Campaign.Send refuses campaigns that Campaign.Check does not find ready.
  send_only_ready boolean not null default false,
  utm jsonb not null default '{}',
  -- Seconds in which a campaign that was sent from the console at once can still be stopped.
  stop_seconds integer not null default 60 constraint clients_stop_seconds_check check (stop_seconds between 0 and 600),
  -- Whether its campaigns are sent only after an approval.
  approval_required boolean not null default false,
  -- Sample data: one client of an account at most, in no bill and never mailed to relays.
  is_sample boolean not null default false,
  -- Above how many recipients a person has to type their number to send a campaign; null for ten times the usual audience.
  confirm_above integer constraint clients_confirm_above_check check (confirm_above >= 0),
  -- The frequency cap: at most so many mails on so many days; null for none.
  cap_mails integer,
  cap_days integer,
  -- Who asked for an approval does not give it, where another person may.
  approval_by_another boolean not null default true
);
create index clients_by_account on clients (account_id, created_at);
create unique index clients_sample on clients (account_id) where is_sample and deleted_at is null;
create unique index clients_email on clients (account_id, lower(email)) where deleted_at is null and email <> '';

-- Who may sign in: users of the account (client_id null) and the login of a client.
create table logins (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  client_id bigint references clients (id),
  username text not null,
  password_hash text not null, -- scrypt, see domain/passwords.ts
  key_version integer not null default 1, -- raised to rotate the API key
  key_hash bytea unique, -- sha-256 of the API key, which is derived and never stored
  created_at timestamptz not null default now(),
  -- sha-256 of the key before the present one, while both work; null: the key was replaced at once, or never
  old_key_hash bytea unique,
  -- the old key is refused from then on
  old_key_ends_at timestamptz,
  -- null: the key is the first one
  key_rotated_at timestamptz,
  -- A session belongs to a person or to a client's login. Sessions of an earlier epoch are invalid: a new password, or grants that
  -- were taken away, raise the epoch.
  epoch integer not null default 1,
  -- The login of an account's user who was removed, or is not an Owner any more: its key, its password and its sessions are invalid.
  withdrawn_at timestamptz,
  constraint logins_old_key check ((old_key_hash is null) = (old_key_ends_at is null))
);
create unique index logins_username on logins (account_id, lower(username));
create unique index logins_client on logins (client_id) where client_id is not null;
create index logins_clients on logins (account_id, id) where client_id is not null;

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
  -- always: all who did not refuse are tracked; consent: only those who agreed; never: no one
  tracking text not null default 'always' check (tracking in ('always', 'consent', 'never')),
  -- of pages and mails where the reader's own is not known, BCP 47
  language text not null default 'en',
  -- the profile of law that sets defaults and findings (docs/law.md)
  law text not null default 'other' constraint lists_law_check
    check (law in ('FR', 'IT', 'DE', 'CH', 'UK', 'US', 'CA', 'JP', 'BR', 'other')),
  -- whether the list asks for consent to personalising
  personalising boolean not null default false,
  -- whether the date of the last open of members who are not measured is kept
  hygiene boolean not null default false,
  -- whether opens of recipients who are not measured are counted without saying whose
  anonymous_opens boolean not null default false,
  -- said to readers of the preference page
  description text not null default '',
  -- on whose preference page it is: that of its members, of every reader of the client, or of those alone whose letter came by it
  shown_to text not null default 'members' constraint lists_shown_to_check
    check (shown_to in ('members', 'everyone', 'hidden')),
  -- The settings of its public archive; null where it was never shown.
  archive jsonb,
  primary key (client_id, id)
);
create unique index lists_id on lists (id); -- a membership's token names only list and subscriber
create unique index lists_title on lists (client_id, lower(title)) where deleted_at is null;

create table custom_fields (
  client_id bigint not null,
  list_id bigint not null,
  key text not null, -- without brackets: 'ZipCode'
  name text not null,
  data_type text not null check (data_type in ('Text', 'Number', 'MultiSelectOne', 'MultiSelectMany', 'Date', 'Country', 'USState')),
  options text[] not null default '{}',
  position integer not null,
  -- Kept for integrations of the REST interface.
  visible boolean not null default true,
  -- what a reader may do with the own value on the preference page
  reader_access text not null default 'none' constraint custom_fields_reader_access_check
    check (reader_access in ('none', 'read', 'change')),
  primary key (client_id, list_id, key),
  foreign key (client_id, list_id) references lists (client_id, id)
);
create unique index custom_fields_key on custom_fields (client_id, list_id, lower(key));

create table segments (
  client_id bigint not null references clients (id),
  list_id bigint, -- null: of the client, whichever list a person is on
  name text not null,
  rules jsonb not null, -- an array of rules that must all hold, or a tree (domain/segments/stored.ts)
  created_at timestamptz not null default now(),
  -- By which programs name the segment, whatever its name is.
  public_id uuid not null default gen_random_uuid(),
  id bigint generated always as identity,
  -- when the rules last changed: earlier counts are of others
  changed_at timestamptz not null default now(),
  primary key (client_id, id),
  constraint segments_name unique nulls not distinct (client_id, list_id, name),
  foreign key (client_id, list_id) references lists (client_id, id)
);
create index segments_public_id on segments (public_id);

-- How many people a segment had: the last count of a day in the time zone of the client.
create table segment_sizes (
  client_id bigint not null,
  segment_id bigint not null,
  day date not null,
  people integer not null,
  -- of whom engagement is not known, so that they are not in the segment
  unknown integer not null,
  counted_at timestamptz not null,
  primary key (client_id, segment_id, day),
  foreign key (client_id, segment_id) references segments (client_id, id) on delete cascade
);

create table subscribers (
  client_id bigint not null,
  list_id bigint not null,
  id bigint generated always as identity,
  email text not null, -- as it came
  address text not null, -- the key: domain in lower-case A-labels, local part in lower case
  name text not null default '',
  mobile_number text, -- E.164
  state text not null check (state in ('Active', 'Unconfirmed', 'Unsubscribed', 'Bounced', 'Deleted')),
  state_at timestamptz not null, -- when the present state was entered: Subscriber.Date on the wire
  joined_at timestamptz not null,
  fields jsonb not null default '{}', -- custom field key → text, or array of texts for MultiSelectMany
  -- null: never asked
  tracking_consent boolean,
  -- what the subscriber chose for pages and mails about the subscription; null: no choice
  language text,
  mobile_consent boolean,
  -- null: never asked
  personalising_consent boolean,
  -- false: refused
  hygiene_consent boolean,
  -- of the last open, of a member who is not measured on a list with hygiene; in the client's time zone
  last_open_on date,
  -- when a letter last asked for consent
  consent_asked_on date,
  -- why the person may be mailed, and until when where it ends; null: not recorded
  basis text constraint subscribers_basis_check
    check (basis in ('express', 'implied', 'contract', 'legitimate interest')),
  basis_until date,
  primary key (client_id, id)
) with (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 20000);
-- No two of these begin with client and list: to a planner without statistics, or one that does not know that a list
-- belongs to one client, such an index looks as good as a unique one, and an address is looked up by reading its list.
-- Compares addresses by their bytes, so that their beginning can be searched for across lists too, and finds equal ones.
create unique index subscribers_address on subscribers (client_id, address text_pattern_ops, list_id);
create index subscribers_state on subscribers (list_id, state, state_at, id);
-- Lists that are read page by page, each in an order that an index has. Addresses are ordered by their bytes, whatever the collation
-- of the database is; so their beginning can be searched for too.
-- Those of subscribers begin with the list: before statistics are gathered, an index that begins with client and list would be
-- taken for look-ups of one address, which then go through the list.
create index subscribers_joined on subscribers (list_id, state, joined_at, id);
create index subscribers_by_address on subscribers (list_id, state, (address collate "C"));
-- Contacts of a domain, whose entries share one key: few addresses are sorted, and many are met soon among all others.
create index subscribers_by_domain on subscribers (client_id, (split_part(address, '@', -1) collate "C"));
-- The beginning of names orders them, and contacts are found by it in each list. What each index of subscribers costs is in docs/scale.md.
create index subscribers_by_list_name on subscribers (list_id, state, left(lower(name), 60) collate "C", id);
-- Implied consents that have ended are found without reading the others.
create index subscribers_basis_ends on subscribers (list_id, basis_until) where basis = 'implied';

-- Every change of state of a subscriber, with its cause and evidence. Partitioned by month.
create table subscriber_history (
  client_id bigint not null,
  list_id bigint not null,
  subscriber_id bigint not null,
  at timestamptz not null,
  from_state text,
  to_state text not null,
  cause text not null, -- added, resubscribed, confirmed, unsubscribed, bounced, complained, deleted …
  evidence jsonb not null default '{}' -- who, by which wire, from which mail
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
) with (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 20000);
create index suppressions_at on suppressions (client_id, at);
create index suppressions_by_address on suppressions (client_id, reason, (address collate "C"));
create index suppressions_by_date on suppressions (client_id, at, address);

-- Counters that List.GetStats reads: maintained with each change of state, never counted. The day is the client's.
create table list_totals (
  client_id bigint not null,
  list_id bigint not null,
  active integer not null default 0,
  unconfirmed integer not null default 0,
  unsubscribed integer not null default 0,
  bounced integer not null default 0,
  deleted integer not null default 0,
  -- The first day from which list_days is complete; null: all days since the list was made.
  days_from date,
  -- another one whenever members come, go, or change what they are ordered by: marks of numbered pages hold for one
  revision bigint not null default 0,
  primary key (client_id, list_id),
  foreign key (client_id, list_id) references lists (client_id, id)
);

create table list_days (
  client_id bigint not null,
  list_id bigint not null,
  day date not null,
  active integer not null default 0, -- entered this state on this day
  unsubscribed integer not null default 0,
  bounced integer not null default 0,
  deleted integer not null default 0,
  confirmed integer not null default 0,
  complained integer not null default 0,
  -- of list_totals after the day's last change; null on days before it was counted
  active_at_end integer,
  -- of those who became active, by imports; null where not all of the day was counted
  imported integer,
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
  html text not null, -- our copy, references rewritten to assets
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  revision integer not null default 1,
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
  html text not null, -- our copy, references rewritten to assets
  text text, -- null: generated from the HTML
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'sending', 'paused', 'cancelled', 'sent')),
  confirmation_email text,
  due_at timestamptz, -- when it is to start
  started_at timestamptz, -- audience frozen
  finished_at timestamptz, -- no recipient is open any more
  at_least_once boolean not null default false,
  public_url text, -- how the world reached us when it was sent: the base of its links
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- A schedule that came up more than LETTERSHOP_LATEST_START_HOURS late: the campaign is a draft again.
  missed_at timestamptz,
  -- Of the key that signs the links of its mails: the same for all of them, since the Message-ID holds a token and must not change.
  link_version smallint not null default 1,
  -- When a campaign last came into a state.
  active_at timestamptz not null default now(),
  -- A campaign of earlier versions has one revision, which its own row holds.
  revision integer not null default 1,
  -- Revisions: the one that its source comes from, and the one whose source html and text were made from.
  content_revision integer not null default 1,
  taken_revision integer not null default 1,
  content_kind text not null default 'url',
  preheader text not null default '',
  track_opens boolean not null default true,
  track_clicks boolean not null default true,
  -- Its own UTM tags; those of the client fill what it lacks. Null: none are added.
  utm jsonb default '{}',
  -- The tags its links were stored with when it began.
  sent_utm jsonb,
  -- Words that campaigns are found by.
  tags text[] not null default '{}',
  -- Whether rules of its style sheets are copied to the elements they match when it is composed.
  inline_css boolean not null default true,
  -- A letter that asks for consent to tracking: it is not tracked, and goes to whom none asked in the last six months.
  asks_for_consent boolean not null default false,
  -- The campaign that it follows, and the first one of all that follow each other (store/campaigns/follow-ups.ts).
  follows_id bigint,
  follows_root bigint,
  follows_as text check (follows_as in ('resend', 'catch up')),
  -- Of a resend: how long after the end of the other campaign it may start.
  follows_after_hours integer,
  -- When its mails go out (store/campaigns/timing.ts); null for at once.
  timing jsonb,
  -- Where they go out by the time zones of recipients: the local time.
  local_due timestamp,
  -- Whether public archives show it; null for the rule (store/archives/archives.ts).
  archived boolean,
  -- Of a series: a draft or an edition of one of its steps, which no list of campaigns shows (store/series/series.ts).
  series_id bigint,
  series_step_id bigint,
  -- Its audience grows: it is not over when no recipient is open.
  rolling boolean not null default false,
  -- What is frozen of each recipient of a growing audience for conditions of the letter: the traits of an `Audience`.
  rolling_traits jsonb,
  primary key (client_id, id)
);
create index campaigns_series on campaigns (client_id, series_id) where series_id is not null;
create unique index campaigns_id on campaigns (id); -- a recipient's token names only campaign and number
create unique index campaigns_draft_name on campaigns (client_id, lower(name)) where deleted_at is null and state in ('draft', 'scheduled');
-- A campaign has one resend. A deleted one makes room for another only if it was not sent.
create unique index campaigns_follows on campaigns (client_id, follows_id, follows_as)
  where follows_id is not null and (deleted_at is null or started_at is not null);
create index campaigns_follow_root on campaigns (client_id, follows_root) where follows_root is not null;
create index campaigns_due on campaigns (due_at) where state = 'scheduled' and deleted_at is null;
create index campaigns_sending on campaigns (client_id, id) where state = 'sending';
-- Cancelled campaigns with open recipients: their sender has not released the last range.
create index campaigns_closing on campaigns (client_id, id) where state = 'cancelled' and finished_at is null;
-- the campaigns of the last days
create index campaigns_started on campaigns (client_id, started_at) where started_at is not null;
create index campaigns_active on campaigns (client_id, state, active_at, id) where deleted_at is null;
-- What needs a hand among the clients of an account: few rows each, whatever the tables hold.
create index campaigns_under_way on campaigns (client_id, state) where deleted_at is null and state in ('scheduled', 'sending', 'paused');

create table campaign_lists (
  client_id bigint not null,
  campaign_id bigint not null,
  list_id bigint not null,
  segment text not null default '', -- '' for all of the list; of a segment its name when it was written, which the version before reads
  segment_id bigint not null default 0, -- 0 for all of the list, and in rows of the version before
  every_list boolean not null default false, -- a segment of the client on all lists, also those that are made later
  primary key (client_id, campaign_id, list_id, segment_id, segment),
  foreign key (client_id, campaign_id) references campaigns (client_id, id)
);
create index campaign_lists_segment on campaign_lists (client_id, segment_id) where segment_id <> 0;

-- Files kept for templates and campaigns: images of their pages, entries of their zips, screenshots.
create table assets (
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

-- THE LEDGER (docs/decisions/delivery-guarantees.md#at-most-once-with-bounded-unknowns): audience, leases, log. Partitioned by ranges of
-- campaigns, which are made ahead (partitions.ts).

-- Who a campaign goes to, frozen when it starts. Immutable.
create table audience (
  client_id bigint not null,
  campaign_id bigint not null,
  number integer not null, -- dense, from 1
  list_id bigint not null,
  subscriber_id bigint not null,
  email text not null,
  address text not null,
  name text not null,
  fields jsonb not null,
  -- as it was when the audience was frozen
  tracked boolean not null default true,
  -- what conditions of the letter ask for: tag:vip, language:de; null where it asks for neither tags nor a language
  traits text[],
  primary key (client_id, campaign_id, number)
) partition by range (campaign_id);
create table audience_first partition of audience for values from (minvalue) to (1000);
-- not beginning as the key does, so that a planner without statistics cannot mistake one for the other
create unique index audience_address on audience (client_id, address, campaign_id);

create sequence lease_tokens;

-- Ranges of numbers a sender has claimed; durable before anything of the range is composed.
create table leases (
  client_id bigint not null,
  campaign_id bigint not null,
  low integer not null,
  high integer not null,
  owner text not null,
  token bigint not null, -- fencing: only appends of the newest holder are accepted
  expires_at timestamptz not null,
  due_at timestamptz not null default '-infinity', -- no sender claims the range before: its earliest retry
  done boolean not null default false, -- no recipient of the range is open any more
  -- The high-water mark: numbers of the range up to this may have been handed over. It is advanced in groups ahead of the data; the
  -- log holds the outcomes. The state of a recipient is its last entry in the log (highest attempt, then latest), but *handing over*
  -- when it is open (no entry, or deferred until no later than the lease was opened) and its number is at most the mark of its range.
  handed integer not null default 0,
  -- Recipients open at this time are sent to under this lease.
  opened_at timestamptz not null default '-infinity',
  -- Of its client's daily limit, while the range is held.
  reserved integer not null default 0,
  -- A range whose lease ran out is called for before another sender takes it: an owner that lives renews the lease then.
  called boolean not null default false,
  -- Whose clock the allowed hours of the campaign are of; null where it has none.
  time_zone text,
  primary key (client_id, campaign_id, low)
) partition by range (campaign_id);
create table leases_first partition of leases for values from (minvalue) to (1000);
create index leases_open on leases (client_id, campaign_id, expires_at) where not done;

-- Append-only. The last entry of a recipient is its state.
create table log (
  client_id bigint not null,
  campaign_id bigint not null,
  number integer not null,
  attempt integer not null,
  kind text not null check (kind in ('handing over', 'accepted', 'deferred', 'refused', 'unknown', 'excluded')),
  at timestamptz not null default now(),
  code smallint, -- the relay's reply code
  answer text, -- the relay's words, or the reason of an exclusion
  retry_at timestamptz, -- of a deferral
  -- Whose decision an entry is (a retry, a settlement, a cancellation); null for what became of a hand-over.
  login_id bigint,
  primary key (client_id, campaign_id, number, attempt, kind)
) partition by range (campaign_id);
create table log_first partition of log for values from (minvalue) to (1000);
-- Who was refused, deferred, excluded or is unknown, found without reading the many who were accepted.
create index log_exceptions on log (client_id, campaign_id, kind, number) where kind in ('deferred', 'refused', 'unknown', 'excluded');

-- Counters per campaign, kept from the appends in the same transaction: recipients = the sum of the states.
create table campaign_totals (
  client_id bigint not null,
  campaign_id bigint not null,
  recipients integer not null default 0,
  next_number integer not null default 1, -- first number no lease covers yet
  planned integer not null default 0 check (planned >= 0),
  handing_over integer not null default 0 check (handing_over >= 0),
  accepted integer not null default 0 check (accepted >= 0),
  deferred integer not null default 0 check (deferred >= 0),
  refused integer not null default 0 check (refused >= 0),
  unknown integer not null default 0 check (unknown >= 0),
  excluded integer not null default 0 check (excluded >= 0),
  opens integer not null default 0,
  unique_opens integer not null default 0,
  clicks integer not null default 0,
  unsubscribes integer not null default 0,
  bounces integer not null default 0,
  unique_clicks integer not null default 0,
  complaints integer not null default 0,
  -- letters its recipients sent on to friends
  forwards integer not null default 0,
  -- another one whenever hits are counted: marks of numbered pages hold for one
  hits_revision bigint not null default 0,
  -- of opens and clicks, those that were removed one by one because people refused
  removed_opens integer not null default 0,
  removed_clicks integer not null default 0,
  primary key (client_id, campaign_id),
  foreign key (client_id, campaign_id) references campaigns (client_id, id),
  check (recipients = planned + handing_over + accepted + deferred + refused + unknown + excluded)
);
-- those whose unknowns may be settled by what comes back
create index campaign_totals_unknown on campaign_totals (client_id, campaign_id) where unknown > 0;

-- WHAT COMES BACK

-- Every open and click, raw. Partitioned by month.
create table hits (
  client_id bigint not null,
  campaign_id bigint not null,
  number integer not null, -- of the audience
  kind text not null check (kind in ('open', 'click')),
  link integer, -- of a click
  at timestamptz not null,
  remote text not null, -- truncated per privacy setting
  agent text not null,
  method text not null default 'GET' check (method in ('GET', 'HEAD')),
  -- the request said that it was made ahead of the reader
  prefetch boolean not null default false
) partition by range (at);
create table hits_rest partition of hits default;
create index hits_of on hits (client_id, campaign_id, number, at);
-- pages of opens and of clicks by date
create index hits_by_date on hits (client_id, campaign_id, kind, at, number) where method = 'GET';

create table opens (
  client_id bigint not null,
  campaign_id bigint not null,
  number integer not null,
  opens integer not null,
  first_at timestamptz not null,
  clicks integer not null default 0,
  -- HEAD requests; no opens and no clicks
  heads integer not null default 0,
  -- of the first hit that is not classified yet
  stale_at timestamptz,
  -- what this recipient has added to the engagement of the campaign, its hours and its links
  counted jsonb,
  primary key (client_id, campaign_id, number)
) partition by range (campaign_id);
create table opens_first partition of opens for values from (minvalue) to (1000);
create index opens_stale on opens (stale_at) where stale_at is not null;

create table clicks (
  client_id bigint not null,
  campaign_id bigint not null,
  number integer not null,
  link integer not null,
  clicks integer not null,
  first_at timestamptz not null,
  primary key (client_id, campaign_id, number, link)
) partition by range (campaign_id);
create table clicks_first partition of clicks for values from (minvalue) to (1000);

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
  -- what senders write at the hand-over has no class yet: it is classified afterwards
  class text check (class in ('recipient gone', 'mailbox full', 'policy', 'content', 'dns', 'transient', 'unknown')),
  status text not null default '',
  code smallint,
  -- the address the report names, where it is another than ours
  reported text not null default '',
  -- the mail it was read from; null for what a relay said at the hand-over
  mail_id text,
  -- when it took effect; null: not yet
  worked_at timestamptz,
  primary key (client_id, campaign_id, number)
);
create index campaign_bounces_new on campaign_bounces (at) where worked_at is null;

-- Calls that must not come too often: clients created per account, confirmation mails per address …
create table occurrences (
  kind text not null,
  subject text not null,
  at timestamptz not null default now()
);
create index occurrences_of on occurrences (kind, subject, at);

-- What was done to a campaign, and who did it: every action of its lifecycle, and test mails with their outcomes.
create table campaign_history (
  client_id bigint not null,
  campaign_id bigint not null,
  id bigint generated always as identity,
  at timestamptz not null,
  action text not null check (action in
    ('send', 'unschedule', 'pause', 'resume', 'cancel', 'retry', 'settle', 'settle as retry', 'test', 'tested', 'promise', 'delete', 'hold',
      'begin', 'finish', 'miss', 'withdraw', 'delete client', 'restore', 'request approval', 'withdraw request', 'approve', 'reject',
      'set variants', 'test ended', 'choose variant')),
  login_id bigint not null,
  username text not null, -- as it was then: logins change their names
  wire text not null,
  remote text not null,
  from_state text not null,
  to_state text not null,
  detail jsonb not null default '{}',
  primary key (client_id, campaign_id, id),
  foreign key (client_id, campaign_id) references campaigns (client_id, id)
);

-- One row for each data folder senders work from. The folder keeps its newest beat in a file: a database that is behind the
-- file was restored.
create table heartbeats (
  folder text primary key, -- drawn once for a folder
  beat bigint not null,
  at timestamptz not null, -- by the sender's clock
  boot text not null, -- of its machine: within one, its uptime is a second clock
  uptime double precision not null, -- seconds
  folder_sign text not null, -- of the folder's file and machine; a copy differs
  -- The two heartbeat files of a data folder when the row was written: name, beat, inode, time of birth in ns.
  -- A restore in place makes other files of them. Empty until the first heartbeat of a version that makes such files.
  files jsonb not null default '[]'
);

-- While there is a hold, nothing is handed over; the operator releases it (`lettershop release`).
create table holds (
  kind text not null,
  folder text not null default '', -- '' holds every sender, otherwise those of one data folder
  detail text not null,
  since timestamptz not null,
  primary key (kind, folder)
);

-- Of how many mails the client's campaigns had been handed over when its day began; kept for clients with a limit.
create table client_days (
  client_id bigint not null references clients (id),
  day date not null, -- the client's
  handed_before bigint not null,
  -- Unknown outcomes when the day began: some become less later, when a person has them sent again, and make no room by that.
  unknown_before integer not null default 0,
  primary key (client_id, day)
);

-- Warnings of Campaign.Check that a person has seen and accepted.
create table campaign_acknowledgements (
  client_id bigint not null,
  campaign_id bigint not null,
  code text not null,
  by text not null, -- the login's user name
  at timestamptz not null,
  primary key (client_id, campaign_id, code),
  foreign key (client_id, campaign_id) references campaigns (client_id, id)
);

-- Token buckets of relays and of recipients' domains behind them, shared by all senders.
create table throttle_buckets (
  key text primary key, -- user@host:port of the relay, and /domain for a recipients' domain
  full_at timestamptz not null -- when the bucket is full again
);

-- The domains that a client sends from, and the DKIM keys its mail is signed with. Private keys are encrypted with a key
-- derived from the installation secret.
create table sending_domains (
  client_id bigint not null references clients (id),
  domain text not null, -- lower-case A-labels
  selector text not null, -- the beginning of both keys' selectors
  rsa_private bytea not null,
  rsa_public text not null, -- base64, as its record has it
  ed25519_private bytea not null,
  ed25519_public text not null,
  rsa_found boolean not null default false,
  ed25519_found boolean not null default false,
  created_at timestamptz not null default now(),
  checked_at timestamptz,
  verified_at timestamptz, -- since when the RSA record is published; null: nothing is signed
  report jsonb not null default '[]', -- what the latest check found
  primary key (client_id, domain)
);
create index sending_domains_broken on sending_domains (client_id) where checked_at is not null and verified_at is null;

-- Events until they are published: the rows of a client are moved to published_events in order, those of a transaction that
-- commits late after those of one that committed before it.
create table events (
  client_id bigint not null,
  id bigint generated always as identity,
  type text not null,
  at timestamptz not null,
  data jsonb not null,
  primary key (client_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

-- Sums of what is classified. Only the classifier writes it, so neither hits nor senders wait for it.
create table engagement (
  client_id bigint not null,
  campaign_id bigint not null,
  rules_version integer not null,
  -- while recipients are classified anew: the last number that is done
  redone_to integer,
  classified_at timestamptz,
  opens integer not null default 0,
  clicks integer not null default 0,
  machine_opens integer not null default 0,
  machine_clicks integer not null default 0,
  human_opens integer not null default 0,
  human_unique_opens integer not null default 0,
  human_clicks integer not null default 0,
  human_unique_clicks integer not null default 0,
  primary key (client_id, campaign_id)
);
create index engagement_rules on engagement (rules_version);
create index engagement_redone on engagement (campaign_id) where redone_to is not null;

create table link_totals (
  client_id bigint not null,
  campaign_id bigint not null,
  link integer not null,
  clicks integer not null default 0,
  unique_clicks integer not null default 0,
  human_clicks integer not null default 0,
  human_unique_clicks integer not null default 0,
  primary key (client_id, campaign_id, link)
);

create table campaign_hours (
  client_id bigint not null,
  campaign_id bigint not null,
  -- its beginning, of UTC
  hour timestamptz not null,
  accepted integer not null default 0,
  opens integer not null default 0,
  human_opens integer not null default 0,
  clicks integer not null default 0,
  human_clicks integer not null default 0,
  primary key (client_id, campaign_id, hour)
);

-- Who put an address on the suppression list or took it off, and why; the list itself holds only its present state.
create table suppression_history (
  client_id bigint not null,
  address text not null,
  at timestamptz not null,
  from_reason text, -- null: it was not there
  to_reason text, -- null: taken off
  evidence jsonb not null default '{}'
);
create index suppression_history_of on suppression_history (client_id, address, at);

-- What a person chose on the page of preferences besides joining and leaving.
create table preference_history (
  client_id bigint not null,
  list_id bigint not null,
  subscriber_id bigint not null,
  at timestamptz not null,
  preference text not null check (
    preference in ('language', 'tracking', 'personalising', 'hygiene', 'basis', 'address', 'opt-out', 'mobile', 'pause', 'field',
      'reason')),
  from_value text,
  to_value text,
  evidence jsonb not null default '{}'
);
create index preference_history_of on preference_history (client_id, list_id, subscriber_id, at);

-- Returned mail as it came, one row for each recipient of a mail. Written before the mail is acknowledged, processed afterwards. Not
-- distributed by client: the client may be known only when the mail is parsed.
create table mailbox (
  id bigint generated always as identity primary key,
  public_id uuid not null default gen_random_uuid() unique,
  at timestamptz not null,
  -- how it came: smtp, import
  source text not null check (source in ('smtp', 'import')),
  remote text not null default '',
  helo text not null default '',
  -- of the envelope; empty for the null sender
  sender text not null default '',
  recipient text not null,
  -- what the recipient's address means; report: of a report by mail, and gone once it is processed; other: an imported mail that names none of ours
  route text not null check (route in ('bounce', 'opt-out', 'complaint', 'report', 'other')),
  -- of the mail, of which raw may be only the beginning
  size bigint not null,
  sha256 bytea not null,
  raw bytea not null,
  state text not null default 'waiting' check (state in ('waiting', 'read', 'unrecognised', 'unmatched', 'unreadable')),
  -- claims begun; after too many it is unreadable
  attempts integer not null default 0,
  -- not claimed before
  due_at timestamptz not null,
  -- of the address, else of the content; null while unmatched
  client_id bigint,
  campaign_id bigint,
  number bigint,
  kind text,
  class text,
  status text,
  evidence text,
  -- why it is unreadable
  reason text,
  worked_at timestamptz
);
-- the same bytes for the same recipient are one mail, however often they are delivered or imported
create unique index mailbox_once on mailbox (sha256, recipient);
create index mailbox_waiting on mailbox (due_at) where state = 'waiting';
create index mailbox_of_client on mailbox (client_id, id);
create index mailbox_of_recipient on mailbox (campaign_id, number);
create index mailbox_unmatched on mailbox (id) where state in ('unmatched', 'unreadable') and client_id is null;
create index mailbox_by_age on mailbox (at);
create index mailbox_reports on mailbox (recipient) where route = 'report';

-- maintained: how many bounces of a campaign are of which class
create table campaign_bounce_classes (
  client_id bigint not null,
  campaign_id bigint not null,
  class text not null,
  recipients integer not null,
  primary key (client_id, campaign_id, class)
);

-- Reports which prove that a mail arrived: a delivery report, or an automatic answer.
create table campaign_arrivals (
  client_id bigint not null,
  campaign_id bigint not null,
  number integer not null,
  at timestamptz not null,
  kind text not null check (kind in ('delivery', 'auto-reply')),
  primary key (client_id, campaign_id, number)
);

create table campaign_complaints (
  client_id bigint not null,
  campaign_id bigint not null,
  number integer not null,
  at timestamptz not null,
  feedback_type text not null,
  evidence text not null,
  mail_id text,
  primary key (client_id, campaign_id, number)
);

-- Complaints above the limits: warnings, and holds until they are released.
create table complaint_alarms (
  client_id bigint not null references clients (id),
  id bigint generated always as identity,
  kind text not null check (kind in ('warning', 'hold')),
  campaign_id bigint, -- null: of all the client's campaigns
  at timestamptz not null,
  complaints integer not null, -- at which it was raised
  mails integer not null,
  released_at timestamptz, -- of a hold
  released_by bigint, -- login
  released_as text, -- its name then
  released_wire text,
  released_remote text,
  released_complaints integer, -- of the campaign by then: earlier ones no longer count
  released_mails integer,
  primary key (client_id, id)
);
create unique index complaint_alarms_hold on complaint_alarms (client_id, coalesce(campaign_id, 0))
  where kind = 'hold' and released_at is null;
create index complaint_alarms_of on complaint_alarms (client_id, campaign_id, id);
create index complaint_alarms_at on complaint_alarms (at);
-- Holds that are not released, the newest first.
create index complaint_alarms_standing on complaint_alarms (id) where kind = 'hold' and released_at is null;

-- Published events, numbered for each client without gaps in the order of publication. A reader who has seen a number never
-- meets a smaller one. Partitioned by month.
create table published_events (
  client_id bigint not null,
  sequence bigint not null,
  type text not null,
  at timestamptz not null,
  published_at timestamptz not null, -- when it was numbered
  data jsonb not null
) partition by range (published_at);
-- Each partition has its own key: one of the table would have to name the month. A client's numbers are drawn once, by who locks its head.
do $$
begin
  execute format(
    'create table published_events_first partition of published_events for values from (minvalue) to (%L)',
    date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' + interval '2 months'
  );
end $$;
alter table published_events_first add primary key (client_id, sequence);

-- How far each client's events are published. The process that numbers them locks the row.
create table event_heads (
  client_id bigint primary key,
  last_sequence bigint not null default 0,
  first_kept bigint not null default 1 -- those before are purged
);

create sequence webhook_leases;
create table webhooks (
  client_id bigint not null references clients (id),
  id bigint generated always as identity,
  public_id uuid not null unique,
  url text not null,
  types text[] not null, -- empty: every type
  secret bytea not null, -- encrypted under the installation secret
  old_secret bytea, -- signs too until then
  old_secret_until timestamptz,
  created_at timestamptz not null default now(),
  published_to bigint not null, -- sequence of the last event that is delivered or not subscribed to
  failures integer not null default 0, -- in a row, of the next event
  failing_since timestamptz,
  slow boolean not null default false, -- its latest answers took long: it waits among the failing ones
  due_at timestamptz not null default now(),
  paused_at timestamptz,
  pause_reason text,
  edition integer not null default 0, -- raised when a person changes it: its delivery begins anew
  lease bigint, -- of the process that delivers to it, one at a time
  leased_until timestamptz not null default '-infinity',
  -- A webhook of one list is sent what happens to its members alone, many events a message.
  list_id bigint,
  primary key (client_id, id),
  foreign key (client_id, list_id) references lists (client_id, id) on delete cascade
);
create index webhooks_due on webhooks (due_at) where paused_at is null;
create index webhooks_paused on webhooks (client_id) where paused_at is not null;
create index webhooks_of_list on webhooks (client_id, list_id) where list_id is not null;

-- The latest attempts of each webhook, a hundred or so.
create table webhook_attempts (
  client_id bigint not null,
  webhook_id bigint not null,
  id bigint generated always as identity,
  at timestamptz not null,
  sequence bigint, -- null: a test
  type text not null,
  attempt integer not null,
  status integer, -- of the receiver's answer; null: there was none
  milliseconds integer not null,
  error text, -- null: delivered
  primary key (client_id, webhook_id, id),
  foreign key (client_id, webhook_id) references webhooks (client_id, id) on delete cascade
);

-- Versions of the key that signs links. Not distributed: the keys are the installation's.
create table link_keys (
  version smallint primary key check (version between 1 and 255),
  -- encrypted under the installation secret; null: derived from it, as the key of the first version is
  key bytea,
  created_at timestamptz not null default now(),
  -- mails are signed with it from then on; a little later than it was made, so that every process that checks links knows it already
  signs_at timestamptz not null,
  revoked_at timestamptz
);

-- Hits are stored raw first and counted soon after: each row holds hits of one campaign that were stored together and not counted yet.
create table uncounted_hits (
  client_id bigint not null,
  campaign_id bigint not null,
  id bigint not null generated always as identity,
  -- the arrays hold one element for each hit, in the same order
  numbers integer[] not null,
  -- null for an open
  links integer[] not null,
  times timestamptz[] not null,
  heads boolean[] not null,
  primary key (client_id, campaign_id, id)
);
-- those that wait longest are counted first
create index uncounted_hits_id on uncounted_hits (id);

-- The server that senders met last, and until when none of them claims anything: after another one took over, processes
-- that know more than it does write first.
create table database_server (
  one boolean primary key default true check (one),
  server text not null,
  claims_from timestamptz
);

-- People of the console: those who work with an account, with an address of their own. Users of accounts are people too; their
-- password is kept at the login, and an address may be added later.
create table people (
  id bigint generated always as identity primary key,
  public_id uuid not null default gen_random_uuid() unique,
  email text,
  address text,
  name text not null,
  login_id bigint unique references logins (id),
  password_hash text,
  language text not null default 'en',
  time_zone text not null,
  notifications text[] not null default '{}',
  totp_secret bytea,
  totp_since timestamptz,
  totp_step bigint not null default 0,
  epoch integer not null default 1,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint people_email check ((email is null) = (address is null)),
  constraint people_reached check (login_id is not null or address is not null),
  constraint people_password check (login_id is null or password_hash is null)
);
create unique index people_address on people (address) where removed_at is null;

create table grants (
  person_id bigint not null references people (id),
  account_id bigint not null references accounts (id),
  client_id bigint references clients (id),
  role text not null constraint grants_role_check check (role in ('Owner', 'Manager', 'Designer', 'Author', 'Approver', 'Analyst', 'Client')
    or role = 'Custom' and access_level is not null),
  granted_at timestamptz not null default now(),
  -- A grant can be given by a number, AccessLevel: it is kept to be answered again, and for the role Custom it says what the person
  -- may do.
  access_level smallint check (access_level between 1 and 1023),
  -- One person with a grant is the primary contact of the account, or of a client.
  is_primary boolean not null default false
);
create unique index grants_once on grants (person_id, account_id, coalesce(client_id, 0));
create index grants_client on grants (client_id) where client_id is not null;
create index grants_account on grants (account_id, person_id);
create unique index grants_primary on grants (account_id, coalesce(client_id, 0)) where is_primary;

create table invitations (
  id bigint generated always as identity primary key,
  public_id uuid not null default gen_random_uuid() unique,
  account_id bigint not null references accounts (id),
  email text not null,
  address text not null,
  name text not null,
  language text not null,
  grants jsonb not null,
  token_hash bytea not null unique,
  invited_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  -- Who sent an invitation: those that are open end with the access of their sender. Null for the command line.
  inviter_id bigint references people (id)
);
create index invitations_open on invitations (account_id, id) where accepted_at is null and revoked_at is null;
create index invitations_inviter on invitations (inviter_id) where accepted_at is null and revoked_at is null;

create table password_resets (
  token_hash bytea primary key,
  person_id bigint not null references people (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_person on password_resets (person_id);

create table recovery_codes (
  person_id bigint not null references people (id),
  code_hash bytea not null,
  used_at timestamptz,
  primary key (person_id, code_hash)
);

-- Browsers that a person signed in with.
create table devices (
  person_id bigint not null references people (id),
  token_hash bytea not null,
  agent text not null,
  remote text not null,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (person_id, token_hash)
);

create table sessions (
  id bigint generated always as identity primary key,
  public_id uuid not null default gen_random_uuid() unique,
  token_hash bytea not null unique,
  person_id bigint references people (id),
  login_id bigint references logins (id) on delete cascade,
  account_id bigint not null references accounts (id),
  epoch integer not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  remote text not null,
  agent text not null,
  ended_at timestamptz,
  constraint sessions_whose check ((person_id is null) <> (login_id is null))
);
create index sessions_person on sessions (person_id) where ended_at is null;
create index sessions_login on sessions (login_id) where ended_at is null;
create index sessions_expires on sessions (expires_at);

-- Keys with scopes, beside those that are derived for logins. Without clients a key reaches all of its account.
create table api_keys (
  id bigint generated always as identity primary key,
  public_id uuid not null default gen_random_uuid() unique,
  account_id bigint not null references accounts (id),
  label text not null,
  scopes text[] not null,
  client_ids bigint[],
  networks text[] not null default '{}',
  secret_hash bytea not null unique,
  old_hash bytea unique,
  old_ends_at timestamptz,
  person_id bigint references people (id),
  created_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_from text,
  old_last_used_at timestamptz,
  revoked_at timestamptz,
  old_last_used_from text,
  -- Set for a client's own key, which is made when REST is first asked for it and does not count towards limits of the account.
  own_of bigint,
  constraint api_keys_old check ((old_hash is null) = (old_ends_at is null))
);
create index api_keys_account on api_keys (account_id, id);
create index api_keys_person on api_keys (person_id) where revoked_at is null;
create unique index api_keys_own_of on api_keys (own_of) where own_of is not null;

-- A campaign by the domains of its recipients, counted on request; the domain '' holds all that are not among the largest.
create table campaign_domains (
  client_id bigint not null,
  campaign_id bigint not null,
  domain text not null,
  recipients integer not null,
  accepted integer not null,
  deferred integer not null,
  refused integer not null,
  unknown integer not null,
  bounced integer not null,
  human_opened integer not null,
  human_clicked integer not null,
  primary key (client_id, campaign_id, domain)
);

create table campaign_domain_counts (
  client_id bigint not null,
  campaign_id bigint not null,
  asked_at timestamptz not null,
  counted_at timestamptz,
  milliseconds integer,
  primary key (client_id, campaign_id)
);

-- What an account sent in its present month, as it was counted last.
create table account_months (
  account_id bigint primary key references accounts(id),
  month text not null,
  campaigns integer not null,
  accepted bigint not null,
  counted_at timestamptz not null,
  asked_at timestamptz
);

-- Groups of test recipients, and a register of what was deleted and can be restored.
create table test_groups (
  client_id bigint not null references clients (id),
  id bigint generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  name text not null,
  addresses text[] not null,
  primary key (client_id, id)
);
create unique index test_groups_name on test_groups (client_id, lower(name));
create unique index test_groups_public_id on test_groups (client_id, public_id);

-- Sections that a client saved under a name, to be copied into letters; section is a document of one section.
create table blocks (
  client_id bigint not null references clients (id),
  id bigint generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  name text not null,
  section text not null,
  changed_at timestamptz not null default now(),
  primary key (client_id, id)
);
create unique index blocks_name on blocks (client_id, lower(name));
create unique index blocks_public_id on blocks (client_id, public_id);

-- A table of the account, as clients and logins are: an account lists what was deleted in all its clients, in one order. So the
-- rows are not distributed by client. A row exists while its object is deleted and not yet being purged. Ids are in the
-- order of the deletions.
create table deletions (
  id bigint generated always as identity,
  account_id bigint not null references accounts (id),
  client_id bigint not null references clients (id),
  kind text not null check (kind in ('client', 'list', 'template', 'campaign', 'asset')),
  public_id uuid not null,
  -- the object's, which does not change while it is deleted
  name text not null,
  at timestamptz not null,
  deleted_by text not null,
  primary key (client_id, kind, public_id)
);
create index deletions_of_account on deletions (account_id, kind, id);
create index deletions_of_client on deletions (client_id, kind, id);
-- who restores names the object alone
create index deletions_object on deletions (account_id, public_id);

-- Guesses at the six digits of a second factor: how many of a person's were made since the window began.
create table factor_attempts (
  person_id bigint primary key references people (id),
  attempts integer not null,
  since timestamptz not null
);

create sequence audit_log_id;

-- Who did what, over which wire, with which outcome. Entries are never changed; they are removed by partitions of a month.
-- They are an account's rows: client_id is null for what concerns the account itself.
create table audit_log (
  account_id bigint not null,
  client_id bigint,
  at timestamptz not null default now(),
  id bigint not null default nextval('audit_log_id'),
  actor_kind text not null,
  actor_id bigint not null,
  actor_name text not null,
  means text not null,
  wire text not null,
  operation text not null,
  subject text not null,
  outcome text not null,
  request_id text not null,
  remote text not null
) partition by range (at);
create table audit_log_rest partition of audit_log default;
create index audit_log_account on audit_log (account_id, at, id);
create index audit_log_client on audit_log (client_id, at, id) where client_id is not null;
create index audit_log_actor on audit_log (account_id, actor_id, actor_kind, at, id);
create index audit_log_operation on audit_log (account_id, operation, at, id);
create index audit_log_failures on audit_log (account_id, at, id) where outcome <> '';
create index audit_log_faults on audit_log (account_id, at, id) where outcome = 'UnexpectedError';
-- The audit log by what an entry is about: by the first identifier of its subject beside the client, and by any further one of those few
-- subjects that have several (store/accounts/audit-reading.ts).
create index audit_log_subject on audit_log
  (account_id, (substring(subject from '^(?:ClientID [0-9a-f]{32}, )?\w+ ([0-9a-f]{32})')), at, id) where subject <> '';
create index audit_log_further_subjects on audit_log using gin (
  (string_to_array(regexp_replace(subject, '^(?:ClientID [0-9a-f]{32}, )?\w+ [0-9a-f]{32}, |\w+ (?=[0-9a-f]{32})', '', 'g'), ', '))
) where subject ~ '^(?:ClientID [0-9a-f]{32}, )?\w+ [0-9a-f]{32}, \w+ [0-9a-f]{32}';
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'entries of the audit log are never changed';
end $$;
create trigger audit_log_append_only before update or delete or truncate on audit_log
for each statement execute function refuse_audit_change();

-- The answers to calls with an Idempotency-Key, for a day; answers are encrypted, since they may hold secrets.
create table idempotency_keys (
  caller text not null,
  key_hash bytea not null,
  fingerprint bytea not null,
  answer bytea,
  created_at timestamptz not null default now(),
  -- A call that asks other servers before it creates reserves its Idempotency-Key: by whom, and until when. Null once it is answered.
  holder uuid,
  held_until timestamptz,
  primary key (caller, key_hash)
);
create index idempotency_keys_created on idempotency_keys (created_at);

-- Revisions of campaigns: everything but the content, which stays the same over most revisions and is kept once.
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
  -- What a kind has besides HTML and text: the name of the file, or the template and the values of its regions.
  detail jsonb not null default '{}',
  -- Paths of the assets that belong to the source itself, and are kept as long as it is. Of the kind url those of `files` do.
  own_files text[] not null default '{}',
  primary key (client_id, campaign_id, revision),
  foreign key (client_id, campaign_id) references campaigns (client_id, id)
);

-- Lists, or segments of them, whose members a campaign is not sent to.
create table campaign_exclusions (
  client_id bigint not null,
  campaign_id bigint not null,
  list_id bigint not null,
  segment text not null default '',
  segment_id bigint not null default 0,
  every_list boolean not null default false,
  primary key (client_id, campaign_id, list_id, segment_id, segment),
  foreign key (client_id, campaign_id) references campaigns (client_id, id)
);
create index campaign_exclusions_segment on campaign_exclusions (client_id, segment_id) where segment_id <> 0;

-- Templates of segments that an account keeps for its clients. They name fields and tags, never what belongs to one client.
create table segment_templates (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  public_id uuid not null unique default gen_random_uuid(),
  title text not null,
  tree jsonb not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
create unique index segment_templates_title on segment_templates (account_id, lower(title));

-- Whom a campaign went to: its lists and segments as they were when it began.
create table campaign_audiences (
  client_id bigint not null,
  campaign_id bigint not null,
  judged_at timestamptz not null,
  audience jsonb not null,
  primary key (client_id, campaign_id),
  foreign key (client_id, campaign_id) references campaigns (client_id, id)
);

-- How far the freeze of a large audience is: a row goes with the last range of ids.
create table campaign_freezes (
  client_id bigint not null,
  campaign_id bigint not null,
  audience jsonb not null,
  last_id bigint not null default 0,
  numbered integer not null default 0,
  attempts integer not null default 0,
  next_at timestamptz not null default '-infinity',
  primary key (client_id, campaign_id),
  foreign key (client_id, campaign_id) references campaigns (client_id, id)
);

-- Recipients of a campaign by the time zone that their mail waits for. Those whose zone is not known have that of the client.
create table campaign_zones (
  client_id bigint not null,
  campaign_id bigint not null,
  time_zone text not null,
  is_known boolean not null,
  due_at timestamptz not null, -- of the first mail
  left_out boolean not null, -- the time had passed, and they get nothing
  recipients integer not null,
  primary key (client_id, campaign_id, time_zone, is_known),
  foreign key (client_id, campaign_id) references campaigns (client_id, id)
);
create index campaign_exclusions_list on campaign_exclusions (client_id, list_id);

-- Tests of variants: how the audience of a campaign is divided, how far the test is, and what was decided.
create table campaign_tests (
  client_id bigint not null,
  campaign_id bigint not null,
  -- another one whenever the test or its variants are set
  revision integer not null default 1,
  -- of the audience, in percent
  share integer not null check (share between 1 and 100),
  holdout integer not null default 0 check (holdout between 0 and 50),
  decides text not null check (decides in ('clicks', 'opens', 'by hand')),
  wait_minutes integer not null,
  -- the variant of the rest where no winner is shown; null: a person chooses
  otherwise smallint,
  -- the rates whose difference is hoped for, in hundredths of a percent
  usual_rate integer not null,
  hoped_rate integer not null,
  -- numbers of the audience that are tested; all others wait for the choice
  tested int4multirange not null default '{}',
  begun_at timestamptz,
  -- the wait: how long it has run since the last mail was accepted, and how many had been then
  waited_ms bigint not null default 0,
  looked_at timestamptz,
  accepted integer not null default 0,
  -- recipients of the rest who are not excluded, and people who get no mail
  rest integer,
  held_out integer not null default 0,
  -- when it was judged or a variant was chosen: it does not wait any more
  ended_at timestamptz,
  verdict text check (verdict in ('winner', 'no difference', 'too few')),
  -- the variant that won, and how likely such a difference is by chance
  winner smallint,
  p double precision,
  -- what the rest gets; chosen_by is '' where the service chose
  chosen smallint,
  chosen_at timestamptz,
  chosen_by text not null default '',
  counted_at timestamptz,
  primary key (client_id, campaign_id),
  foreign key (client_id, campaign_id) references campaigns (client_id, id)
);
create index campaign_tests_running on campaign_tests (client_id, campaign_id) where begun_at is not null and ended_at is null;
create table campaign_variants (
  client_id bigint not null,
  campaign_id bigint not null,
  variant smallint not null check (variant between 1 and 5),
  -- null: as in the campaign
  subject text,
  from_name text,
  -- its own content, copied from a campaign; html null: that of the campaign
  preheader text,
  html text,
  text text,
  content_of text not null default '',
  files text[] not null default '{}',
  -- people of the test, as they were counted last
  recipients integer not null default 0,
  accepted integer not null default 0,
  measured integer not null default 0,
  opened integer not null default 0,
  clicked integer not null default 0,
  unsubscribed integer not null default 0,
  bounced integer not null default 0,
  complained integer not null default 0,
  primary key (client_id, campaign_id, variant),
  foreign key (client_id, campaign_id) references campaigns (client_id, id)
);

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
  -- the places of the links in the mail: read once, when the report is shared
  link_places jsonb not null,
  primary key (client_id, id),
  foreign key (client_id, campaign_id) references campaigns (client_id, id)
);
create unique index report_links_public_id on report_links (client_id, public_id);
create index report_links_campaign on report_links (client_id, campaign_id, id);

-- Previews: what they show, for some minutes.
create table previews (
  client_id bigint not null references clients,
  id bigint not null generated always as identity,
  html text not null,
  framed_by text not null,
  expires_at timestamptz not null,
  primary key (client_id, id)
);
create index previews_expired on previews (client_id, expires_at);

-- Files that callers send before an operation uses them. While one is received, expires_at moves on with each chunk; then it says
-- when an upload that no operation used is removed.
create table uploads (
  client_id bigint not null references clients (id),
  id bigint generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  file_name text not null,
  -- octets received so far, and octets announced by the sender or received, whichever is more
  bytes bigint not null default 0,
  reserved bigint not null,
  -- null while the file is received
  sha256 bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- an operation uses it, or it is being removed
  claim bigint not null default 0,
  claimed_until timestamptz not null default '-infinity',
  -- An upload that an import keeps does not count as unused.
  import_id bigint,
  claimed_by text,
  primary key (client_id, id)
);
create unique index uploads_public_id on uploads (client_id, public_id);
create index uploads_expires on uploads (expires_at);

-- The octets of an upload in pieces, numbered from 0 without a gap.
create table upload_chunks (
  client_id bigint not null,
  upload_id bigint not null,
  number integer not null,
  bytes bytea not null,
  primary key (client_id, upload_id, number),
  foreign key (client_id, upload_id) references uploads (client_id, id)
);
-- what is uploaded is compressed already, or is read once
alter table upload_chunks alter column bytes set storage external;

-- Images of a client, one row for each content. A deleted one is served while a campaign or a template mentions it: shown_in is one
-- that does.
create table images (
  client_id bigint not null references clients (id),
  id bigint generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  name text not null,
  sha256 bytea not null,
  media_type text not null,
  width integer not null,
  height integer not null,
  animated boolean not null,
  size integer not null,
  bytes bytea not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  shown_in text check (shown_in in ('campaign', 'template')),
  shown_in_id bigint,
  primary key (client_id, id)
);
create unique index images_public_id on images (client_id, public_id);
create unique index images_sha256 on images (client_id, sha256);
create index images_listed on images (client_id, id) where deleted_at is null;
create index images_deleted on images (deleted_at) where deleted_at is not null;
alter table images alter column bytes set storage external;

-- The look and the wording of a client's public pages and of mails to its subscribers. Colours are checked here as well: they are
-- the only input of a caller that is written into a style sheet.
create table client_brandings (
  client_id bigint primary key references clients (id),
  changed_at timestamptz not null default now(),
  logo_url text not null,
  primary_color text not null check (primary_color ~ '^(#[0-9a-f]{6})?$'),
  background_color text not null check (background_color ~ '^(#[0-9a-f]{6})?$'),
  footer_text text not null,
  postal_address text not null,
  imprint_url text not null,
  from_name text not null,
  from_email text not null,
  wordings jsonb not null,
  logo_image_id bigint,
  heading_font text not null default '',
  text_font text not null default '',
  colors text[] not null default '{}',
  social_links jsonb not null default '[]',
  foreign key (client_id, logo_image_id) references images (client_id, id)
);

-- Images made smaller, by their width in pixels; without octets where the image itself is smaller in octets.
create table image_copies (
  client_id bigint not null,
  image_id bigint not null,
  width integer not null,
  bytes bytea,
  primary key (client_id, image_id, width),
  foreign key (client_id, image_id) references images (client_id, id)
);
alter table image_copies alter column bytes set storage external;

create table campaign_approvals (
  client_id bigint not null,
  id bigint not null generated always as identity,
  campaign_id bigint not null,
  revision integer not null,
  -- Of what is to be approved: the content, and whom it goes to. While the campaign has another one, the row is worth nothing.
  fingerprint text not null,
  state text not null default 'requested' check (state in ('requested', 'approved', 'rejected', 'withdrawn', 'replaced')),
  requested_at timestamptz not null,
  requested_by text not null,
  -- Whose act the request is: a person (also for a key that it made), or the login of a client.
  requester_person_id bigint,
  requester_login_id bigint,
  request_comment text not null,
  decided_at timestamptz,
  decided_by text,
  decision_comment text,
  -- The mails that ask for it were handed to the queue.
  mails_made boolean not null default false,
  primary key (client_id, id),
  foreign key (client_id, campaign_id) references campaigns (client_id, id)
);
create index campaign_approvals_campaign on campaign_approvals (client_id, campaign_id, id);
create unique index campaign_approvals_open on campaign_approvals (client_id, campaign_id) where state in ('requested', 'approved');
create index campaign_approvals_waiting on campaign_approvals (client_id, campaign_id) where state = 'requested';

create table campaign_comments (
  client_id bigint not null,
  id bigint not null generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  campaign_id bigint not null,
  revision integer not null,
  place text not null,
  text text not null,
  at timestamptz not null,
  author text not null,
  author_kind text not null,
  author_id bigint not null,
  resolved_at timestamptz,
  resolved_by text,
  primary key (client_id, id),
  foreign key (client_id, campaign_id) references campaigns (client_id, id)
);
create unique index campaign_comments_public_id on campaign_comments (client_id, public_id);
create index campaign_comments_campaign on campaign_comments (client_id, campaign_id, id);

-- Imports: a file that is mapped, judged, written into a list, and can be undone.
create table imports (
  client_id bigint not null,
  id bigint not null generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  list_id bigint not null,
  state text not null default 'reading' check (state in
    ('fetching', 'reading', 'mapping', 'judging', 'judged', 'committing', 'done', 'undoing', 'undone', 'cancelled', 'failed')),
  file_name text not null,
  bytes bigint not null,
  sha256 bytea,
  -- Null once the file is removed.
  upload_id bigint,
  consent jsonb not null,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  ended_at timestamptz,
  -- Why it went back to its mapping, or failed: a sentence.
  problem text,
  -- What the reader found: parts, columns, format.
  source jsonb,
  mapping jsonb,
  -- Rows of the file, once they are staged.
  rows bigint,
  last_row bigint,
  -- Rows up to this number are written (while it is undone: undone).
  cursor bigint not null default 0,
  -- Up to which row it was written when its undoing began.
  written_to bigint not null default 0,
  claim bigint not null default 0,
  claimed_until timestamptz not null default '-infinity',
  -- Where rows are read: program, URL, list; no secret.
  remote jsonb,
  -- Encrypted; kept while rows are read and no longer.
  credentials bytea,
  fetched bigint not null default 0,
  to_fetch bigint not null default 0,
  -- Why the import stopped, for programs and in the reader's language. Null in rows of earlier versions, which have only the sentence.
  problem_code text,
  problem_about text[] not null default '{}',
  -- Values that its rows lose: a summary with examples.
  losses jsonb,
  -- Which process claimed the row: its claim is free as soon as that process is gone.
  claimed_by text,
  -- Attempts since the last progress: after too many the work gives up with a sentence. The number of claims would not do, since stops
  -- of the service and moves to another state count as claims.
  attempts integer not null default 0,
  primary key (client_id, id),
  foreign key (client_id, list_id) references lists (client_id, id),
  constraint imports_credentials check (credentials is null or state = 'fetching')
);
create unique index imports_public_id on imports (client_id, public_id);
create index imports_list on imports (client_id, list_id, id);
-- One import writes into a list at a time.
create unique index imports_writing on imports (client_id, list_id) where state in ('committing', 'undoing');
create index imports_open on imports (claimed_until) where state in ('reading', 'judging', 'committing', 'undoing');
create index imports_fetching on imports (claimed_until) where state = 'fetching';
-- The overview of an account names clients with an import that failed.
create index imports_failed on imports (ended_at, client_id) where state = 'failed';

-- Every row of a file has one verdict: what is counted adds up to the rows.
create table import_counts (
  client_id bigint not null,
  import_id bigint not null,
  stage text not null check (stage in ('judged', 'written')),
  rows bigint not null default 0,
  added bigint not null default 0,
  updated bigint not null default 0,
  unchanged bigint not null default 0,
  stricter bigint not null default 0,
  opt_out_kept bigint not null default 0,
  suppressed bigint not null default 0,
  bounced_kept bigint not null default 0,
  duplicate bigint not null default 0,
  skipped bigint not null default 0,
  refused bigint not null default 0,
  -- Rows, among those above, a value of which is left out.
  value_dropped bigint not null default 0,
  -- Of those written, taken back and left as they are by Import.Undo.
  undone bigint not null default 0,
  left_alone bigint not null default 0,
  primary key (client_id, import_id, stage),
  foreign key (client_id, import_id) references imports (client_id, id),
  check (rows = added + updated + unchanged + stricter + opt_out_kept + suppressed + bounced_kept + duplicate + skipped + refused)
);

create table import_rows (
  client_id bigint not null,
  import_id bigint not null,
  number bigint not null,
  -- Null where the row is refused.
  address text,
  email text not null,
  -- Null leaves a member's as it is, '' clears it.
  name text,
  mobile_number text,
  wanted text not null,
  -- By key; null clears a field.
  fields jsonb not null,
  joined_at timestamptz,
  -- What the row itself says of consent and opt-out.
  evidence jsonb,
  verdict text not null,
  -- The refusal's name, the suppression's reason.
  reason text,
  duplicate_of bigint,
  -- Columns whose value is left out.
  dropped text[],
  -- Of a member that was there before: what it was, and what was written.
  before jsonb,
  written jsonb,
  -- Why the undoing of its import left the row as it is: what was changed since, state, values, mailed or address. Null for other rows.
  left_alone text,
  -- Values that the row loses: the reason and the value.
  losses jsonb,
  -- What the row says of consent by purpose and of the basis.
  consents jsonb,
  -- Names of tags that the row gives.
  tags text[],
  primary key (client_id, import_id, number)
);
create index import_rows_verdict on import_rows (client_id, import_id, verdict, number) where verdict <> 'added';
create index import_rows_left_alone on import_rows (client_id, import_id, number) where left_alone is not null;

-- Who has the editor of a campaign or of a template open: leases that end by themselves.
create table editors (
  client_id bigint not null references clients (id),
  -- campaign, template
  kind text not null,
  -- The campaign or the template.
  item_id bigint not null,
  -- person, login
  editor_kind text not null,
  editor_id bigint not null,
  name text not null,
  until timestamptz not null,
  primary key (client_id, kind, item_id, editor_kind, editor_id)
);
create index editors_until on editors (until);

-- Confirmation mails to those whom an import added: each is asked once, some at a time.
create table import_asks (
  client_id bigint not null,
  import_id bigint not null,
  -- Rows up to this number were looked at.
  cursor bigint not null default 0,
  last_row bigint not null,
  -- Mails asked for.
  asked bigint not null default 0,
  is_done boolean not null default false,
  claim bigint not null default 0,
  -- The next mails are asked for when this ends.
  claimed_until timestamptz not null default '-infinity',
  claimed_by text,
  primary key (client_id, import_id),
  foreign key (client_id, import_id) references imports (client_id, id) on delete cascade
);
create index import_asks_open on import_asks (claimed_until) where not is_done;

-- Exports: files made of a client's rows, kept in pieces for some days.
create table exports (
  client_id bigint not null references clients (id),
  id bigint not null generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('subscribers', 'history', 'recipients', 'suppressions', 'verdicts', 'access request')),
  -- What it is of: ids and choices, as domain/exports/exports.ts writes them.
  about jsonb not null,
  format text not null check (format in ('csv', 'excel', 'xlsx', 'jsonl', 'zip')),
  gzip boolean not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  -- As a caller saves it.
  file_name text not null,
  rows bigint not null default 0,
  bytes bigint not null default 0,
  -- Why it failed: a sentence.
  problem text,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  expires_at timestamptz not null,
  claim bigint not null default 0,
  claimed_until timestamptz not null default '-infinity',
  -- Who asked for the export, by the name that lists show. Null in rows of earlier versions.
  created_by_name text,
  claimed_by text,
  attempts integer not null default 0,
  primary key (client_id, id)
);
create unique index exports_public_id on exports (client_id, public_id);
create index exports_waiting on exports (claimed_until) where state = 'waiting';
create index exports_expire on exports (expires_at);

-- The octets of the file in pieces, numbered from 0 without a gap.
create table export_chunks (
  client_id bigint not null,
  export_id bigint not null,
  number integer not null,
  bytes bytea not null,
  primary key (client_id, export_id, number),
  foreign key (client_id, export_id) references exports (client_id, id)
);
-- it is written once and read once
alter table export_chunks alter column bytes set storage external;

-- Changes of many subscribers at once: chosen by a rule, done in ranges, taken back within 30 days.
create table bulk_changes (
  client_id bigint not null,
  id bigint not null generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  list_id bigint not null,
  -- Of a copy or a move.
  to_list_id bigint,
  action text not null check (action in ('unsubscribe', 'delete', 'set field', 'clear field', 'copy', 'move', 'add tag', 'remove tag')),
  -- Whom it is about, and what is written: as domain/bulk-changes writes them.
  rule jsonb not null,
  about jsonb not null,
  state text not null default 'choosing' check (state in ('choosing', 'changing', 'done', 'cancelled', 'undoing', 'undone', 'failed')),
  -- The estimate that the caller was given; after the choosing, the number chosen.
  subscribers bigint not null,
  -- Rows up to this number are changed (while it is undone: undone).
  cursor bigint not null default 0,
  -- Up to which row it was changed when its undoing began.
  written_to bigint not null default 0,
  changed bigint not null default 0,
  left_alone bigint not null default 0,
  undone bigint not null default 0,
  not_undone bigint not null default 0,
  -- Why it failed: a sentence.
  problem text,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  ended_at timestamptz,
  claim bigint not null default 0,
  claimed_until timestamptz not null default '-infinity',
  claimed_by text,
  attempts integer not null default 0,
  primary key (client_id, id),
  foreign key (client_id, list_id) references lists (client_id, id),
  foreign key (client_id, to_list_id) references lists (client_id, id)
);
create unique index bulk_changes_public_id on bulk_changes (client_id, public_id);
create index bulk_changes_list on bulk_changes (client_id, list_id, id);
create index bulk_changes_open on bulk_changes (claimed_until) where state in ('choosing', 'changing', 'undoing');

create table bulk_change_rows (
  client_id bigint not null,
  change_id bigint not null,
  number bigint not null,
  subscriber_id bigint not null,
  -- What the membership was, and of a copy what became of the one on the other list. Null for one that is left alone.
  before jsonb,
  copied jsonb,
  primary key (client_id, change_id, number)
);

-- Suppression lists of an account, whose entries hold for all its clients, and of a list. Those of clients are in the table suppressions.
create table account_suppressions (
  account_id bigint not null references accounts (id),
  address text not null,
  email text not null,
  reason text not null check (reason in ('unsubscribed', 'bounced', 'complained', 'manual')),
  at timestamptz not null,
  evidence jsonb not null default '{}',
  primary key (account_id, address)
) with (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 20000);
create index account_suppressions_by_address on account_suppressions (account_id, reason, (address collate "C"));

create table account_suppression_history (
  account_id bigint not null,
  address text not null,
  at timestamptz not null,
  from_reason text,
  to_reason text,
  evidence jsonb not null default '{}'
);
create index account_suppression_history_of on account_suppression_history (account_id, address, at);

create table list_suppressions (
  client_id bigint not null,
  list_id bigint not null,
  address text not null,
  email text not null,
  reason text not null check (reason in ('unsubscribed', 'bounced', 'complained', 'manual')),
  at timestamptz not null,
  evidence jsonb not null default '{}',
  -- an address is looked up in some lists, and in all of them
  primary key (client_id, address, list_id),
  foreign key (client_id, list_id) references lists (client_id, id)
) with (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 20000);
create index list_suppressions_by_address on list_suppressions (client_id, reason, (address collate "C"), list_id);
create index list_suppressions_of_list on list_suppressions (client_id, list_id, reason, (address collate "C"));

create table list_suppression_history (
  client_id bigint not null,
  list_id bigint not null,
  address text not null,
  at timestamptz not null,
  from_reason text,
  to_reason text,
  evidence jsonb not null default '{}'
);
create index list_suppression_history_of on list_suppression_history (client_id, address, at);

-- Contacts that were erased: the request and the counts of what was removed, without their addresses. The address is kept only while it
-- is searched for.
create table erasures (
  client_id bigint not null references clients (id),
  id bigint not null generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  -- as address-hash.ts writes it
  hash text not null,
  -- the address in its normal form, and all spellings of it that were found, in lower case; null before the search and at the end
  address text,
  spellings text[] not null default '{}',
  subscriber_ids bigint[] not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'done')),
  waits_for text,
  removed jsonb not null default '{}',
  requested_at timestamptz not null default now(),
  requested_by text not null,
  -- written again from the record of a data folder, because a restored database did not know it
  is_replayed boolean not null default false,
  -- when a process looked at it first: work that began before may hold the contact
  looked_at timestamptz,
  ended_at timestamptz,
  claim bigint not null default 0,
  claimed_until timestamptz not null default '-infinity',
  claimed_by text,
  primary key (client_id, id),
  check (state = 'waiting' or (address is null and spellings = '{}'))
);
create unique index erasures_public_id on erasures (client_id, public_id);
create index erasures_hash on erasures (client_id, hash);
create index erasures_waiting on erasures (claimed_until) where state = 'waiting';

-- Recipients of campaigns who were erased: nothing that comes in about them later is kept.
create table erased_recipients (
  client_id bigint not null,
  campaign_id bigint not null,
  number integer not null,
  erasure_id bigint not null,
  primary key (client_id, campaign_id, number)
);
create index erased_recipients_of on erased_recipients (client_id, erasure_id);

-- Backups that were made, and the schedule of those that the service makes itself.
create table backups (
  id bigint primary key generated always as identity,
  public_id uuid not null,
  began_at timestamptz not null,
  ended_at timestamptz not null,
  scheduled boolean not null,
  anonymous boolean not null,
  encrypted boolean not null,
  -- the machine, and the file there; '' is standard output
  host text not null,
  file text not null,
  bytes bigint not null,
  rows bigint not null,
  -- why there is no file; null where there is one
  problem text,
  verified_at timestamptz,
  verify_problem text,
  deleted_at timestamptz
);
create index backups_public_id on backups (public_id);

create table backup_schedule (
  one boolean primary key default true check (one),
  -- minutes after midnight, UTC
  minute integer not null check (minute between 0 and 1439),
  folder text not null,
  keep integer not null check (keep > 0),
  recipients text[] not null,
  passphrase_file text,
  next_at timestamptz not null,
  claim bigint not null default 0,
  claimed_until timestamptz not null default '-infinity',
  claimed_by text
);

-- Failed attempts at passwords. A subject is a SHA-256, so that neither names nor network addresses are stored.
create table sign_in_attempts (
  subject bytea primary key,
  attempts integer not null,
  since timestamptz not null default now()
);

-- Token buckets that processes use together. Not logged: after a crash of the database they are full again, which does no harm.
create unlogged table shared_buckets (
  kind text not null,
  subject text not null,
  tokens double precision not null,
  at timestamptz not null default now(),
  primary key (kind, subject)
);

-- Background work that an operator has paused on all machines: a role, or one of its works.
create table pauses (
  work text primary key,
  reason text not null,
  since timestamptz not null default now()
);

-- The processes of the installation, each as it last described itself. Not logged: those that run write their row again.
create unlogged table processes (
  id uuid primary key,
  host text not null,
  pid integer not null,
  roles text[] not null,
  version text not null,
  schema integer not null,
  node text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null default now(),
  -- what is wrong there: relays that are left alone after failures, a disk without room, heartbeats that cannot be written
  held_relays text[] not null,
  is_disk_full boolean not null,
  are_heartbeats_overdue boolean not null,
  -- The settings that a process runs with, without passwords: `lettershop doctor` compares them with its own.
  settings jsonb not null default '{}'
);

-- The mail programs that people read a campaign with, each recipient once: kept by the bot filter.
create table mail_programs (
  client_id bigint not null,
  campaign_id bigint not null,
  name text not null,
  version text not null,
  recipients integer not null,
  primary key (client_id, campaign_id, name, version)
);

-- Which process runs a worker of graphile-worker, which takes a worker's jobs for running up to four hours after it was killed.
create table job_workers (
  worker text primary key,
  process text not null
);

-- Parts of names are found by their trigrams. Both extensions are trusted: the owner of the database may create them. Where they cannot
-- be created, contacts are found by the beginning of a name.
do $$
begin
  create extension if not exists pg_trgm;
  create extension if not exists btree_gin;
  create index subscribers_by_name_part on subscribers using gin (client_id, lower(name) gin_trgm_ops) where name <> '';
exception
  when insufficient_privilege or feature_not_supported or undefined_file or undefined_object or invalid_schema_name then
    raise notice 'contacts are found by the beginning of a name: %', sqlerrm;
end $$;

-- Without it the planner takes any part of a name for common, and walks all addresses for one that no name has. PostgreSQL 15 reads more
-- for beginnings of names with it, so earlier versions go without.
do $$
begin
  if current_setting('server_version_num')::integer >= 180000 then
    create statistics subscribers_names on lower(name) from subscribers;
  end if;
end $$;

-- Words in custom fields of subscribers: contacts are found by the beginning of any of them, in lower case. Letters and digits make words.
-- Where the extension cannot be, as for parts of names, contacts are not found by their fields.
do $$
begin
  create extension if not exists btree_gin;
  create index subscribers_by_field_word on subscribers using gin (client_id, array_to_tsvector(array_remove(
    regexp_split_to_array(lower(jsonb_path_query_array(fields, '$.*')::text), '[^[:alnum:]]+'), ''))) where fields <> '{}';
exception
  when insufficient_privilege or feature_not_supported or undefined_file or undefined_object or invalid_schema_name then
    raise notice 'contacts are not found by custom fields: %', sqlerrm;
end $$;

create function standing_sessions(token_hashes bytea[], idle interval, outdated interval)
returns table (
  token_hash bytea, session_id bigint, account_id bigint, person_id bigint, name text, grants jsonb,
  login_id bigint, username text, client_id bigint, level integer, needs_factor boolean, is_use_outdated boolean
)
language plpgsql stable
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
#variable_conflict use_column
begin
  return query
    select s.token_hash, s.id, s.account_id, p.id, p.name,
      case when p.id is not null then coalesce((
        select jsonb_agg(jsonb_build_object('clientId', g.client_id, 'role', g.role, 'accessLevel', g.access_level))
        from grants g
        left join clients k on k.id = g.client_id
        where g.person_id = p.id and g.account_id = s.account_id and k.deleted_at is null
      ), '[]') end,
      l.id, l.username, l.client_id, coalesce(c.access_level, 0)::integer,
      coalesce(a.factor_required_from <= now(), false) and p.totp_since is null,
      s.last_used_at < now() - outdated
    from sessions s
    join accounts a on a.id = s.account_id
    left join people p on p.id = s.person_id and p.removed_at is null and p.epoch = s.epoch
    left join logins l on l.id = s.login_id and l.epoch = s.epoch and l.withdrawn_at is null
    left join clients c on c.id = l.client_id
    where s.token_hash = any(token_hashes) and s.ended_at is null and s.expires_at > now() and s.last_used_at > now() - idle
      and (p.id is not null or l.id is not null and (l.client_id is null or (c.deleted_at is null and c.access_level > 0)));
end $$;

-- RETENTION: how long what grows is kept, per client and kind, and what has been removed.

-- Choices of clients that differ from the installation, each with who made it: the newest of a kind is in force.
create table retention_choices (
  client_id bigint not null references clients (id),
  id bigint not null generated always as identity,
  kind text not null,
  -- False: the installation's period from then on.
  is_own boolean not null,
  -- Null: for ever.
  days integer constraint retention_choices_days_check check (days > 0),
  at timestamptz not null default now(),
  by text not null,
  primary key (client_id, id)
);

-- Since when all opens and clicks of a client are kept one by one. Without a row: since the beginning.
create table retention_edges (
  client_id bigint primary key references clients (id),
  hits_from timestamptz not null
);

-- Campaigns whose opens and clicks per person are removed, or are being removed: the sums stay, and nothing more is counted.
create table retention_campaigns (
  client_id bigint not null,
  campaign_id bigint not null,
  at timestamptz not null default now(),
  is_done boolean not null default false,
  primary key (client_id, campaign_id),
  foreign key (client_id, campaign_id) references campaigns (client_id, id)
);
create index retention_campaigns_open on retention_campaigns (campaign_id) where not is_done;

-- The job that removes: when it is due. One that had campaigns when it was upgraded begins two weeks later.
create table retention_work (
  one boolean primary key default true check (one),
  begins_at timestamptz not null,
  next_at timestamptz not null default '-infinity',
  claim bigint not null default 0,
  claimed_until timestamptz not null default '-infinity',
  claimed_by text
);
insert into retention_work (begins_at) values ('-infinity');

-- CONSENT

-- Refusals of measuring whose earlier opens and clicks are being removed; a row goes when it is done.
create table tracking_withdrawals (
  client_id bigint not null references clients (id),
  id bigint not null generated always as identity,
  list_id bigint not null,
  subscriber_id bigint not null,
  -- hits: what was recorded is removed; events: of the published ones nothing is left but their number
  stage text not null default 'hits' check (stage in ('hits', 'events')),
  at timestamptz not null default clock_timestamp(),
  claim bigint not null default 0,
  claimed_until timestamptz not null default '-infinity',
  claimed_by text,
  primary key (client_id, id)
);
-- the order in which they are worked on
create index tracking_withdrawals_order on tracking_withdrawals ((stage = 'events'), id);

-- Recipients who refused measuring after their mail was sent: nothing is recorded from it any more, whatever is agreed to later.
create table silent_recipients (
  client_id bigint not null,
  campaign_id bigint not null,
  number integer not null,
  primary key (client_id, campaign_id, number)
);

-- Opens that no person belongs to.
create table anonymous_opens (
  client_id bigint not null,
  campaign_id bigint not null,
  opens bigint not null default 0,
  primary key (client_id, campaign_id)
);

-- TAGS

-- Tags of contacts. A contact is a person of the client, whatever lists the address is on.
create table contact_tags (
  client_id bigint not null references clients (id),
  id bigint generated always as identity,
  public_id uuid not null unique default gen_random_uuid(),
  -- Unique without case, by the program (store/tags/tag-key.ts) and the lock of the client: lower() depends on the collation.
  name text not null,
  color text not null default 'Grey' constraint contact_tags_color_check
    check (color in ('Grey', 'Red', 'Orange', 'Yellow', 'Green', 'Teal', 'Blue', 'Violet', 'Pink')),
  -- Contacts with the tag: kept with the rows of tagged_contacts, never counted.
  people integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (client_id, id)
);

create table tagged_contacts (
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
) with (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 20000);
-- who has a tag, in the order of addresses
create index tagged_contacts_by_tag on tagged_contacts (client_id, tag_id, address);
create index tagged_contacts_by_click on tagged_contacts (client_id, campaign_id, number) where campaign_id is not null;

-- Tags that the links of a campaign give to people who click them.
create table campaign_link_tags (
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
create index campaign_link_tags_by_tag on campaign_link_tags (client_id, tag_id);

-- Engagement of a person: an address of a client, whatever lists it is on. Days are those of the client's zone. The last bit of each bitmap is
-- the day `upto`; null for no day.
create table contact_engagement (
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
) with (fillfactor = 85, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 20000);

-- Campaigns whose ledger is not rolled up into contact_engagement yet, from the beginning of their sending on: readers of days look into their ledger.
create table engagement_rollups (
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
create table former_addresses (
  client_id bigint not null,
  address text not null,
  former text not null,
  list_id bigint not null,
  subscriber_id bigint not null,
  primary key (client_id, address, former, list_id, subscriber_id)
);

-- Whether campaigns that began before there were roll-ups are in engagement_rollups.
create table engagement_history (
  one boolean primary key default true check (one),
  is_queued boolean not null
);
insert into engagement_history (is_queued) values (true);
-- People who want no mail of the client for a while: no campaign goes to the address until this day has passed in the client's zone.
create table contact_pauses (
  client_id bigint not null references clients (id),
  address text not null,
  -- the last day without mail
  until date not null,
  primary key (client_id, address)
);

-- Why people left, one row for each membership that ended.
create table leave_reasons (
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
create index leave_reasons_campaign on leave_reasons (client_id, campaign_id, number) where campaign_id is not null;

-- Changes of address that people asked for themselves.
create table address_requests (
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
create index address_requests_at on address_requests (at);
-- SIGN-UP FORMS

-- The settings of a form are one document; a list in them may be gone.
create table forms (
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
create index forms_by_title on forms (client_id, lower(title), id);

-- Every wording that a box for consent ever had, with its SHA-256.
create table form_wordings (
  client_id bigint not null,
  form_id bigint not null,
  purpose text not null constraint form_wordings_purpose_check check (purpose in ('measuring', 'personalising', 'further')),
  -- of a further purpose; '' for the others
  name text not null,
  version integer not null,
  wording text not null,
  hash bytea not null,
  at timestamptz not null default now(),
  -- that it is offered in; '' where the form follows the browser. Versions count all languages of a box together.
  language text not null default '',
  primary key (client_id, form_id, purpose, name, version)
);

-- What was sent off with a form. What a stranger typed stays here until the address is confirmed.
create table form_sign_ups (
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
create index form_sign_ups_new on form_sign_ups (id) where state = 'new';
create index form_sign_ups_state on form_sign_ups (client_id, form_id, state, at);
create index form_sign_ups_address on form_sign_ups (client_id, address);
create index form_sign_ups_at on form_sign_ups (at);

-- Tokens of form pages that were used: a second use does nothing.
create table form_tokens (
  client_id bigint not null,
  nonce bytea not null,
  at timestamptz not null default now(),
  primary key (client_id, nonce)
);
create index form_tokens_at on form_tokens (at);

-- What came of a form, by day in the client's time zone. kind: shown, submitted, mailed, confirmed, abandoned, or refused and why.
create table form_counts (
  client_id bigint not null,
  form_id bigint not null,
  day date not null,
  kind text not null,
  count integer not null,
  primary key (client_id, form_id, day, kind)
);

-- Submissions by hour, by which a wave is known.
create table form_hours (
  client_id bigint not null,
  form_id bigint not null,
  hour timestamptz not null,
  submitted integer not null,
  primary key (client_id, form_id, hour)
);
create index form_hours_hour on form_hours (hour);

create table form_waves (
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
create index form_waves_form on form_waves (client_id, form_id, id);

-- What people agreed to with forms, box by box, with its proof: kept by person, as what was confirmed.
create table form_consents (
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
  -- that it was agreed to in; '' where it is not known
  language text not null default '',
  primary key (client_id, address, id)
);

-- Addresses, hashed under a key of the installation, whose people stopped all mails that ask them to confirm.
create table confirmation_stops (
  address text primary key,
  at timestamptz not null default now()
);

-- FEEDS

-- Feeds whose new items become campaigns. The settings are one document; a list, segment or template in them may be gone.
create table feeds (
  client_id bigint not null references clients (id),
  id bigint not null generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  title text not null,
  paused boolean not null default false,
  settings jsonb not null,
  -- who changed it last: is mailed when it fails; null where it was no person
  person_id bigint,
  -- new: not looked at yet; failing: is tried again; stopped: until it is changed
  state text not null default 'new' constraint feeds_state_check check (state in ('new', 'waiting', 'failing', 'stopped')),
  -- of a failing or stopped one, a sentence; and since when
  problem text not null default '',
  problem_at timestamptz,
  -- looks in a row that failed
  failures integer not null default 0,
  -- of the last document, as the server called it
  etag text not null default '',
  last_modified text not null default '',
  -- when it is looked at next
  next_at timestamptz not null default now(),
  -- the first look, which only notes what is there; null before it, and anew after a restore
  noted_at timestamptz,
  -- a draft that was made and is to be sent, or to be approved
  pending_campaign_id bigint,
  claim bigint not null default 0,
  claimed_until timestamptz not null default '-infinity',
  claimed_by text,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (client_id, id)
);
create unique index feeds_public on feeds (client_id, public_id);
create index feeds_by_title on feeds (client_id, lower(title), id);
create index feeds_due on feeds (next_at) where not paused and state <> 'stopped';

-- Hashes by which items are known that were mailed or are too old to be, and when the feed had them last.
create table feed_items (
  client_id bigint not null,
  feed_id bigint not null,
  key bytea not null,
  seen_at timestamptz not null,
  primary key (client_id, feed_id, key)
);
-- without the feed: the keys are looked up in the other index
create index feed_items_seen on feed_items (client_id, seen_at);

-- What came of each run, by the time that it was due: one run makes one campaign at most.
create table feed_runs (
  client_id bigint not null,
  feed_id bigint not null,
  due_at timestamptz not null,
  at timestamptz not null,
  items integer not null,
  new_items integer not null,
  campaign_id bigint,
  -- what followed of a campaign: a sentence; '' for a draft
  outcome text not null default '',
  primary key (client_id, feed_id, due_at)
);

-- Whose an object is that is named before its client is known: by its public id in a call or an address, or by its id in a token that names
-- no client. A database that is distributed by client keeps a copy on each node, and public ids are unique by this table there.
create table directory (
  kind text not null check (kind in ('campaign', 'form', 'list', 'segment', 'template')),
  public_id uuid not null,
  client_id bigint not null,
  id bigint not null,
  primary key (kind, public_id)
);
create unique index directory_id on directory (kind, id);
create index directory_client on directory (client_id);

-- Series: mails that follow each other, to each person at its own time (docs/series-and-tests.md).
create table series (
  client_id bigint not null references clients (id),
  id bigint generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  name text not null,
  state text not null default 'draft' check (state in ('draft', 'running', 'paused')),
  list_id bigint not null,
  -- who enrols, how often, and what ends it (store/series/series.ts)
  settings jsonb not null,
  -- each save makes the next one; the one that was started last
  revision integer not null default 1,
  started_revision integer,
  -- what happens from then on enrols
  started_at timestamptz,
  -- events of the client up to this one were read
  last_sequence bigint not null default 0,
  -- of dates: the last day that was looked at, and while it is being looked at, the last member
  dated_on date,
  dated_after bigint not null default 0,
  -- members who were there before are enrolled: since when, and up to which member
  existing_at timestamptz,
  existing_after bigint not null default 0,
  enrolled bigint not null default 0,
  finished bigint not null default 0,
  reached bigint not null default 0,
  stopped bigint not null default 0,
  -- why it does not go on, in a sentence; '' for nothing
  problem text not null default '',
  -- since then the database may lack mails that went out: what is overdue is skipped at the next start, and editions are made anew
  uncertain_since timestamptz,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- nothing is planned before: the time to stop it after a start
  held_until timestamptz,
  primary key (client_id, id)
);
create unique index series_public_id on series (client_id, public_id);

create table series_steps (
  client_id bigint not null,
  id bigint generated always as identity,
  series_id bigint not null,
  place integer not null, -- dense, from 1; 0 for a step that was removed
  -- delay, hours, condition
  settings jsonb not null,
  -- campaigns: the one that is edited, the one that is about to be in force, the one in force
  draft_id bigint,
  coming_id bigint,
  edition_id bigint,
  -- the earliest next_at of those who wait for it, or earlier
  due_at timestamptz,
  waiting bigint not null default 0,
  skipped bigint not null default 0,
  -- who was about to get it and ended before
  stopped bigint not null default 0,
  removed_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, series_id) references series (client_id, id)
);
create index series_steps_of on series_steps (client_id, series_id);
create index series_steps_due on series_steps (due_at) where due_at is not null;
create index series_steps_coming on series_steps (client_id) where coming_id is not null;

-- Who is in a series: one row for each person, also for a person who comes again.
create table series_enrolments (
  client_id bigint not null,
  id bigint generated always as identity,
  series_id bigint not null,
  address text collate "C" not null,
  subscriber_id bigint not null,
  -- how often the person came
  run integer not null default 1,
  enrolled_at timestamptz not null,
  -- the step that comes next, and when; null once it is over
  step_id bigint,
  next_at timestamptz,
  ended_at timestamptz,
  outcome text check (outcome in ('finished', 'goal', 'left', 'bounced', 'deleted', 'suppressed', 'inactive', 'step removed')),
  primary key (client_id, id)
);
create unique index series_enrolments_person on series_enrolments (client_id, series_id, address);
create index series_enrolments_due on series_enrolments (client_id, step_id, next_at, id) where next_at is not null;
create index series_enrolments_address on series_enrolments (client_id, address);

-- What became of a step for a person who came: a recipient of an edition, or, without a campaign, skipped.
create table series_mails (
  client_id bigint not null,
  step_id bigint not null,
  enrolment_id bigint not null,
  run integer not null,
  campaign_id bigint,
  number integer,
  at timestamptz not null,
  primary key (client_id, step_id, enrolment_id, run)
);

-- REPORTS BY MAIL

-- Whether reports of a client are mailed: each month, and some days after each campaign. One row for a client.
create table report_mailings (
  client_id bigint not null references clients (id),
  id bigint not null generated always as identity,
  monthly boolean not null,
  -- after the end of a campaign; null for no reports of campaigns
  after_days integer check (after_days between 0 and 60),
  language text not null,
  changed_by text not null,
  changed_at timestamptz not null default now(),
  -- months and campaigns that ended before are not reported
  since timestamptz not null default now(),
  -- when it is looked at next
  next_at timestamptz not null default now(),
  -- why the last report could not be made, in a sentence; '' for nothing
  problem text not null default '',
  claim bigint not null default 0,
  claimed_until timestamptz not null default '-infinity',
  claimed_by text,
  attempts integer not null default 0,
  primary key (client_id, id)
);
create unique index report_mailings_client on report_mailings (client_id);
create index report_mailings_due on report_mailings (next_at) where monthly or after_days is not null;

-- Who gets them. An address that was taken out stays, so that who has stopped the mails is not asked again at once.
create table report_recipients (
  client_id bigint not null,
  id bigint not null generated always as identity,
  address text not null,
  email text not null,
  state text not null check (state in ('asked', 'confirmed', 'stopped', 'bounced')),
  state_at timestamptz not null default now(),
  -- confirmed as the address of a person of the client, for as long as it is one
  is_person boolean not null,
  wanted boolean not null default true,
  -- when the mail that asks was handed over; null before
  asked_at timestamptz,
  -- of a bounced one: what was said
  problem text not null default '',
  primary key (client_id, id)
);
create unique index report_recipients_address on report_recipients (client_id, address);
create index report_recipients_confirmed on report_recipients (client_id, id) where wanted and state = 'confirmed';

-- Each report that was mailed: a month or a campaign is reported once.
create table report_runs (
  client_id bigint not null,
  id bigint not null generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  month date,
  campaign_id bigint,
  -- of a campaign: the link to its report
  link_id bigint,
  language text not null,
  at timestamptz not null default now(),
  -- of the page of a month
  expires_at timestamptz not null,
  revoked_at timestamptz,
  views integer not null default 0,
  primary key (client_id, id),
  check ((month is null) <> (campaign_id is null))
);
create unique index report_runs_public_id on report_runs (client_id, public_id);
create unique index report_runs_month on report_runs (client_id, month) where month is not null;
create unique index report_runs_campaign on report_runs (client_id, campaign_id) where campaign_id is not null;

-- A report on its way to one recipient. One that was being handed over when a process died is not sent again.
create table report_mails (
  client_id bigint not null,
  run_id bigint not null,
  recipient_id bigint not null,
  state text not null default 'planned' check (state in ('planned', 'handing over', 'accepted', 'refused', 'unknown', 'skipped')),
  at timestamptz not null default now(),
  primary key (client_id, run_id, recipient_id)
);

-- The first key, derived from the installation secret.
insert into link_keys (version, signs_at) values (1, now());

-- The migrations whose effect is above.
insert into migrations (number) select generate_series(1, 74);
