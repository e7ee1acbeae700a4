-- The register of deletions names the client like every table of a client: client_id, and in the key.
alter table deletions rename column of_client to client_id;
alter table deletions rename constraint deletions_of_client_fkey to deletions_client_id_fkey;
alter table deletions drop constraint deletions_pkey;
alter table deletions add primary key (client_id, kind, public_id);
-- who restores names the object alone
create index deletions_object on deletions (account_id, public_id);

-- A call that asks other servers before it creates reserves its Idempotency-Key: by whom, and until when. Null once it is answered.
alter table idempotency_keys add column holder uuid;
alter table idempotency_keys add column held_until timestamptz;

-- Sessions by their tokens' SHA-256: those that have not ended, whose person or login still stands, of its present epoch. Every call of the
-- console begins with it. Connections plan each statement anew, which took longer than the look-up itself, so its plan is kept here: a
-- kept plan is right at any size of the tables as long as it reads by unique keys, hence no other way of reading is left to it.
create function standing_sessions(token_hashes bytea[], idle interval, outdated interval)
returns table (
  token_hash bytea, session_id bigint, account_id bigint, person_id bigint, name text, grants jsonb,
  login_id bigint, username text, client_id bigint, level integer, needs_factor boolean, is_use_outdated boolean
)
language plpgsql stable
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
#variable_conflict use_column
begin
  return query
    select s.token_hash, s.id, s.account_id, p.id, p.name,
      case when p.id is not null then coalesce((
        select jsonb_agg(jsonb_build_object('clientId', g.client_id, 'role', g.role))
        from grants g
        left join clients k on k.id = g.client_id
        where g.person_id = p.id and g.account_id = s.account_id and k.deleted_at is null
      ), '[]') end,
      l.id, l.username, l.client_id, coalesce(c.access_level, 0)::integer,
      coalesce(a.factor_required_from <= now(), false) and p.totp_since is null,
      s.last_used_at < now() - outdated
    from sessions s
    join accounts a on a.id = s.account_id
    left join people p on p.id = s.person_id and p.removed_at is null and p.epoch = s.epoch
    left join logins l on l.id = s.login_id and l.epoch = s.epoch and l.withdrawn_at is null
    left join clients c on c.id = l.client_id
    where s.token_hash = any(token_hashes) and s.ended_at is null and s.expires_at > now() and s.last_used_at > now() - idle
      and (p.id is not null or l.id is not null and (l.client_id is null or (c.deleted_at is null and c.access_level > 0)));
end $$;
