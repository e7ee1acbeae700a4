-- What integrations of the REST interface keep of fields and contacts, and the order of names within a list.
alter table custom_fields add column visible boolean not null default true;
alter table subscribers add column mobile_consent boolean;
alter table preference_history drop constraint preference_history_preference_check;
alter table preference_history add constraint preference_history_preference_check
  check (preference in ('language', 'tracking', 'address', 'opt-out', 'mobile'));
-- The beginning of names orders them; an index of whole names would be taken for searches of a client by name, for which it is a bad one.
create index subscribers_by_list_name on subscribers (list_id, state, left(lower(name), 60) collate "C", id);
create index suppressions_by_date on suppressions (client_id, at, address);
-- A client may have no contact.
drop index clients_email;
create unique index clients_email on clients (account_id, lower(email)) where deleted_at is null and email <> '';
-- Words that campaigns are found by.
alter table campaigns add column tags text[] not null default '{}';
