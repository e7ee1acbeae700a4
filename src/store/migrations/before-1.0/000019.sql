-- People of the console: whoever works with an account, with an address of their own. Users of accounts become people too; their
-- password stays where it is, at the login, and an address may be added later.
create table people (
  id bigint generated always as identity primary key,
  public_id uuid not null default gen_random_uuid() unique,
  email text,
  address text,
  name text not null,
  login_id bigint unique references logins (id),
  password_hash text,
  language text not null default 'en',
  time_zone text not null,
  notifications text[] not null default '{}',
  totp_secret bytea,
  totp_since timestamptz,
  totp_step bigint not null default 0,
  epoch integer not null default 1,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint people_email check ((email is null) = (address is null)),
  constraint people_reached check (login_id is not null or address is not null),
  constraint people_password check (login_id is null or password_hash is null)
);
create unique index people_address on people (address) where removed_at is null;

create table grants (
  person_id bigint not null references people (id),
  account_id bigint not null references accounts (id),
  client_id bigint references clients (id),
  role text not null check (role in ('Owner', 'Manager', 'Designer', 'Author', 'Approver', 'Analyst', 'Client')),
  granted_at timestamptz not null default now()
);
create unique index grants_once on grants (person_id, account_id, coalesce(client_id, 0));
create index grants_account on grants (account_id);
create index grants_client on grants (client_id) where client_id is not null;

insert into people (name, login_id, time_zone)
select l.username, l.id, a.time_zone
from logins l
join accounts a on a.id = l.account_id
where l.client_id is null;
insert into grants (person_id, account_id, role)
select p.id, l.account_id, 'Owner' from people p join logins l on l.id = p.login_id;

create table invitations (
  id bigint generated always as identity primary key,
  public_id uuid not null default gen_random_uuid() unique,
  account_id bigint not null references accounts (id),
  email text not null,
  address text not null,
  name text not null,
  language text not null,
  grants jsonb not null,
  token_hash bytea not null unique,
  invited_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz
);
create index invitations_account on invitations (account_id, id);

create table password_resets (
  token_hash bytea primary key,
  person_id bigint not null references people (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_person on password_resets (person_id);

create table recovery_codes (
  person_id bigint not null references people (id),
  code_hash bytea not null,
  used_at timestamptz,
  primary key (person_id, code_hash)
);

-- Browsers that a person signed in with.
create table devices (
  person_id bigint not null references people (id),
  token_hash bytea not null,
  agent text not null,
  remote text not null,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (person_id, token_hash)
);

-- A session is of a person or of a client's login. One of an earlier epoch is worth nothing: a new password, or grants that were
-- taken away, raise the epoch.
alter table logins add column epoch integer not null default 1;
create table sessions (
  id bigint generated always as identity primary key,
  public_id uuid not null default gen_random_uuid() unique,
  token_hash bytea not null unique,
  person_id bigint references people (id),
  login_id bigint references logins (id) on delete cascade,
  account_id bigint not null references accounts (id),
  epoch integer not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  remote text not null,
  agent text not null,
  ended_at timestamptz,
  constraint sessions_whose check ((person_id is null) <> (login_id is null))
);
create index sessions_person on sessions (person_id) where ended_at is null;
create index sessions_login on sessions (login_id) where ended_at is null;
create index sessions_expires on sessions (expires_at);

-- Keys with scopes, beside those that are derived for logins. Without clients a key reaches all of its account.
create table api_keys (
  id bigint generated always as identity primary key,
  public_id uuid not null default gen_random_uuid() unique,
  account_id bigint not null references accounts (id),
  label text not null,
  scopes text[] not null,
  client_ids bigint[],
  networks text[] not null default '{}',
  secret_hash bytea not null unique,
  old_hash bytea unique,
  old_ends_at timestamptz,
  person_id bigint references people (id),
  created_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_from text,
  old_last_used_at timestamptz,
  revoked_at timestamptz,
  constraint api_keys_old check ((old_hash is null) = (old_ends_at is null))
);
create index api_keys_account on api_keys (account_id, id);
create index api_keys_person on api_keys (person_id) where revoked_at is null;

-- From then on people of the account need a second factor; null for never.
alter table accounts add column factor_required_from timestamptz;
