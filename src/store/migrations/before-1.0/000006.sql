-- The mailbox: what came back, as it came.

-- One row for each recipient of a mail. Written before the mail is acknowledged, worked off afterwards. Not distributed by client:
-- whose it is may turn out only when it is read.
create table mailbox (
  id bigint generated always as identity primary key,
  public_id uuid not null default gen_random_uuid() unique,
  at timestamptz not null,
  -- how it came: smtp, import
  source text not null check (source in ('smtp', 'import')),
  remote text not null default '',
  helo text not null default '',
  -- of the envelope; empty for the null sender
  sender text not null default '',
  recipient text not null,
  -- what the recipient's address means; other: an imported mail that names none of ours
  route text not null check (route in ('bounce', 'opt-out', 'complaint', 'other')),
  -- of the whole mail, of which raw may be the beginning only
  size bigint not null,
  sha256 bytea not null,
  raw bytea not null,
  state text not null default 'waiting' check (state in ('waiting', 'read', 'unrecognised', 'unmatched', 'unreadable')),
  -- claims begun; after too many it is unreadable
  attempts integer not null default 0,
  -- not claimed before
  due_at timestamptz not null,
  -- whose it is: from the address, else from what is inside; null while unmatched
  client_id bigint,
  campaign_id bigint,
  number bigint,
  kind text,
  class text,
  status text,
  evidence text,
  -- why it is unreadable
  reason text,
  worked_at timestamptz
);
-- the same bytes for the same recipient are one mail, however often they are delivered or imported
create unique index mailbox_once on mailbox (sha256, recipient);
create index mailbox_waiting on mailbox (due_at) where state = 'waiting';
create index mailbox_of_client on mailbox (client_id, id);
create index mailbox_of_recipient on mailbox (campaign_id, number);
create index mailbox_unmatched on mailbox (id) where state in ('unmatched', 'unreadable') and client_id is null;
create index mailbox_by_age on mailbox (at);
