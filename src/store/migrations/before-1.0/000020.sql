-- Lists that are read page by page, each in an order that an index has. Addresses are ordered by their bytes, whatever the collation
-- of the database is; so their beginning can be searched for too.
-- Those of subscribers begin with the list: before statistics are gathered, an index that begins with client and list would be
-- taken for look-ups of one address, which then go through the list.
create index subscribers_joined on subscribers (list_id, state, joined_at, id);
create index subscribers_by_address on subscribers (list_id, state, (address collate "C"));
create index suppressions_by_address on suppressions (client_id, reason, (address collate "C"));

-- When a campaign last came into a state.
alter table campaigns add column active_at timestamptz;
update campaigns m set active_at = greatest(created_at, started_at, finished_at, (
  select max(h.at) from campaign_history h where h.client_id = m.client_id and h.campaign_id = m.id));
alter table campaigns alter column active_at set default now(), alter column active_at set not null;
create index campaigns_active on campaigns (client_id, state, active_at, id) where deleted_at is null;

-- The growth of a list. active_at_end is what list_totals had after the day's last change; it is null on days before this
-- migration. Lists of that time know all of a day from days_from on; null: they know all days since they were made.
alter table list_days
  add column confirmed integer not null default 0,
  add column complained integer not null default 0,
  add column active_at_end integer;
alter table list_totals add column days_from date;
insert into list_days as d (client_id, list_id, day, active_at_end)
  select t.client_id, t.list_id, (now() at time zone c.time_zone)::date, t.active
  from list_totals t
  join clients c on c.id = t.client_id
  on conflict (client_id, list_id, day) do update set active_at_end = excluded.active_at_end;
update list_totals t set days_from = (now() at time zone c.time_zone)::date + 1 from clients c where c.id = t.client_id;

-- A campaign by the domains of its recipients, counted when it is asked for; the domain '' stands for all that are not among the largest.
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

-- What needs a hand among the clients of an account: few rows each, whatever the tables hold.
create index campaigns_under_way on campaigns (client_id, state) where deleted_at is null and state in ('scheduled', 'sending', 'paused');
create index complaint_alarms_at on complaint_alarms (at);
create index sending_domains_broken on sending_domains (client_id) where checked_at is not null and verified_at is null;
create index webhooks_paused on webhooks (client_id) where paused_at is not null;
