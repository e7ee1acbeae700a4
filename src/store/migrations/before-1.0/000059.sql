-- Values that rows of an import lose: of each row why and what it was, and of the import a summary with examples.
alter table import_rows add column losses jsonb;
alter table imports add column losses jsonb;
