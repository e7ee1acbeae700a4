-- Growth of lists: how many of those who joined on a day came by an import.
alter table list_days add column if not exists imported integer;
