-- Names of tags are compared by the program (store/tags/tag-key.ts), under a lock of the client; lower() depends on the collation.
drop index if exists contact_tags_name;
