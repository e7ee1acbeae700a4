-- The address of a membership can change, and its history keeps from what to what; people can ask to leave whom something else had
-- unsubscribed. The new check holds for every row there is.
alter table preference_history
  drop constraint preference_history_preference_check,
  add constraint preference_history_preference_check check (preference in ('language', 'tracking', 'address', 'opt-out'));

-- Changes of many subscribers at once: chosen by a rule, done in ranges, taken back within 30 days.
create table bulk_changes (
  client_id bigint not null,
  id bigint not null generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  list_id bigint not null,
  -- Of a copy or a move.
  to_list_id bigint,
  action text not null check (action in ('unsubscribe', 'delete', 'set field', 'clear field', 'copy', 'move')),
  -- Whom it is about, and what is written: as domain/bulk-changes writes them.
  rule jsonb not null,
  about jsonb not null,
  state text not null default 'choosing' check (state in
    ('choosing', 'changing', 'done', 'cancelled', 'undoing', 'undone', 'failed')),
  -- As the caller was told; from the choosing on, as they were chosen.
  subscribers bigint not null,
  -- Rows up to this number are changed (while it is undone: undone).
  cursor bigint not null default 0,
  -- Up to which row it was changed when its undoing began.
  written_to bigint not null default 0,
  changed bigint not null default 0,
  left_alone bigint not null default 0,
  undone bigint not null default 0,
  not_undone bigint not null default 0,
  -- Why it failed: a sentence.
  problem text,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  ended_at timestamptz,
  claim bigint not null default 0,
  claimed_until timestamptz not null default '-infinity',
  primary key (client_id, id),
  foreign key (client_id, list_id) references lists (client_id, id),
  foreign key (client_id, to_list_id) references lists (client_id, id)
);
create unique index bulk_changes_public_id on bulk_changes (client_id, public_id);
create index bulk_changes_list on bulk_changes (client_id, list_id, id);
create index bulk_changes_open on bulk_changes (claimed_until) where state in ('choosing', 'changing', 'undoing');

create table bulk_change_rows (
  client_id bigint not null,
  change_id bigint not null,
  number bigint not null,
  subscriber_id bigint not null,
  -- What the membership was, and of a copy what became of the one on the other list. Null for one that is left alone.
  before jsonb,
  copied jsonb,
  primary key (client_id, change_id, number)
);
