-- After a person starts a series, it can be stopped until this time. No mail is planned before, also not for people who are enrolled meanwhile.
alter table series add column if not exists held_until timestamptz;

-- Who asked for an approval does not give it, where another person may.
alter table clients add column if not exists approval_by_another boolean not null default true;

-- Growth of lists: how many of those who joined on a day came by an import.
alter table list_days add column if not exists imported integer;

-- Reports by mail: what a client has sent, to whom, and what was sent.
create table if not exists report_mailings (
  client_id bigint not null references clients (id),
  id bigint not null generated always as identity,
  monthly boolean not null,
  after_days integer check (after_days between 0 and 60),
  language text not null,
  changed_by text not null,
  changed_at timestamptz not null default now(),
  since timestamptz not null default now(),
  next_at timestamptz not null default now(),
  problem text not null default '',
  claim bigint not null default 0,
  claimed_until timestamptz not null default '-infinity',
  claimed_by text,
  attempts integer not null default 0,
  primary key (client_id, id)
);
create unique index if not exists report_mailings_client on report_mailings (client_id);
create index if not exists report_mailings_due on report_mailings (next_at) where monthly or after_days is not null;
create table if not exists report_recipients (
  client_id bigint not null,
  id bigint not null generated always as identity,
  address text not null,
  email text not null,
  state text not null check (state in ('asked', 'confirmed', 'stopped', 'bounced')),
  state_at timestamptz not null default now(),
  is_person boolean not null,
  wanted boolean not null default true,
  asked_at timestamptz,
  problem text not null default '',
  primary key (client_id, id)
);
create unique index if not exists report_recipients_address on report_recipients (client_id, address);
create index if not exists report_recipients_confirmed on report_recipients (client_id, id) where wanted and state = 'confirmed';
create table if not exists report_runs (
  client_id bigint not null,
  id bigint not null generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  month date,
  campaign_id bigint,
  link_id bigint,
  language text not null,
  at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  views integer not null default 0,
  primary key (client_id, id),
  check ((month is null) <> (campaign_id is null))
);
create unique index if not exists report_runs_public_id on report_runs (client_id, public_id);
create unique index if not exists report_runs_month on report_runs (client_id, month) where month is not null;
create unique index if not exists report_runs_campaign on report_runs (client_id, campaign_id) where campaign_id is not null;
create table if not exists report_mails (
  client_id bigint not null,
  run_id bigint not null,
  recipient_id bigint not null,
  state text not null default 'planned' check (state in ('planned', 'handing over', 'accepted', 'refused', 'unknown', 'skipped')),
  at timestamptz not null default now(),
  primary key (client_id, run_id, recipient_id)
);

-- Words in custom fields of subscribers: contacts are found by the beginning of any of them, in lower case. Letters and digits make words.
-- Where the extension cannot be, as for parts of names, contacts are not found by their fields.
do $$
begin
  create extension if not exists btree_gin;
  create index if not exists subscribers_by_field_word on subscribers using gin (client_id, array_to_tsvector(array_remove(
    regexp_split_to_array(lower(jsonb_path_query_array(fields, '$.*')::text), '[^[:alnum:]]+'), ''))) where fields <> '{}';
exception
  when insufficient_privilege or feature_not_supported or undefined_file or undefined_object or invalid_schema_name then
    raise notice 'contacts are not found by custom fields: %', sqlerrm;
end $$;
analyze subscribers;

-- Blocks: sections that a client saved under a name, and the brand kit of letters.
create table if not exists blocks (
  client_id bigint not null references clients (id),
  id bigint generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  name text not null,
  section text not null,
  changed_at timestamptz not null default now(),
  primary key (client_id, id)
);
create unique index if not exists blocks_name on blocks (client_id, lower(name));
create unique index if not exists blocks_public_id on blocks (client_id, public_id);
alter table client_brandings
  add column if not exists heading_font text not null default '',
  add column if not exists text_font text not null default '',
  add column if not exists colors text[] not null default '{}',
  add column if not exists social_links jsonb not null default '[]';

-- The audit log by what an entry is about: by the first identifier of its subject beside the client, and by any further one of those few
-- subjects that have several (store/accounts/audit-reading.ts).
create index if not exists audit_log_subject on audit_log
  (account_id, (substring(subject from '^(?:ClientID [0-9a-f]{32}, )?\w+ ([0-9a-f]{32})')), at, id) where subject <> '';
create index if not exists audit_log_further_subjects on audit_log using gin (
  (string_to_array(regexp_replace(subject, '^(?:ClientID [0-9a-f]{32}, )?\w+ [0-9a-f]{32}, |\w+ (?=[0-9a-f]{32})', '', 'g'), ', '))
) where subject ~ '^(?:ClientID [0-9a-f]{32}, )?\w+ [0-9a-f]{32}, \w+ [0-9a-f]{32}';

-- After 20,000 changes PostgreSQL learns what is in a table of people, instead of after a tenth of its rows: a client whose people it does not know
-- yet seems to have none, and what is looked up among none may be looked up among all of them.
alter table subscribers set (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 20000);
alter table contact_engagement set (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 20000);
alter table suppressions set (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 20000);
alter table list_suppressions set (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 20000);
alter table account_suppressions set (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 20000);
alter table tagged_contacts set (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 20000);
