-- Who asked for an export, by the name that lists show. Rows of earlier versions do not say.
alter table exports add column created_by_name text;
