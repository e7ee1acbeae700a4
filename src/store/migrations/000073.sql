-- Words in custom fields of subscribers: contacts are found by the beginning of any of them, in lower case. Letters and digits make words.
-- Where the extension cannot be, as for parts of names, contacts are not found by their fields.
do $$
begin
  create extension if not exists btree_gin;
  create index if not exists subscribers_by_field_word on subscribers using gin (client_id, array_to_tsvector(array_remove(
    regexp_split_to_array(lower(jsonb_path_query_array(fields, '$.*')::text), '[^[:alnum:]]+'), ''))) where fields <> '{}';
exception
  when insufficient_privilege or feature_not_supported or undefined_file or undefined_object or invalid_schema_name then
    raise notice 'contacts are not found by custom fields: %', sqlerrm;
end $$;
analyze subscribers;
