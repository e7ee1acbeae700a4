-- The settings that a process runs with, without passwords: `lettershop doctor` compares them with its own.
alter table processes add column settings jsonb not null default '{}';
