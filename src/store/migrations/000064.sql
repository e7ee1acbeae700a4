-- The ledger, opens and clicks become partitioned by ranges of campaigns, and published events by month, while processes of the version
-- before serve and send. No row is copied: each table becomes the first partition of its successor. This says which rows it may hold:
-- campaigns that there are, and those that a month or so may add; events until the end of next month. Nothing is read here; the
-- tables are locked for a moment.
do $$
declare
  latest bigint := greatest(
    (select coalesce(max(id), 0) from campaigns),
    (select last_value from campaigns_id_seq)
  );
  recent bigint := (select count(*) from campaigns where created_at > now() - interval '31 days');
  -- rounded up to thousands
  bound bigint := ((latest + greatest(recent, 100)) / 1000 + 1) * 1000;
  month timestamptz := date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' + interval '2 months';
  kept text := current_setting('lock_timeout');
  name text;
begin
  -- shorter than the time after which PostgreSQL ends one of two that wait for each other: this one gives way, and runs again
  set local lock_timeout = '200ms';
  foreach name in array array['audience', 'leases', 'log', 'opens', 'clicks'] loop
    execute format('alter table %1$I add constraint %1$s_first_range check (campaign_id < %2$s) not valid', name, bound);
  end loop;
  execute format('alter table published_events add constraint published_events_first_range check (published_at < %L) not valid', month);
  perform set_config('lock_timeout', kept, true);
end $$;
