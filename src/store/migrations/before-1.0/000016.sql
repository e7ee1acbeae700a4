-- Senders write the code of a bounce beside what the relay answered. What they wrote before has it in front of the answer only, and
-- gets it here where that is certain: a reply code of RFC 5321 that stands alone at the beginning. `evidence` stays as it is.
update campaign_bounces
set code = left(evidence, 3)::smallint
where code is null and mail_id is null and evidence ~ '^[45][0-9][0-9]([ -]|$)';
