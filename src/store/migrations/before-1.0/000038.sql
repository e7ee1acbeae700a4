-- Imports that are read from the API of another program, and confirmation mails to who an import added.
alter table imports drop constraint imports_state_check;
alter table imports add constraint imports_state_check check (state in
  ('fetching', 'reading', 'mapping', 'judging', 'judged', 'committing', 'done', 'undoing', 'undone', 'cancelled', 'failed'));
-- Null until the rows are there.
alter table imports alter column sha256 drop not null;
-- Where rows are read: program, URL, list; no secret.
alter table imports add column remote jsonb;
-- Encrypted; kept while rows are read and no longer.
alter table imports add column credentials bytea;
alter table imports add constraint imports_credentials check (credentials is null or state = 'fetching');
alter table imports add column fetched bigint not null default 0;
alter table imports add column to_fetch bigint not null default 0;
create index imports_fetching on imports (claimed_until) where state = 'fetching';

-- Who an import added and has not confirmed is asked to, once, some at a time.
create table import_asks (
  client_id bigint not null,
  import_id bigint not null,
  -- Rows up to this number were looked at.
  cursor bigint not null default 0,
  last_row bigint not null,
  -- Mails asked for.
  asked bigint not null default 0,
  is_done boolean not null default false,
  claim bigint not null default 0,
  -- The next mails are asked for when this ends.
  claimed_until timestamptz not null default '-infinity',
  primary key (client_id, import_id),
  foreign key (client_id, import_id) references imports (client_id, id) on delete cascade
);
create index import_asks_open on import_asks (claimed_until) where not is_done;
