-- Files that callers send before an operation uses them. While one is received, expires_at moves on with each chunk; then it says
-- when an upload that no operation used is removed.
create table uploads (
  client_id bigint not null references clients (id),
  id bigint generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  file_name text not null,
  -- octets received so far, and octets announced by the sender or received, whichever is more
  bytes bigint not null default 0,
  reserved bigint not null,
  -- null while the file is received
  sha256 bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- an operation uses it, or it is being removed
  claim bigint not null default 0,
  claimed_until timestamptz not null default '-infinity',
  primary key (client_id, id)
);
create unique index uploads_public_id on uploads (client_id, public_id);
create index uploads_expires on uploads (expires_at);

-- The octets of an upload in pieces, numbered from 0 without a gap.
create table upload_chunks (
  client_id bigint not null,
  upload_id bigint not null,
  number integer not null,
  bytes bytea not null,
  primary key (client_id, upload_id, number),
  foreign key (client_id, upload_id) references uploads (client_id, id)
);
-- what is uploaded is compressed already, or is read once
alter table upload_chunks alter column bytes set storage external;

-- Images of a client, one row for each content. A deleted one is served while a campaign or a template mentions it: shown_in is one
-- that does.
create table images (
  client_id bigint not null references clients (id),
  id bigint generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  name text not null,
  sha256 bytea not null,
  media_type text not null,
  width integer not null,
  height integer not null,
  animated boolean not null,
  size integer not null,
  bytes bytea not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  shown_in text check (shown_in in ('campaign', 'template')),
  shown_in_id bigint,
  primary key (client_id, id)
);
create unique index images_public_id on images (client_id, public_id);
create unique index images_sha256 on images (client_id, sha256);
create index images_listed on images (client_id, id) where deleted_at is null;
create index images_deleted on images (deleted_at) where deleted_at is not null;
alter table images alter column bytes set storage external;

-- Images made smaller, by their width in pixels; without octets where the image itself is smaller in octets.
create table image_copies (
  client_id bigint not null,
  image_id bigint not null,
  width integer not null,
  bytes bytea,
  primary key (client_id, image_id, width),
  foreign key (client_id, image_id) references images (client_id, id)
);
alter table image_copies alter column bytes set storage external;

-- The logo of a branding is an image of its client. A logo of before is fetched again when the branding is set again.
alter table client_brandings
  drop column logo_type,
  drop column logo_bytes,
  add column logo_image_id bigint,
  add foreign key (client_id, logo_image_id) references images (client_id, id);

alter table deletions drop constraint deletions_kind_check;
alter table deletions add constraint deletions_kind_check
  check (kind in ('client', 'list', 'template', 'campaign', 'asset'));
