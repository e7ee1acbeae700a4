-- Previews: what they show, for some minutes.
create table previews (
  client_id bigint not null references clients,
  id bigint not null generated always as identity,
  html text not null,
  framed_by text not null,
  expires_at timestamptz not null,
  primary key (client_id, id)
);
create index previews_expired on previews (client_id, expires_at);
