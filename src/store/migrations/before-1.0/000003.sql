-- Tracking consent and language; what happened, for those outside.

-- always: everybody is tracked who did not refuse; consent: only who agreed; never: nobody
alter table lists add column tracking text not null default 'always' check (tracking in ('always', 'consent', 'never'));
-- of pages and mails where the reader's own is not known, BCP 47
alter table lists add column language text not null default 'en';
-- null: never asked
alter table subscribers add column tracking_consent boolean;
-- as it was when the audience was frozen
alter table audience add column tracked boolean not null default true;

-- What happened, until it is told: a client's rows are moved to told_events in order, those of a transaction that commits
-- late after those of one that committed before it.
create table events (
  client_id bigint not null,
  id bigint generated always as identity,
  type text not null,
  at timestamptz not null,
  data jsonb not null,
  primary key (client_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
