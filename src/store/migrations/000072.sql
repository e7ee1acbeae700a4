-- Whose an object is, by its public id or by its id alone. Processes of the version before add no rows: what they make is added when it is looked up.
create table if not exists directory (
  kind text not null check (kind in ('campaign', 'form', 'list', 'segment', 'template')),
  public_id uuid not null,
  client_id bigint not null,
  id bigint not null,
  primary key (kind, public_id)
);
create unique index if not exists directory_id on directory (kind, id);
create index if not exists directory_client on directory (client_id);
insert into directory (kind, public_id, client_id, id)
select 'campaign', public_id, client_id, id from campaigns
union all
select 'form', public_id, client_id, id from forms
union all
select 'list', public_id, client_id, id from lists
union all
select 'segment', public_id, client_id, id from segments
union all
select 'template', public_id, client_id, id from templates
on conflict do nothing;
-- Names of tags are compared by the program (store/tags/tag-key.ts), under a lock of the client; lower() depends on the collation.
drop index if exists contact_tags_name;
-- Feeds whose new items become campaigns, the items that they have shown, and their runs.
create table if not exists feeds (
  client_id bigint not null references clients (id),
  id bigint not null generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  title text not null,
  paused boolean not null default false,
  settings jsonb not null,
  person_id bigint,
  state text not null default 'new' constraint feeds_state_check check (state in ('new', 'waiting', 'failing', 'stopped')),
  problem text not null default '',
  problem_at timestamptz,
  failures integer not null default 0,
  etag text not null default '',
  last_modified text not null default '',
  next_at timestamptz not null default now(),
  noted_at timestamptz,
  pending_campaign_id bigint,
  claim bigint not null default 0,
  claimed_until timestamptz not null default '-infinity',
  claimed_by text,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (client_id, id)
);
create unique index if not exists feeds_public on feeds (client_id, public_id);
create index if not exists feeds_by_title on feeds (client_id, lower(title), id);
create index if not exists feeds_due on feeds (next_at) where not paused and state <> 'stopped';
create table if not exists feed_items (
  client_id bigint not null,
  feed_id bigint not null,
  key bytea not null,
  seen_at timestamptz not null,
  primary key (client_id, feed_id, key)
);
create index if not exists feed_items_seen on feed_items (client_id, seen_at);
create table if not exists feed_runs (
  client_id bigint not null,
  feed_id bigint not null,
  due_at timestamptz not null,
  at timestamptz not null,
  items integer not null,
  new_items integer not null,
  campaign_id bigint,
  outcome text not null default '',
  primary key (client_id, feed_id, due_at)
);
-- Tags and language of a recipient when the audience was frozen, for the conditions of the letter; null where it asks for none.
alter table audience add column if not exists traits text[];
-- Campaigns that follow another: a resend to those who did not react, a catch-up for those whom the frequency cap left out.
alter table campaigns add column if not exists follows_id bigint;
alter table campaigns add column if not exists follows_root bigint;
alter table campaigns add column if not exists follows_as text check (follows_as in ('resend', 'catch up'));
alter table campaigns add column if not exists follows_after_hours integer;
create unique index if not exists campaigns_follows on campaigns (client_id, follows_id, follows_as)
  where follows_id is not null and (deleted_at is null or started_at is not null);
