-- A webhook of one list is sent what happens to its members alone, many events a message.
alter table webhooks add column list_id bigint;
alter table webhooks add foreign key (client_id, list_id) references lists (client_id, id) on delete cascade;
create index webhooks_of_list on webhooks (client_id, list_id) where list_id is not null;
