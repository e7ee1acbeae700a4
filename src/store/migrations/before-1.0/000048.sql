-- Limits and pauses that all processes of an installation share.

-- Failed attempts at passwords. A subject is a SHA-256, so that neither names nor network addresses stand here.
create table sign_in_attempts (
  subject bytea primary key,
  attempts integer not null,
  since timestamptz not null default now()
);

-- Token buckets that processes use together. Not logged: after a crash of the database they are full again, which harms no one.
create unlogged table shared_buckets (
  kind text not null,
  subject text not null,
  tokens double precision not null,
  at timestamptz not null default now(),
  primary key (kind, subject)
);

-- Background work that an operator has paused on all machines: a role, or one of its works (src/domain/background-works.ts).
create table pauses (
  work text primary key,
  reason text not null,
  since timestamptz not null default now()
);
