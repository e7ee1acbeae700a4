-- The time to stop a series that was started: nothing is planned before, whoever is enrolled meanwhile.
alter table series add column if not exists held_until timestamptz;
