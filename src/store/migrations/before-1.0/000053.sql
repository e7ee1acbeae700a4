-- A grant can be given by a number, AccessLevel: it is kept to be told again, and of the role Custom it says what the person may do.
-- One person with a grant is the primary contact of the account, or of a client.
alter table grants add column access_level smallint check (access_level between 1 and 1023);
alter table grants add column is_primary boolean not null default false;
alter table grants drop constraint grants_role_check;
alter table grants add constraint grants_role_check
  check (role in ('Owner', 'Manager', 'Designer', 'Author', 'Approver', 'Analyst', 'Client') or role = 'Custom' and access_level is not null);
create unique index grants_primary on grants (account_id, coalesce(client_id, 0)) where is_primary;

create or replace function standing_sessions(token_hashes bytea[], idle interval, outdated interval)
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
        select jsonb_agg(jsonb_build_object('clientId', g.client_id, 'role', g.role, 'accessLevel', g.access_level))
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
