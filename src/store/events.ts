/** What happened, for those outside who want to know: written by whoever makes it happen, in the same transaction. */
import type { Sql } from './database.ts'

/** Every type of event. */
export const eventTypes = [
  'subscriber.subscribed',
  'subscriber.confirmed',
  'subscriber.unsubscribed',
  'recipient.bounced',
  'recipient.complained',
  'recipient.opened',
  'recipient.clicked',
  'campaign.started',
  'campaign.finished',
  'campaign.held',
  'complaints.high',
  'client.held',
  'client.released',
] as const
export type EventType = (typeof eventTypes)[number]

export interface NewEvent {
  readonly clientId: number
  readonly type: EventType
  readonly at: Date
  /** Members are named as on the JSON wire: EmailAddress, ListID, CampaignID … */
  readonly data: Readonly<Record<string, unknown>>
}

/** Part of the transaction that makes them happen: they are told if it commits, and only then. */
export async function recordEvents(sql: Sql, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  await sql`
    insert into events (client_id, type, at, data)
    select client_id, type, at, data
    from jsonb_to_recordset(${sql.json(
      events.map(({ clientId, type, at, data }) => ({ client_id: clientId, type, at, data })) as never,
    )}) as given (client_id bigint, type text, at timestamptz, data jsonb)`
}
