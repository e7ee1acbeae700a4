-- Bounces and complaints, and what they do.

-- what senders write at the hand-over has no class yet: it is worked off afterwards
alter table campaign_bounces add column class text
  check (class in ('recipient gone', 'mailbox full', 'policy', 'content', 'dns', 'transient', 'unknown'));
alter table campaign_bounces add column status text not null default '';
alter table campaign_bounces add column code smallint;
-- the address the report names, where it is another than ours
alter table campaign_bounces add column reported text not null default '';
-- the mail it was read from; null for what a relay said at the hand-over
alter table campaign_bounces add column mail_id text;
-- when it took effect; null: it is still to
alter table campaign_bounces add column worked_at timestamptz;
-- what there was before this version has had its effect
update campaign_bounces set class = case type when 'H' then 'recipient gone' else 'unknown' end, worked_at = at;
create index campaign_bounces_new on campaign_bounces (at) where worked_at is null;

-- maintained: how many bounces of a campaign are of which class
create table campaign_bounce_classes (
  client_id bigint not null,
  campaign_id bigint not null,
  class text not null,
  recipients integer not null,
  primary key (client_id, campaign_id, class)
);
insert into campaign_bounce_classes (client_id, campaign_id, class, recipients)
select client_id, campaign_id, class, count(*) from campaign_bounces group by 1, 2, 3;

-- soft bounces in a row are read from the campaigns themselves
alter table subscribers drop column soft_bounces;

-- Reports which prove that a mail arrived: a delivery report, or an automatic answer.
create table campaign_arrivals (
  client_id bigint not null,
  campaign_id bigint not null,
  number integer not null,
  at timestamptz not null,
  kind text not null check (kind in ('delivery', 'auto-reply')),
  primary key (client_id, campaign_id, number)
);

-- those whose unknowns may be settled by what comes back
create index campaign_totals_unknown on campaign_totals (client_id, campaign_id) where unknown > 0;

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
alter table campaign_totals add column complaints integer not null default 0;
-- the campaigns of the last days
create index campaigns_started on campaigns (client_id, started_at) where started_at is not null;

-- Complaints above the limits: warnings, and holds until somebody releases them.
create table complaint_alarms (
  client_id bigint not null references clients (id),
  id bigint generated always as identity,
  kind text not null check (kind in ('warning', 'hold')),
  campaign_id bigint,                      -- null: of all the client's campaigns
  at timestamptz not null,
  complaints integer not null,             -- it was judged by
  mails integer not null,
  released_at timestamptz,                 -- of a hold
  released_by bigint,                      -- login
  released_as text,                        -- its name then
  released_wire text,
  released_remote text,
  released_complaints integer,             -- of the campaign by then: what came before counts no more
  released_mails integer,
  primary key (client_id, id)
);
create unique index complaint_alarms_hold on complaint_alarms (client_id, coalesce(campaign_id, 0))
  where kind = 'hold' and released_at is null;
create index complaint_alarms_of on complaint_alarms (client_id, campaign_id, id);

-- nothing of the client is handed over while it is set
alter table clients add column held_at timestamptz;

alter table campaign_history drop constraint campaign_history_action_check;
alter table campaign_history add constraint campaign_history_action_check check (action in
  ('send', 'unschedule', 'pause', 'resume', 'cancel', 'retry', 'settle', 'settle as retry', 'test', 'tested', 'promise', 'delete', 'hold'));
