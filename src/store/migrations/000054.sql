-- What something else changed since, of a row that the undoing of its import left as it is.
alter table import_rows add column left_alone text check (left_alone in ('state', 'values', 'mailed'));
create index import_rows_left_alone on import_rows (client_id, import_id, number) where left_alone is not null;
