-- Who has the editor of a campaign or of a template open: leases that end by themselves.
create table editors (
  client_id bigint not null references clients (id),
  -- campaign, template
  kind text not null,
  -- The campaign or the template.
  item_id bigint not null,
  -- person, login
  editor_kind text not null,
  editor_id bigint not null,
  name text not null,
  until timestamptz not null,
  primary key (client_id, kind, item_id, editor_kind, editor_id)
);
create index editors_until on editors (until);
