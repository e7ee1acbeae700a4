-- Imports: a file that is mapped, judged, written into a list, and can be undone.
create table imports (
  client_id bigint not null,
  id bigint not null generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  list_id bigint not null,
  state text not null default 'reading' check (state in
    ('reading', 'mapping', 'judging', 'judged', 'committing', 'done', 'undoing', 'undone', 'cancelled', 'failed')),
  file_name text not null,
  bytes bigint not null,
  sha256 bytea not null,
  -- Null once the file is removed.
  upload_id bigint,
  consent jsonb not null,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  ended_at timestamptz,
  -- Why it went back to its mapping, or failed: a sentence.
  problem text,
  -- What the reader found: parts, columns, format.
  source jsonb,
  mapping jsonb,
  -- Rows of the file, once they are staged.
  rows bigint,
  last_row bigint,
  -- Rows up to this number are written (while it is undone: undone).
  cursor bigint not null default 0,
  -- Up to which row it was written when its undoing began.
  written_to bigint not null default 0,
  claim bigint not null default 0,
  claimed_until timestamptz not null default '-infinity',
  primary key (client_id, id),
  foreign key (client_id, list_id) references lists (client_id, id)
);
create unique index imports_public_id on imports (client_id, public_id);
create index imports_list on imports (client_id, list_id, id);
-- One import writes into a list at a time.
create unique index imports_writing on imports (client_id, list_id) where state in ('committing', 'undoing');
create index imports_open on imports (claimed_until) where state in ('reading', 'judging', 'committing', 'undoing');

-- Every row of a file has one verdict: what is counted adds up to the rows.
create table import_counts (
  client_id bigint not null,
  import_id bigint not null,
  stage text not null check (stage in ('judged', 'written')),
  rows bigint not null default 0,
  added bigint not null default 0,
  updated bigint not null default 0,
  unchanged bigint not null default 0,
  stricter bigint not null default 0,
  opt_out_kept bigint not null default 0,
  suppressed bigint not null default 0,
  bounced_kept bigint not null default 0,
  duplicate bigint not null default 0,
  skipped bigint not null default 0,
  refused bigint not null default 0,
  -- Rows, among those above, a value of which is left out.
  value_dropped bigint not null default 0,
  -- Of those written, taken back and left as they are by Import.Undo.
  undone bigint not null default 0,
  left_alone bigint not null default 0,
  primary key (client_id, import_id, stage),
  foreign key (client_id, import_id) references imports (client_id, id),
  check (rows = added + updated + unchanged + stricter + opt_out_kept + suppressed + bounced_kept + duplicate + skipped + refused)
);

create table import_rows (
  client_id bigint not null,
  import_id bigint not null,
  number bigint not null,
  -- Null where the row is refused.
  address text,
  email text not null,
  -- Null leaves a member's as it is, '' clears it.
  name text,
  mobile_number text,
  wanted text not null,
  -- By key; null clears a field.
  fields jsonb not null,
  joined_at timestamptz,
  -- What the row itself says of consent and opt-out.
  evidence jsonb,
  verdict text not null,
  -- The refusal's name, the suppression's reason.
  reason text,
  duplicate_of bigint,
  -- Columns whose value is left out.
  dropped text[],
  -- Of a member that was there before: what it was, and what was written.
  before jsonb,
  written jsonb,
  primary key (client_id, import_id, number)
);
create index import_rows_verdict on import_rows (client_id, import_id, verdict, number) where verdict <> 'added';

-- Uploads that an import keeps do not count as unused.
alter table uploads add column import_id bigint;
