-- Who did what, through which door, with which outcome. Entries are never changed; months go as whole partitions.
-- They are an account's rows: client_id is null for what concerns the account itself.
create sequence audit_log_id;
create table audit_log (
  account_id bigint not null,
  client_id bigint,
  at timestamptz not null default now(),
  id bigint not null default nextval('audit_log_id'),
  actor_kind text not null,
  actor_id bigint not null,
  actor_name text not null,
  means text not null,
  wire text not null,
  operation text not null,
  subject text not null,
  outcome text not null,
  request_id text not null,
  remote text not null
) partition by range (at);
create table audit_log_rest partition of audit_log default;
create index audit_log_account on audit_log (account_id, at, id);
create index audit_log_client on audit_log (client_id, at, id) where client_id is not null;
create index audit_log_actor on audit_log (account_id, actor_id, actor_kind, at, id);
create index audit_log_operation on audit_log (account_id, operation, at, id);
create index audit_log_failures on audit_log (account_id, at, id) where outcome <> '';
create index audit_log_faults on audit_log (account_id, at, id) where outcome = 'UnexpectedError';

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'entries of the audit log are never changed';
end $$;
create trigger audit_log_append_only before update or delete or truncate on audit_log
for each statement execute function refuse_audit_change();

-- The answers to calls with an Idempotency-Key, for a day; answers are encrypted, since they may hold secrets.
create table idempotency_keys (
  caller text not null,
  key_hash bytea not null,
  fingerprint bytea not null,
  answer bytea,
  created_at timestamptz not null default now(),
  primary key (caller, key_hash)
);
create index idempotency_keys_created on idempotency_keys (created_at);

alter table api_keys add column old_last_used_from text;
