-- Preference page: what readers see of a list and of its fields.
alter table lists
  add column if not exists description text not null default '',
  add column if not exists shown_to text not null default 'members' constraint lists_shown_to_check
    check (shown_to in ('members', 'everyone', 'hidden'));
alter table custom_fields
  add column if not exists reader_access text not null default 'none' constraint custom_fields_reader_access_check
    check (reader_access in ('none', 'read', 'change'));
alter table preference_history
  drop constraint preference_history_preference_check,
  add constraint preference_history_preference_check check (
    preference in ('language', 'tracking', 'personalising', 'hygiene', 'basis', 'address', 'opt-out', 'mobile', 'pause', 'field',
      'reason'));

-- People who want no mail of the client for a while: no campaign goes to the address until this day has passed in the client's zone.
create table if not exists contact_pauses (
  client_id bigint not null references clients (id),
  address text not null,
  -- the last day without mail
  until date not null,
  primary key (client_id, address)
);

-- Why people left, one row for each membership that ended.
create table if not exists leave_reasons (
  client_id bigint not null,
  list_id bigint not null,
  subscriber_id bigint not null,
  -- subscribers.state_at of the state Unsubscribed it belongs to
  left_at timestamptz not null,
  reason text not null check (reason in ('too many', 'not interesting', 'never signed up', 'other address', 'hard to read', 'other')),
  comment text not null default '',
  -- the letter that led to it
  campaign_id bigint,
  number integer,
  at timestamptz not null default clock_timestamp(),
  primary key (client_id, subscriber_id, left_at)
);
create index if not exists leave_reasons_campaign on leave_reasons (client_id, campaign_id) where campaign_id is not null;

-- Changes of address that people asked for themselves.
create table if not exists address_requests (
  client_id bigint not null references clients (id),
  id bigint not null generated always as identity,
  -- the membership of the letter
  list_id bigint not null,
  subscriber_id bigint not null,
  email text not null,
  address text not null,
  new_email text not null,
  new_address text not null,
  state text not null default 'asked' check (state in ('asked', 'changed', 'undone')),
  at timestamptz not null default clock_timestamp(),
  changed_at timestamptz,
  -- the memberships whose address changed
  changed bigint[] not null default '{}',
  language text,
  primary key (client_id, id)
);
create index if not exists address_requests_at on address_requests (at);
