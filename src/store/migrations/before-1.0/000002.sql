-- What a range's owner may be handing over is a mark on its lease, advanced in groups ahead of the data; the log holds what
-- became of it. The state of a recipient is its last entry in the log (highest attempt, then latest), but *handing over* when it is
-- open (no entry, or deferred until no later than the lease was opened) and its number is at most the mark of its range.
alter table leases
  add column handed integer not null default 0,                    -- numbers of the range up to this may have been handed over
  add column opened_at timestamptz not null default '-infinity';  -- who was open then is sent to under this lease
-- entries of hand-overs whose sender ended before this version: what became of them is not known
with ended as (
  insert into log (client_id, campaign_id, number, attempt, kind, at, answer)
  select h.client_id, h.campaign_id, h.number, h.attempt, 'unknown', now(), 'the sender ended before the relay''s answer was recorded'
  from log h
  where h.kind = 'handing over' and not exists (
    select from log o
    where o.client_id = h.client_id and o.campaign_id = h.campaign_id and o.number = h.number and o.attempt = h.attempt
      and o.kind <> 'handing over'
  )
  returning client_id, campaign_id
), counts as (
  select client_id, campaign_id, count(*)::integer as unknown from ended group by 1, 2
)
update campaign_totals t
set handing_over = t.handing_over - c.unknown, unknown = t.unknown + c.unknown
from counts c
where t.client_id = c.client_id and t.campaign_id = c.campaign_id;
-- What was done to a campaign, and who did it: every action of its steering, and test mails with what became of them.
create table campaign_history (
  client_id bigint not null,
  campaign_id bigint not null,
  id bigint generated always as identity,
  at timestamptz not null,
  action text not null check (action in
    ('send', 'unschedule', 'pause', 'resume', 'cancel', 'retry', 'settle', 'settle as retry', 'test', 'tested', 'promise', 'delete')),
  login_id bigint not null,
  username text not null,                  -- as it was then: logins change their names
  wire text not null,
  remote text not null,
  from_state text not null,
  to_state text not null,
  detail jsonb not null default '{}',
  primary key (client_id, campaign_id, id),
  foreign key (client_id, campaign_id) references campaigns (client_id, id)
);

-- Whose decision an entry is (a retry, a settlement, a cancellation); null for what became of a hand-over.
alter table log add column login_id bigint;

-- Who was refused, deferred, excluded or is unknown, found without reading the many who were accepted.
create index log_exceptions on log (client_id, campaign_id, kind, number)
  where kind in ('deferred', 'refused', 'unknown', 'excluded');

-- Cancelled campaigns that still have somebody open: their sender has not given the last range back.
create index campaigns_closing on campaigns (client_id, id) where state = 'cancelled' and finished_at is null;
-- GUARDS: what tells a restored or copied installation from one that was merely restarted, and what holds sending then.

-- Which database this is, by its server and number; a copy of it differs. Null until a sender first looked.
alter table installation add column database_sign text;

-- One row for each data folder senders work from. The folder keeps its newest beat in a file: a database that is behind the
-- file was restored.
create table heartbeats (
  folder text primary key,                 -- drawn once for a folder
  beat bigint not null,
  at timestamptz not null,                 -- by the sender's clock
  boot text not null,                      -- of its machine: within one, its uptime is a second clock
  uptime double precision not null,        -- seconds
  folder_sign text not null                -- of the folder's file and machine; a copy differs
);

-- While one stands nobody is handed over, until the operator confirms (`lettershop release`).
create table holds (
  kind text not null check (kind in ('database restored', 'database copied', 'data folder copied', 'long silence', 'clock')),
  folder text not null default '',         -- '' holds every sender, otherwise those of one data folder
  detail text not null,
  since timestamptz not null,
  primary key (kind, folder)
);

-- A schedule that came up more than LETTERSHOP_LATEST_START_HOURS late: the campaign is a draft again.
alter table campaigns add column missed_at timestamptz; -- when it was to start

-- Most mails of a client's day: null for the installation's limit, 0 for none.
alter table clients add column daily_limit integer check (daily_limit >= 0);
alter table clients add column limited_until timestamptz; -- its limit is reached: nothing is claimed before
-- Of how many mails the client's campaigns had been handed over when its day began; kept for clients with a limit.
create table client_days (
  client_id bigint not null references clients (id),
  day date not null,                       -- the client's
  handed_before bigint not null,
  primary key (client_id, day)
);
alter table leases add column reserved integer not null default 0; -- of its client's limit, while it is held

-- PREFLIGHT: warnings of Campaign.Check somebody has seen and accepted.
create table campaign_acknowledgements (
  client_id bigint not null,
  campaign_id bigint not null,
  code text not null,
  by text not null,                        -- the login's user name
  at timestamptz not null,
  primary key (client_id, campaign_id, code),
  foreign key (client_id, campaign_id) references campaigns (client_id, id)
);


-- PACE: token buckets of relays and of recipients' domains behind them, shared by all senders.
create table pace_buckets (
  key text primary key,                    -- user@host:port of the relay, and /domain for a recipients' domain
  full_at timestamptz not null             -- when the bucket is full again
);

-- SENDING DOMAINS: what a client sends from, and the DKIM keys its mail is signed with. Private keys are sealed with a key
-- derived from the installation secret.
create table sending_domains (
  client_id bigint not null references clients (id),
  domain text not null,                    -- lower-case A-labels
  selector text not null,                  -- what both keys' selectors begin with
  rsa_private bytea not null,
  rsa_public text not null,                -- base64, as its record has it
  ed25519_private bytea not null,
  ed25519_public text not null,
  rsa_found boolean not null default false,
  ed25519_found boolean not null default false,
  created_at timestamptz not null default now(),
  checked_at timestamptz,
  verified_at timestamptz,                 -- since when the RSA record is published; null: nothing is signed
  report jsonb not null default '[]',      -- what the latest check found
  primary key (client_id, domain)
);
