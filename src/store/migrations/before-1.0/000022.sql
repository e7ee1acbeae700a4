-- The login of an account's user who was removed, or is no Owner any more: its key, its password and its sessions are worth nothing.
alter table logins add column withdrawn_at timestamptz;

-- Who sent an invitation: those that are open end with the access of their sender. Null for the command line.
alter table invitations add column inviter_id bigint references people (id);
drop index invitations_account;
create index invitations_open on invitations (account_id, id) where accepted_at is null and revoked_at is null;
create index invitations_inviter on invitations (inviter_id) where accepted_at is null and revoked_at is null;

-- The people of an account in their order, and the logins of its clients.
drop index grants_account;
create index grants_account on grants (account_id, person_id);
create index logins_clients on logins (account_id, id) where client_id is not null;
