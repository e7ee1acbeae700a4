-- Reads the tables once, beside all that goes on, so that the next migration need not. Stopped half way, it begins anew.
alter table audience validate constraint audience_first_range;
alter table leases validate constraint leases_first_range;
alter table log validate constraint log_first_range;
alter table opens validate constraint opens_first_range;
alter table clicks validate constraint clicks_first_range;
alter table published_events validate constraint published_events_first_range;
