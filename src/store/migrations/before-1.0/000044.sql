-- Parts of names are found by their trigrams. Both extensions are trusted: the owner of the database may create them. Where they cannot
-- be created, contacts are found by the beginning of a name.
do $$
begin
  create extension if not exists pg_trgm;
  create extension if not exists btree_gin;
  create index subscribers_by_name_part on subscribers using gin (client_id, lower(name) gin_trgm_ops) where name <> '';
exception
  when insufficient_privilege or feature_not_supported or undefined_file or undefined_object or invalid_schema_name then
    raise notice 'contacts are found by the beginning of a name: %', sqlerrm;
end $$;

-- Without it the planner takes any part of a name for common, and walks all addresses for one that no name has. PostgreSQL 15 reads more
-- for beginnings of names with it, so earlier versions go without.
do $$
begin
  if current_setting('server_version_num')::integer >= 180000 then
    create statistics subscribers_names on lower(name) from subscribers;
  end if;
end $$;
analyze subscribers;
