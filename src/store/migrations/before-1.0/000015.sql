-- A range whose lease ran out is called for before another sender takes it: an owner that lives renews the lease then.
alter table leases add column called boolean not null default false;
-- The server that senders met last, and until when none of them claims anything: after another one took over, those that know
-- more than it does speak first.
create table database_server (
  one boolean primary key default true check (one),
  server text not null,
  claims_from timestamptz
);
-- Unknown outcomes when the day began: some become less later, when a person has them sent again, and make no room by that.
alter table client_days add column unknown_before integer not null default 0;
