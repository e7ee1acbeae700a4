-- Why the undoing of its import left a row as it is: what something else changed since, state, values, mailed or address. Null for other rows.
alter table import_rows add column left_alone text;
create index import_rows_left_alone on import_rows (client_id, import_id, number) where left_alone is not null;
