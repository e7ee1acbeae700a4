-- When an operator last released holds: a sender that runs on over it does not hold again for what it had committed before.
alter table installation add column released_at timestamptz;
