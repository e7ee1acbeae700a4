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
-- The public archive of a list: its settings; null where it was never shown. And which campaigns it shows: null for the rule.
alter table lists add column if not exists archive jsonb;
alter table campaigns add column if not exists archived boolean;
