-- A large audience is frozen in ranges of ids. A row says how far the freeze of a campaign is; it goes with the last range.
create table campaign_freezes (
  client_id bigint not null,
  campaign_id bigint not null,
  audience jsonb not null,
  last_id bigint not null default 0,
  numbered integer not null default 0,
  attempts integer not null default 0,
  next_at timestamptz not null default '-infinity',
  primary key (client_id, campaign_id),
  foreign key (client_id, campaign_id) references campaigns (client_id, id)
);
