/**
 * Detects that another database server answers, and pauses claims after it. A promoted standby may lack the last commits; senders that
 * know of missing commits postpone claims until the ledger has them again. The pause is a row in the database, so that senders
 * that start later respect it too.
 */
import type { Sql } from './database.ts'

/** The server that answered a sender. */
export interface MetServer {
  /** See `Counted`. */
  readonly server: string
  /** No claims before this time; null for no pause. */
  readonly claimsFrom: Date | null
}

/** Asks which server answers. A sender that finds another server than before begins the pause. */
export async function meetServer(sql: Sql, at: Date, pauseMs: number): Promise<MetServer> {
  const met = await sql<{ before: string; claimsFrom: Date | null }[]>`
    select server as before, claims_from from database_server`
  const { server } = met
  const known = met[0]
  if (known?.before === server) return { server, claimsFrom: known.claimsFrom }
  const until = known === undefined ? null : new Date(at.getTime() + pauseMs)
  const [kept] = await sql<MetServer[]>`
    insert into database_server as s (server, claims_from)
    values (${server}, ${until})
    on conflict (one) do update
    set server = excluded.server,
      -- another sender may have recorded this server meanwhile
      claims_from = case when s.server = excluded.server then s.claims_from else greatest(s.claims_from, excluded.claims_from) end
    returning server, claims_from`
  return kept!
}

/** Prevents all senders from claiming until then. */
export async function putOffClaims(sql: Sql, until: Date): Promise<void> {
  await sql`update database_server set claims_from = greatest(claims_from, ${until}::timestamptz)`
}
