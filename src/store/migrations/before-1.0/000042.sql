-- Suppression lists of an account, whose entries hold for all its clients, and of a list. Those of clients stay where they are: the
-- program before this migration goes on with them, and their table is not rewritten.
create table account_suppressions (
  account_id bigint not null references accounts (id),
  address text not null,
  email text not null,
  reason text not null check (reason in ('unsubscribed', 'bounced', 'complained', 'manual')),
  at timestamptz not null,
  evidence jsonb not null default '{}',
  primary key (account_id, address)
);
create index account_suppressions_by_address on account_suppressions (account_id, reason, (address collate "C"));

create table account_suppression_history (
  account_id bigint not null,
  address text not null,
  at timestamptz not null,
  from_reason text,
  to_reason text,
  evidence jsonb not null default '{}'
);
create index account_suppression_history_of on account_suppression_history (account_id, address, at);

create table list_suppressions (
  client_id bigint not null,
  list_id bigint not null,
  address text not null,
  email text not null,
  reason text not null check (reason in ('unsubscribed', 'bounced', 'complained', 'manual')),
  at timestamptz not null,
  evidence jsonb not null default '{}',
  -- an address is looked up in some lists, and in all of them
  primary key (client_id, address, list_id),
  foreign key (client_id, list_id) references lists (client_id, id)
);
create index list_suppressions_by_address on list_suppressions (client_id, reason, (address collate "C"), list_id);
create index list_suppressions_of_list on list_suppressions (client_id, list_id, reason, (address collate "C"));

create table list_suppression_history (
  client_id bigint not null,
  list_id bigint not null,
  address text not null,
  at timestamptz not null,
  from_reason text,
  to_reason text,
  evidence jsonb not null default '{}'
);
create index list_suppression_history_of on list_suppression_history (client_id, address, at);
