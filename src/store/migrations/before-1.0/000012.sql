-- API keys are rotated, and a replaced key may go on working for a while.

alter table logins
  -- sha-256 of the key before the present one, while both work; null: the key was replaced at once, or never
  add column old_key_hash bytea unique,
  -- the old key is refused from then on
  add column old_key_ends_at timestamptz,
  -- null: the key is the first one
  add column key_rotated_at timestamptz,
  add constraint logins_old_key check ((old_key_hash is null) = (old_key_ends_at is null));
