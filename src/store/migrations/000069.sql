-- Indexes of subscribers were four times their rows. text_pattern_ops compares bytes, as collate "C" does, and finds equal addresses as
-- well: one index does what two did. Names are found by the index of each list; a domain's addresses are sorted where they are few, and
-- walked past the others where they are many. See docs/scale.md#indexes-of-subscribers.
create unique index subscribers_contact on subscribers (client_id, address text_pattern_ops, list_id);
drop index subscribers_address;
alter index subscribers_contact rename to subscribers_address;
drop index subscribers_of_client;
drop index subscribers_by_name;
drop index subscribers_by_domain;
create index subscribers_by_domain on subscribers (client_id, split_part(address, '@', -1) collate "C");
-- A numbered page of a large list or campaign begins at a mark, which is known to be out of date when the revision is another one.
alter table list_totals add column revision bigint not null default 0;
alter table campaign_totals add column hits_revision bigint not null default 0;
