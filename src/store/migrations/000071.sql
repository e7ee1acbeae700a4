-- Segments by number, of a list or of a client; how many people they had, day by day.
alter table segments
  add column if not exists id bigint generated always as identity,
  add column if not exists changed_at timestamptz not null default now();
alter table segments drop constraint segments_pkey;
alter table segments alter column list_id drop not null;
alter table segments
  add primary key (client_id, id),
  add constraint segments_name unique nulls not distinct (client_id, list_id, name),
  add foreign key (client_id) references clients (id);
create table if not exists segment_sizes (
  client_id bigint not null,
  segment_id bigint not null,
  day date not null,
  people integer not null,
  unknown integer not null,
  counted_at timestamptz not null,
  primary key (client_id, segment_id, day),
  foreign key (client_id, segment_id) references segments (client_id, id) on delete cascade
);
