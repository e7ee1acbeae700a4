/** Positions of many clients' events for the live stream: up to which event they are published. */
import type { Sql } from '../connection/database.ts'

/**
 * The channel of processes with readers of the live stream. The sequencer notifies it of the clients whose events it has
 * published: their ids, separated by commas. A change of open editors is notified as the word `editing`, the client's id and
 * the public id of the campaign or template, separated by blanks.
 */
export const liveChannel = 'events_published'

/** Runs as its own transaction: commits with notifications are serialised, and a lost notification does no harm. */
export async function notifyPublished(sql: Sql, clientIds: readonly number[]): Promise<void> {
  await sql`
    select set_config('synchronous_commit', 'off', true), pg_notify(${liveChannel}, ${clientIds.join(',')})`
}

/** A campaign or template whose open editors changed. */
export interface Edited {
  readonly clientId: number
  readonly publicId: string
}

/** Runs as its own transaction, like `notifyPublished`. */
export async function notifyEdited(sql: Sql, { clientId, publicId }: Edited): Promise<void> {
  await sql`
    select set_config('synchronous_commit', 'off', true), pg_notify(${liveChannel}, ${`editing ${clientId} ${publicId}`})`
}

/** @returns undefined if the notification is about events */
export function readEdited(payload: string): Edited | undefined {
  const [, clientId, publicId] = /^editing (\d+) ([\da-f]{32})$/.exec(payload) ?? []
  return clientId === undefined || publicId === undefined ? undefined : { clientId: Number(clientId), publicId }
}

/** Up to which event a client's events are published. */
export interface ClientHead {
  readonly clientId: number
  readonly accountId: number
  readonly clientPublicId: string
  readonly timeZone: string
  readonly createdAt: Date
  /** Sequence of the last event; 0 before the first. */
  readonly last: number
  /** When it was numbered; null if it is no longer kept. */
  readonly lastAt: Date | null
  /** The database's time of this state. */
  readonly asOf: Date
}

/** For all clients of these accounts, and for these clients. */
export async function readClientHeads(
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

/** The last kept event of a client that was numbered until then; undefined if no such event is kept. */
export async function findLastSequenceUntil(sql: Sql, clientId: number, until: Date): Promise<number | undefined> {
  const [row] = await sql<{ sequence: number }[]>`
    select sequence from published_events
    where client_id = ${clientId} and published_at <= ${until}
    order by sequence desc
    limit 1`
  return row?.sequence
}
