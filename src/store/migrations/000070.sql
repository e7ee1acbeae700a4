-- Consent by purpose, refusals that reach letters that were sent already, and rules of consent by list.
alter table lists
  add column if not exists law text not null default 'other' constraint lists_law_check
    check (law in ('FR', 'IT', 'DE', 'CH', 'UK', 'US', 'CA', 'JP', 'BR', 'other')),
  add column if not exists personalising boolean not null default false,
  add column if not exists hygiene boolean not null default false,
  add column if not exists anonymous_opens boolean not null default false;
alter table subscribers
  add column if not exists personalising_consent boolean,
  add column if not exists hygiene_consent boolean,
  add column if not exists last_open_on date,
  add column if not exists consent_asked_on date,
  add column if not exists basis text constraint subscribers_basis_check
    check (basis in ('express', 'implied', 'contract', 'legitimate interest')),
  add column if not exists basis_until date;
-- Implied consents that have ended are found without reading the others.
create index if not exists subscribers_basis_ends on subscribers (list_id, basis_until) where basis = 'implied';
alter table preference_history
  drop constraint preference_history_preference_check,
  add constraint preference_history_preference_check check (
    preference in ('language', 'tracking', 'personalising', 'hygiene', 'basis', 'address', 'opt-out', 'mobile'));
-- What the row of a file says of consent by purpose and of the basis.
alter table import_rows add column if not exists consents jsonb;
alter table campaigns add column if not exists asks_for_consent boolean not null default false;

-- Opens and clicks in the sums of a campaign that were removed one by one because people refused.
alter table campaign_totals
  add column if not exists removed_opens integer not null default 0,
  add column if not exists removed_clicks integer not null default 0;

-- Refusals of measuring whose earlier opens and clicks are being removed; a row goes when it is done.
create table if not exists tracking_withdrawals (
  client_id bigint not null references clients (id),
  id bigint not null generated always as identity,
  list_id bigint not null,
  subscriber_id bigint not null,
  -- hits: what was recorded is removed; events: of the published ones nothing is left but their number
  stage text not null default 'hits' check (stage in ('hits', 'events')),
  at timestamptz not null default clock_timestamp(),
  claim bigint not null default 0,
  claimed_until timestamptz not null default '-infinity',
  claimed_by text,
  primary key (client_id, id)
);
-- the order in which they are worked on
create index if not exists tracking_withdrawals_order on tracking_withdrawals ((stage = 'events'), id);

-- Who refused before this version: their earlier letters become silent too.
insert into tracking_withdrawals (client_id, list_id, subscriber_id)
select s.client_id, s.list_id, s.id from subscribers s
where s.tracking_consent is false
  and not exists (select from tracking_withdrawals w where w.client_id = s.client_id and w.subscriber_id = s.id);

-- Recipients who refused measuring after their mail was sent: nothing is recorded from it any more, whatever is agreed to later.
create table if not exists silent_recipients (
  client_id bigint not null,
  campaign_id bigint not null,
  number integer not null,
  primary key (client_id, campaign_id, number)
);

-- Opens that no person belongs to.
create table if not exists anonymous_opens (
  client_id bigint not null,
  campaign_id bigint not null,
  opens bigint not null default 0,
  primary key (client_id, campaign_id)
);
