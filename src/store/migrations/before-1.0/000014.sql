-- The two heartbeat files of a data folder as they stood when the row was written: name, beat, inode, time of birth in ns.
-- A restore in place makes other files of them. Empty until the first heartbeat of a version that makes such files.
alter table heartbeats add column files jsonb not null default '[]';
-- the kinds of holds have one list, in the program
alter table holds drop constraint if exists holds_kind_check;
