-- The register of deletions names the client like every table of a client: client_id, and in the key.
alter table deletions rename column of_client to client_id;
alter table deletions rename constraint deletions_of_client_fkey to deletions_client_id_fkey;
alter table deletions drop constraint deletions_pkey;
alter table deletions add primary key (client_id, kind, public_id);
-- who restores names the object alone
create index deletions_object on deletions (account_id, public_id);

-- A call that asks other servers before it creates reserves its Idempotency-Key: by whom, and until when. Null once it is answered.
alter table idempotency_keys add column holder uuid;
alter table idempotency_keys add column held_until timestamptz;
