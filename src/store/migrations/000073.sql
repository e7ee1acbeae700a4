-- The time to stop a series that was started: nothing is planned before, whoever is enrolled meanwhile.
alter table series add column if not exists held_until timestamptz;

-- Who asked for an approval does not give it, where another person may.
alter table clients add column if not exists approval_by_another boolean not null default true;
