-- Campaign.Send refuses campaigns that Campaign.Check does not find ready.
alter table clients add column send_only_ready boolean not null default false;
