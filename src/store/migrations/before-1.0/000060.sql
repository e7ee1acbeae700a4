-- Which process claimed a row: its claim is free when that process is gone, and not only when its time is over.
alter table imports add column claimed_by text;
alter table import_asks add column claimed_by text;
alter table bulk_changes add column claimed_by text;
alter table exports add column claimed_by text;
alter table erasures add column claimed_by text;
alter table uploads add column claimed_by text;
alter table backup_schedule add column claimed_by text;
-- Which process runs a worker of graphile-worker, which knows a worker's jobs as under way for four hours after it was killed.
create table job_workers (
  worker text primary key,
  process text not null
);
