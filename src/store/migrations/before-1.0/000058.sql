-- The client whose own key it is, made when REST is first asked for it and counted to no limit of its account.
alter table api_keys add column own_of bigint;
create unique index api_keys_own_of on api_keys (own_of) where own_of is not null;
