-- Groups of test recipients, and a register of what was deleted and can be restored.
create table test_groups (
  client_id bigint not null references clients (id),
  id bigint generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  name text not null,
  addresses text[] not null,
  primary key (client_id, id)
);
create unique index test_groups_name on test_groups (client_id, lower(name));
create unique index test_groups_public_id on test_groups (client_id, public_id);

-- A table of the account, as clients and logins are: an account lists what was deleted in all its clients, in one order. So the
-- rows are not distributed by client, and the column that names the client is not called client_id. A row stands here while its
-- object is deleted and not yet being purged. Ids are in the order of the deletions.
create table deletions (
  id bigint generated always as identity,
  account_id bigint not null references accounts (id),
  of_client bigint not null references clients (id),
  kind text not null check (kind in ('client', 'list', 'template', 'campaign')),
  public_id uuid not null,
  -- the object's, which does not change while it is deleted
  name text not null,
  at timestamptz not null,
  deleted_by text not null,
  primary key (kind, public_id)
);
create index deletions_of_account on deletions (account_id, kind, id);
create index deletions_of_client on deletions (of_client, kind, id);

insert into deletions (account_id, of_client, kind, public_id, name, at, deleted_by)
select c.account_id, c.id, d.kind, d.public_id, d.name, d.deleted_at, d.deleted_by
from (
  select id as client_id, 'client' as kind, public_id, company_name as name, deleted_at, '' as deleted_by from clients
  union all
  select client_id, 'list', public_id, title, deleted_at, '' from lists
  union all
  select client_id, 'template', public_id, name, deleted_at, '' from templates
  union all
  select m.client_id, 'campaign', m.public_id, m.name, m.deleted_at, coalesce((
    select h.username from campaign_history h
    where h.client_id = m.client_id and h.campaign_id = m.id and h.action = 'delete'
    order by h.id desc limit 1), '')
  from campaigns m
) d
join clients c on c.id = d.client_id
where d.deleted_at is not null
order by d.deleted_at;

alter table campaign_history drop constraint campaign_history_action_check;
alter table campaign_history add constraint campaign_history_action_check check (action in
  ('send', 'unschedule', 'pause', 'resume', 'cancel', 'retry', 'settle', 'settle as retry', 'test', 'tested', 'promise', 'delete', 'hold',
    'begin', 'finish', 'miss', 'withdraw', 'delete client', 'restore'));
