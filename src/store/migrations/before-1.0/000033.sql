-- Sample data: one client of an account at most, in no bill and never mailed to relays.
alter table clients add column is_sample boolean not null default false;
create unique index clients_sample on clients (account_id) where is_sample and deleted_at is null;
-- Holds that stand, the newest first.
create index complaint_alarms_standing on complaint_alarms (id) where kind = 'hold' and released_at is null;
