-- Each table becomes the first partition of a new one of its name, with the bound that the constraint of 000064.sql states and
-- 000065.sql has checked: nothing is read, and the tables are locked for a moment. Later partitions are made ahead (partitions.ts).
do $$
declare
  kept text := current_setting('lock_timeout');
  month timestamptz := substring(
    (select pg_get_constraintdef(oid) from pg_constraint where conname = 'published_events_first_range') from '''([^'']+)'''
  );
  bound bigint;
  name text;
  constraint_name text;
  index_name text;
  definition text;
  privilege text;
  grantee text;
begin
  set local lock_timeout = '200ms';
  lock table audience, leases, log, opens, clicks, published_events in access exclusive mode;
  foreach name in array array['audience', 'leases', 'log', 'opens', 'clicks'] loop
    bound := substring(
      (select pg_get_constraintdef(oid) from pg_constraint where conname = name || '_first_range') from '[0-9]+'
    );
    execute format('alter table %1$I rename to %1$s_first', name);
    execute format('create table %1$I (like %1$s_first including defaults) partition by range (campaign_id)', name);
    for constraint_name, definition in
      select conname, pg_get_constraintdef(oid) from pg_constraint
      where conrelid = (name || '_first')::regclass and contype = 'c' and conname <> name || '_first_range'
    loop
      execute format('alter table %I add constraint %I %s', name, constraint_name, definition);
    end loop;
    -- their names are those of the new table's
    for index_name in select relname from pg_index join pg_class on oid = indexrelid where indrelid = (name || '_first')::regclass loop
      execute format('alter index %I rename to %s', index_name, replace(index_name, name || '_', name || '_first_'));
    end loop;
    if name = 'clicks' then
      alter table clicks add primary key (client_id, campaign_id, number, link);
    elsif name = 'leases' then
      alter table leases add primary key (client_id, campaign_id, low);
      create index leases_open on leases (client_id, campaign_id, expires_at) where not done;
    elsif name = 'log' then
      alter table log add primary key (client_id, campaign_id, number, attempt, kind);
      create index log_exceptions on log (client_id, campaign_id, kind, number)
        where kind in ('deferred', 'refused', 'unknown', 'excluded');
    elsif name = 'opens' then
      alter table opens add primary key (client_id, campaign_id, number);
      create index opens_stale on opens (stale_at) where stale_at is not null;
    else
      alter table audience add primary key (client_id, campaign_id, number);
      create unique index audience_address on audience (client_id, address, campaign_id);
    end if;
    execute format('alter table %1$I attach partition %1$s_first for values from (minvalue) to (%2$s)', name, bound);
    execute format('alter table %1$s_first drop constraint %1$s_first_range', name);
  end loop;
  alter table published_events rename to published_events_first;
  alter index published_events_pkey rename to published_events_first_pkey;
  create table published_events (like published_events_first including defaults) partition by range (published_at);
  execute format('alter table published_events attach partition published_events_first for values from (minvalue) to (%L)', month);
  alter table published_events_first drop constraint published_events_first_range;
  -- what an operator granted to other roles
  for name, privilege, grantee in
    select p.relname, a.privilege_type, case when a.grantee = 0 then 'public' else quote_ident(pg_get_userbyid(a.grantee)) end
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    join pg_class p on p.oid = i.inhparent
    cross join lateral aclexplode(c.relacl) a
    where p.relname in ('audience', 'leases', 'log', 'opens', 'clicks', 'published_events')
      and c.relname = p.relname || '_first' and a.grantee <> c.relowner
  loop
    execute format('grant %s on %I to %s', privilege, name, grantee);
  end loop;
  perform set_config('lock_timeout', kept, true);
end $$;
