-- Whether rules of the style sheets of a campaign are written to the elements they are for when it is composed.
alter table campaigns add column inline_css boolean not null default true;

-- What persons read a campaign with, each recipient once: kept by the bot filter.
create table mail_programs (
  client_id bigint not null,
  campaign_id bigint not null,
  name text not null,
  version text not null,
  recipients integer not null,
  primary key (client_id, campaign_id, name, version)
);
