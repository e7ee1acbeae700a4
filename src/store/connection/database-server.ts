/**
 * Which database server answers, and the pause after another one took over. A standby may lack the last commits; senders that
 * know of commits it lacks put claims off until the ledger has them again. The pause is a row of the database itself, so that a
 * sender that was started since keeps to it too.
 */
import type { Fragment, Sql } from './database.ts'

/** A server as a sender meets it. */
export interface MetServer {
  /** See `serverSign`. */
  readonly server: string
  /** Nothing is claimed before; null for no pause. */
  readonly claimsFrom: Date | null
}

/**
 * When the server was started: another after a restart, and another for the standby that took over. Every user may ask, which
 * is not so for the timeline everywhere.
 */
export function serverSign(sql: Sql): Fragment {
  return sql`extract(epoch from pg_postmaster_start_time())::text`
}

/** Asks which server answers. The sender that meets another one than before begins the pause. */
export async function meetServer(sql: Sql, at: Date, pauseMs: number): Promise<MetServer> {
  const [met] = await sql<(MetServer & { before: string | null })[]>`
    select ${serverSign(sql)} as server, s.server as before, s.claims_from
    from (values (true)) v (one)
    left join database_server s using (one)`
  const { server, before, claimsFrom } = met!
  if (before === server) return { server, claimsFrom }
  const until = before === null ? null : new Date(at.getTime() + pauseMs)
  const [kept] = await sql<MetServer[]>`
    insert into database_server as s (server, claims_from)
    values (${server}, ${until})
    on conflict (one) do update
    set server = excluded.server,
      -- another sender may have met it meanwhile
      claims_from = case when s.server = excluded.server then s.claims_from else greatest(s.claims_from, excluded.claims_from) end
    returning server, claims_from`
  return kept!
}

/** Keeps every sender from claiming anything until then. */
export async function putOffClaims(sql: Sql, until: Date): Promise<void> {
  await sql`update database_server set claims_from = greatest(claims_from, ${until}::timestamptz)`
}
