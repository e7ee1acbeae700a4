-- Approval before sending: whether a client requires it, what was asked for and what became of it, and comments on campaigns.
alter table clients add column approval_required boolean not null default false;

create table campaign_approvals (
  client_id bigint not null,
  id bigint not null generated always as identity,
  campaign_id bigint not null,
  revision integer not null,
  -- Of what is to be approved: the content, and whom it goes to. While the campaign has another one, the row is worth nothing.
  fingerprint text not null,
  state text not null default 'requested' check (state in ('requested', 'approved', 'rejected', 'withdrawn', 'replaced')),
  requested_at timestamptz not null,
  requested_by text not null,
  -- Whose act the request is: a person (also for a key that it made), or the login of a client.
  requester_person_id bigint,
  requester_login_id bigint,
  request_comment text not null,
  decided_at timestamptz,
  decided_by text,
  decision_comment text,
  -- The mails that ask for it were handed to the queue.
  mails_made boolean not null default false,
  primary key (client_id, id),
  foreign key (client_id, campaign_id) references campaigns (client_id, id)
);
create index campaign_approvals_campaign on campaign_approvals (client_id, campaign_id, id);
create unique index campaign_approvals_open on campaign_approvals (client_id, campaign_id) where state in ('requested', 'approved');
create index campaign_approvals_waiting on campaign_approvals (client_id, campaign_id) where state = 'requested';

create table campaign_comments (
  client_id bigint not null,
  id bigint not null generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  campaign_id bigint not null,
  revision integer not null,
  place text not null,
  text text not null,
  at timestamptz not null,
  author text not null,
  author_kind text not null,
  author_id bigint not null,
  resolved_at timestamptz,
  resolved_by text,
  primary key (client_id, id),
  foreign key (client_id, campaign_id) references campaigns (client_id, id)
);
create unique index campaign_comments_public_id on campaign_comments (client_id, public_id);
create index campaign_comments_campaign on campaign_comments (client_id, campaign_id, id);

alter table campaign_history drop constraint campaign_history_action_check;
alter table campaign_history add constraint campaign_history_action_check check (action in
  ('send', 'unschedule', 'pause', 'resume', 'cancel', 'retry', 'settle', 'settle as retry', 'test', 'tested', 'promise', 'delete', 'hold',
    'begin', 'finish', 'miss', 'withdraw', 'delete client', 'restore', 'request approval', 'withdraw request', 'approve', 'reject'));
