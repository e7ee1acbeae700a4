-- Contacts of a client across its lists: by the beginning of their address, by its domain, by the beginning of their name. Texts
-- are ordered by their bytes, whatever the collation of the database is.
create index subscribers_of_client on subscribers (client_id, (address collate "C"));
create index subscribers_by_domain on subscribers (client_id, (split_part(address, '@', -1) collate "C"), (address collate "C"));
create index subscribers_by_name on subscribers (client_id, (lower(name) collate "C"), (address collate "C")) where name <> '';
