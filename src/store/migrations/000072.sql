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
  address text not null,
  subscriber_id bigint not null,
  run integer not null default 1,
  enrolled_at timestamptz not null,
  step_id bigint,
  next_at timestamptz,
  ended_at timestamptz,
  outcome text check (outcome in ('finished', 'goal', 'left', 'bounced', 'deleted', 'suppressed', 'inactive', 'step removed')),
  primary key (client_id, id)
);
create unique index if not exists series_enrolments_person on series_enrolments (client_id, address, series_id);
create index if not exists series_enrolments_due on series_enrolments (client_id, step_id, next_at, id) where next_at is not null;
create index if not exists series_enrolments_of on series_enrolments (client_id, series_id, (address collate "C"));
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
