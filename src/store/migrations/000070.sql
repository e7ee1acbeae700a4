-- Consent by purpose, refusals that reach letters that were sent already, and rules of consent by list.
alter table lists
  add column law text not null default 'other' constraint lists_law_check
    check (law in ('FR', 'IT', 'DE', 'CH', 'UK', 'US', 'CA', 'JP', 'BR', 'other')),
  add column personalising boolean not null default false,
  add column hygiene boolean not null default false,
  add column anonymous_opens boolean not null default false;
alter table subscribers
  add column personalising_consent boolean,
  add column hygiene_consent boolean,
  add column last_open_on date,
  add column consent_asked_on date,
  add column basis text constraint subscribers_basis_check
    check (basis in ('express', 'implied', 'contract', 'legitimate interest')),
  add column basis_until date;
-- Implied consents that have ended are found without reading the others.
create index subscribers_basis_ends on subscribers (list_id, basis_until) where basis = 'implied';
alter table preference_history
  drop constraint preference_history_preference_check,
  add constraint preference_history_preference_check check (
    preference in ('language', 'tracking', 'personalising', 'hygiene', 'basis', 'address', 'opt-out', 'mobile'));
-- What the row of a file says of consent by purpose and of the basis.
alter table import_rows add column consents jsonb;
alter table campaigns add column asks_for_consent boolean not null default false;

-- Refusals of measuring whose earlier opens and clicks are being removed; a row goes when it is done.
create table tracking_withdrawals (
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
create index tracking_withdrawals_of on tracking_withdrawals (client_id, subscriber_id);

-- Recipients who refused measuring after their mail was sent: nothing is recorded from it any more, whatever is agreed to later.
create table silent_recipients (
  client_id bigint not null,
  campaign_id bigint not null,
  number integer not null,
  -- of its opens and clicks, what was removed
  opens integer not null default 0,
  clicks integer not null default 0,
  primary key (client_id, campaign_id, number)
);

-- Opens that no person belongs to.
create table anonymous_opens (
  client_id bigint not null,
  campaign_id bigint not null,
  opens bigint not null default 0,
  primary key (client_id, campaign_id)
);
