-- Guesses at the six digits of a second factor: how many of a person's were made since the window began.
create table factor_attempts (
  person_id bigint primary key references people (id),
  attempts integer not null,
  since timestamptz not null
);
