-- Contacts that were erased: what was asked for and what was removed, without their addresses. The address is known while it is looked
-- for, and nothing of it stays when that is done.
create table erasures (
  client_id bigint not null references clients (id),
  id bigint not null generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  -- as address-hash.ts writes it
  hash text not null,
  -- the address in its normal form, and all spellings of it that were found, in lower case; null where it is still looked for, and at the end
  address text,
  spellings text[] not null default '{}',
  subscriber_ids bigint[] not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'done')),
  waits_for text,
  removed jsonb not null default '{}',
  requested_at timestamptz not null default now(),
  requested_by text not null,
  -- written again from the record of a data folder, because a restored database did not know it
  is_replayed boolean not null default false,
  -- when a process looked at it first: what began before may hold the contact
  looked_at timestamptz,
  ended_at timestamptz,
  claim bigint not null default 0,
  claimed_until timestamptz not null default '-infinity',
  primary key (client_id, id),
  check (state = 'waiting' or (address is null and spellings = '{}'))
);
create unique index erasures_public_id on erasures (client_id, public_id);
create index erasures_hash on erasures (client_id, hash);
create index erasures_waiting on erasures (claimed_until) where state = 'waiting';

-- Recipients of campaigns who were erased: nothing that comes in about them later is kept.
create table erased_recipients (
  client_id bigint not null,
  campaign_id bigint not null,
  number integer not null,
  erasure_id bigint not null,
  primary key (client_id, campaign_id, number)
);
create index erased_recipients_of on erased_recipients (client_id, erasure_id);

-- Access requests: a ZIP file of all that is known of a contact.
alter table exports drop constraint exports_kind_check,
  add constraint exports_kind_check check (kind in ('subscribers', 'history', 'recipients', 'suppressions', 'verdicts', 'access request')),
  drop constraint exports_format_check,
  add constraint exports_format_check check (format in ('csv', 'excel', 'xlsx', 'jsonl', 'zip'));
