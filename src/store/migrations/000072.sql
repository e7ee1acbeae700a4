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
