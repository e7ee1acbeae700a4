-- Attempts since the last progress: after too many the work gives up with a sentence. A claim says less, since stops of the service and
-- moves to another state count as claims.
alter table imports add column attempts integer not null default 0;
alter table bulk_changes add column attempts integer not null default 0;
alter table exports add column attempts integer not null default 0;