create index if not exists campaigns_follow_root on campaigns (client_id, follows_root) where follows_root is not null;
-- The frequency cap of a client: at most so many mails on so many days; null for none.
alter table clients add column if not exists cap_mails integer;
alter table clients add column if not exists cap_days integer;
-- The language that a wording of a form is offered in, and was agreed to in; '' where it is not known.
alter table form_wordings add column if not exists language text not null default '';
alter table form_consents add column if not exists language text not null default '';
-- When the mails of a campaign go out: allowed hours, spreading, time zones of its recipients; null for at once.
alter table campaigns add column if not exists timing jsonb;
alter table campaigns add column if not exists local_due timestamp;
alter table leases add column if not exists time_zone text;
create table if not exists campaign_zones (
  client_id bigint not null,
  campaign_id bigint not null,
  time_zone text not null,
  is_known boolean not null,
  due_at timestamptz not null,
  left_out boolean not null,
  recipients integer not null,
  primary key (client_id, campaign_id, time_zone, is_known),
  foreign key (client_id, campaign_id) references campaigns (client_id, id)
);
-- Tests of variants: how the audience of a campaign is divided, how far the test is, and what was decided.
create table if not exists campaign_tests (
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
create index if not exists campaign_tests_running on campaign_tests (client_id, campaign_id) where begun_at is not null and ended_at is null;
create table if not exists campaign_variants (
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
alter table campaign_history
  drop constraint if exists campaign_history_action_check,
  add constraint campaign_history_action_check check (action in
    ('send', 'unschedule', 'pause', 'resume', 'cancel', 'retry', 'settle', 'settle as retry', 'test', 'tested', 'promise', 'delete', 'hold',
      'begin', 'finish', 'miss', 'withdraw', 'delete client', 'restore', 'request approval', 'withdraw request', 'approve', 'reject',
      'set variants', 'test ended', 'choose variant'));
-- The public archive of a list: its settings; null where it was never shown. And which campaigns it shows: null for the rule.
alter table lists add column if not exists archive jsonb;
alter table campaigns add column if not exists archived boolean;
-- Series: mails that follow each other, to each person at its own time. An edition of a step is mailed by a campaign of its own, whose audience grows.
alter table campaigns add column if not exists series_id bigint;
alter table campaigns add column if not exists series_step_id bigint;
alter table campaigns add column if not exists rolling boolean not null default false;
alter table campaigns add column if not exists rolling_traits jsonb;
create index if not exists campaigns_series on campaigns (client_id, series_id) where series_id is not null;
create table if not exists series (
  client_id bigint not null references clients (id),
  id bigint generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  name text not null,
  state text not null default 'draft' check (state in ('draft', 'running', 'paused')),
  list_id bigint not null,
  -- who enrols, how often, and what ends it (store/series/series.ts)
  settings jsonb not null,
  revision integer not null default 1,
  started_revision integer,
  started_at timestamptz,
  last_sequence bigint not null default 0,
  dated_on date,
  dated_after bigint not null default 0,
  existing_at timestamptz,
  existing_after bigint not null default 0,
  enrolled bigint not null default 0,
  finished bigint not null default 0,
  reached bigint not null default 0,
  stopped bigint not null default 0,
  problem text not null default '',
  uncertain_since timestamptz,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (client_id, id)
);
create unique index if not exists series_public_id on series (client_id, public_id);
create table if not exists series_steps (
  client_id bigint not null,
  id bigint generated always as identity,
  series_id bigint not null,
  place integer not null,
  settings jsonb not null,
  draft_id bigint,
  coming_id bigint,
  edition_id bigint,
  due_at timestamptz,
  waiting bigint not null default 0,
  skipped bigint not null default 0,
  stopped bigint not null default 0,
  removed_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, series_id) references series (client_id, id)
);
create index if not exists series_steps_of on series_steps (client_id, series_id);
create index if not exists series_steps_due on series_steps (due_at) where due_at is not null;
create index if not exists series_steps_coming on series_steps (client_id) where coming_id is not null;
create table if not exists series_enrolments (
  client_id bigint not null,
  id bigint generated always as identity,
  series_id bigint not null,
  address text collate "C" not null,
  subscriber_id bigint not null,
  run integer not null default 1,
  enrolled_at timestamptz not null,
  step_id bigint,
  next_at timestamptz,
  ended_at timestamptz,
  outcome text check (outcome in ('finished', 'goal', 'left', 'bounced', 'deleted', 'suppressed', 'inactive', 'step removed')),
  primary key (client_id, id)
);
create unique index if not exists series_enrolments_person on series_enrolments (client_id, series_id, address);
create index if not exists series_enrolments_due on series_enrolments (client_id, step_id, next_at, id) where next_at is not null;
create index if not exists series_enrolments_address on series_enrolments (client_id, address);
create table if not exists series_mails (
  client_id bigint not null,
  step_id bigint not null,
  enrolment_id bigint not null,
  run integer not null,
  campaign_id bigint,
  number integer,
  at timestamptz not null,
  primary key (client_id, step_id, enrolment_id, run)
);
