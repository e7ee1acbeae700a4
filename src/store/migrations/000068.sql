-- Retention: how long what grows is kept, per client and kind, and what has been removed.

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

-- The job that removes: when it is due. An installation that has campaigns already begins two weeks later.
create table retention_work (
  one boolean primary key default true check (one),
  begins_at timestamptz not null,
  next_at timestamptz not null default '-infinity',
  claim bigint not null default 0,
  claimed_until timestamptz not null default '-infinity',
  claimed_by text
);
insert into retention_work (begins_at)
select case when exists (select from campaigns where started_at is not null) then now() + interval '14 days' else '-infinity' end;
