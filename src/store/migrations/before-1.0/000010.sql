-- Hits are raw first and counted soon after: what was recorded together and is in no count yet, a campaign each.
create table uncounted_hits (
  client_id bigint not null,
  campaign_id bigint not null,
  id bigint not null generated always as identity,
  -- one of each a hit, in the same order
  numbers integer[] not null,
  -- null for an open
  links integer[] not null,
  times timestamptz[] not null,
  heads boolean[] not null,
  primary key (client_id, campaign_id, id)
);
-- whoever waits longest is counted first
create index uncounted_hits_id on uncounted_hits (id);
