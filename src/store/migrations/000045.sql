-- Who asked for an export or a bulk change, by the name that lists show. Rows of earlier versions do not say.
alter table exports add column created_by_name text;
alter table bulk_changes add column created_by_name text;
