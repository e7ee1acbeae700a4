-- Names of the field: events are published, assets are files of templates and campaigns, a throttle has buckets.
alter table told_events rename to published_events;
alter table published_events rename column told_at to published_at;
alter table published_events rename constraint told_events_pkey to published_events_pkey;
alter table webhooks rename column told_to to published_to;
alter table kept_files rename to assets;
alter table assets rename constraint kept_files_pkey to assets_pkey;
alter table assets rename constraint kept_files_owner_check to assets_owner_check;
alter table assets rename constraint kept_files_client_id_fkey to assets_client_id_fkey;
alter table pace_buckets rename to throttle_buckets;
alter table throttle_buckets rename constraint pace_buckets_pkey to throttle_buckets_pkey;
