/** What the live stream reads of many clients at once: how far each client's events are published. */
import type { Sql } from '../connection/database.ts'

/**
 * What processes with readers of the live stream listen to. The sequencer notifies it with the clients whose events it has just
 * numbered: their ids, separated by commas. Who opens or leaves an editor notifies it with the word `editing`, the client's id and
 * the public id of the campaign or the template, separated by blanks.
 */
export const liveChannel = 'events_published'

/** In a transaction of its own: one that carries a notification is committed alone, and this one has nothing to lose. */
export async function notifyPublished(sql: Sql, clientIds: readonly number[]): Promise<void> {
  await sql`
    select set_config('synchronous_commit', 'off', true), pg_notify(${liveChannel}, ${clientIds.join(',')})`
}

/** A campaign or a template whose editors have changed. */
export interface Edited {
  readonly clientId: number
  readonly publicId: string
}

/** In a transaction of its own, as `notifyPublished`. */
export async function notifyEdited(sql: Sql, { clientId, publicId }: Edited): Promise<void> {
  await sql`
    select set_config('synchronous_commit', 'off', true), pg_notify(${liveChannel}, ${`editing ${clientId} ${publicId}`})`
}

/** @returns undefined for a notification of events */
export function readEdited(payload: string): Edited | undefined {
  const [, clientId, publicId] = /^editing (\d+) ([\da-f]{32})$/.exec(payload) ?? []
  return clientId === undefined || publicId === undefined ? undefined : { clientId: Number(clientId), publicId }
}

/** How far the events of a client are published. */
export interface ClientHead {
  readonly clientId: number
  readonly accountId: number
  readonly clientPublicId: string
  readonly timeZone: string
  readonly createdAt: Date
  /** The sequence of the last event; 0 before the first. */
  readonly last: number
  /** When it was numbered; null where it is no longer kept. */
  readonly lastAt: Date | null
  /** The database's time at which all of this holds. */
  readonly asOf: Date
}

/** Of the clients of these accounts, and of these clients. */
export async function clientHeads(
  sql: Sql,
  accountIds: readonly number[],
  clientIds: readonly number[],
): Promise<readonly ClientHead[]> {
  return sql<ClientHead[]>`
    select c.id as client_id, c.account_id, c.public_id as client_public_id, c.time_zone, c.created_at,
      coalesce(h.last_sequence, 0) as last, e.published_at as last_at, now() as as_of
    from clients c
    left join event_heads h on h.client_id = c.id
    left join published_events e on e.client_id = h.client_id and e.sequence = h.last_sequence
    where (c.account_id = any(${accountIds as number[]}::bigint[]) or c.id = any(${clientIds as number[]}::bigint[]))
      and c.deleted_at is null`
}

/** The last event of a client that was numbered until then, among those that are kept; undefined where there is none. */
export async function lastSequenceUntil(sql: Sql, clientId: number, until: Date): Promise<number | undefined> {
  const [row] = await sql<{ sequence: number }[]>`
    select sequence from published_events
    where client_id = ${clientId} and published_at <= ${until}
    order by sequence desc
    limit 1`
  return row?.sequence
}
