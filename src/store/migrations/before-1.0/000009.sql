-- Signed links: versions of their key; forwarded letters.

-- not distributed: the keys are the installation's
create table link_keys (
  version smallint primary key check (version between 1 and 255),
  -- sealed under the installation secret; null: derived from it, as the key of the first version is
  key bytea,
  created_at timestamptz not null default now(),
  -- mails are signed with it from then on; a little later than it was made, so that whoever checks knows it already
  signs_at timestamptz not null,
  revoked_at timestamptz
);
insert into link_keys (version, signs_at) values (1, now());

-- which signs the links of its mails: one and the same for all of them, since the Message-ID holds a token and is to stay
alter table campaigns add column link_version smallint not null default 1;

-- letters its recipients sent on to friends
alter table campaign_totals add column forwards integer not null default 0;
