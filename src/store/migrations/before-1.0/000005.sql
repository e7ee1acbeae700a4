-- Opting out, and back.

-- what somebody chose for pages and mails about the subscription; null: nothing
alter table subscribers add column language text;

-- who put an address on the suppression list or took it off, and why; the list itself knows only how it stands
create table suppression_history (
  client_id bigint not null,
  address text not null,
  at timestamptz not null,
  from_reason text,                        -- null: it was not there
  to_reason text,                          -- null: taken off
  evidence jsonb not null default '{}'
);
create index suppression_history_of on suppression_history (client_id, address, at);

-- what a person chose on the page of preferences besides coming and going
create table preference_history (
  client_id bigint not null,
  list_id bigint not null,
  subscriber_id bigint not null,
  at timestamptz not null,
  preference text not null check (preference in ('language', 'tracking')),
  from_value text,
  to_value text,
  evidence jsonb not null default '{}'
);
create index preference_history_of on preference_history (client_id, list_id, subscriber_id, at);
