-- Segments have identifiers of their own, by which programs name them whatever they are called.
alter table segments add column public_id uuid not null default gen_random_uuid();
create index segments_public_id on segments (public_id);
