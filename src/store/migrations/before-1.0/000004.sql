-- Opens and clicks: human and machine.

alter table hits add column method text not null default 'GET' check (method in ('GET', 'HEAD'));
-- the request said that nobody asked for it yet
alter table hits add column prefetch boolean not null default false;
-- the first hits of a recipient are found without reading all of them
drop index hits_of;
create index hits_of on hits (client_id, campaign_id, number, at);

alter table opens add column clicks integer not null default 0;
-- HEAD requests; no opens and no clicks
alter table opens add column heads integer not null default 0;
-- of the first hit that is not classified yet
alter table opens add column stale_at timestamptz;
-- what this recipient has added to the engagement of the campaign, its hours and its links
alter table opens add column counted jsonb;
update opens o
set clicks = c.clicks
from (select client_id, campaign_id, number, sum(clicks)::integer as clicks from clicks group by 1, 2, 3) c
where o.client_id = c.client_id and o.campaign_id = c.campaign_id and o.number = c.number;
create index opens_stale on opens (stale_at) where stale_at is not null;

alter table campaign_totals add column unique_clicks integer not null default 0;
update campaign_totals t
set unique_clicks = c.recipients
from (select client_id, campaign_id, count(*)::integer as recipients from opens where clicks > 0 group by 1, 2) c
where t.client_id = c.client_id and t.campaign_id = c.campaign_id;

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
-- what came in before is classified at the next start
insert into engagement (client_id, campaign_id, rules_version)
select distinct client_id, campaign_id, 0 from opens;

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
insert into campaign_hours (client_id, campaign_id, hour, accepted)
select client_id, campaign_id, date_trunc('hour', at, 'UTC'), count(*)
from log
where kind = 'accepted'
group by 1, 2, 3;
