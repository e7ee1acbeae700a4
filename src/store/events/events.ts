/**
 * Events for readers outside. They are written in the transaction of the change, and numbered after it is committed.
 * See docs/decisions/events.md#events-are-numbered-after-they-are-committed.
 */
import { findClientsWith } from '../among-clients.ts'
import type { Database, Sql } from '../connection/database.ts'
import { transaction } from '../connection/transaction.ts'
import type { CampaignKey } from '../keys.ts'
import { localTime } from '../local-time.ts'
import { perClient } from '../per-client.ts'

/** All types of events. */
export const eventTypes = [
  'subscriber.subscribed',
  'subscriber.confirmed',
  'subscriber.unsubscribed',
  'subscriber.bounced',
  'subscriber.deleted',
  'subscriber.updated',
  'subscriber.consent',
  'contact.tagged',
  'contact.untagged',
  'subscriber.paused',
  'subscriber.resumed',
  'subscriber.leave_reason',
  'recipient.bounced',
  'recipient.complained',
  'recipient.opened',
  'recipient.clicked',
  'campaign.started',
  'campaign.paused',
  'campaign.resumed',
  'campaign.cancelled',
  'campaign.finished',
  'campaign.held',
  'campaign.test_decided',
  'campaign.approval_requested',
  'campaign.approved',
  'campaign.rejected',
  'campaign.approval_ended',
  'campaign.comment',
  'complaints.high',
  'client.held',
  'client.released',
  'segment.counted',
  'form.submitted',
  'form.wave',
  'feed.campaign_made',
  'feed.failed',
  'feed.recovered',
  'import.judged',
  'import.progress',
  'import.finished',
  'import.undone',
  'import.failed',
  'bulk_change.progress',
  'bulk_change.finished',
  'bulk_change.undone',
  'bulk_change.failed',
] as const
export type EventType = (typeof eventTypes)[number]

export interface NewEvent {
  readonly clientId: number
  readonly type: EventType
  readonly at: Date
  /** Members have the names of the JSON wire: EmailAddress, ListID, CampaignID … */
  readonly data: Readonly<Record<string, unknown>>
}

/** Records events in the transaction of their change, so that they are published if and only if it commits. */
export async function recordEvents(sql: Sql, events: readonly NewEvent[]): Promise<void> {
  await perClient(
    events,
    (clientId, own) => sql`
      insert into events (client_id, type, at, data)
      select ${clientId}, type, at, data
      from jsonb_to_recordset(${sql.json(
        own.map(({ type, at, data }) => ({ type, at, data })) as never, // plain JSON
      )}) as given (type text, at timestamptz, data jsonb)`,
  )
}

export type CampaignEventType = Extract<EventType, `campaign.${string}`>

/** Records events of campaigns with their present counts. @param more further members of the event */
export async function recordCampaignEvents(
  sql: Sql,
  type: CampaignEventType,
  campaigns: readonly CampaignKey[],
  at: Date,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  await perClient(
    campaigns,
    (clientId, own) => sql`
      insert into events (client_id, type, at, data)
      select ${clientId}, ${type}::text, ${at}::timestamptz, jsonb_build_object(
        'CampaignID', replace(m.public_id::text, '-', ''), 'Name', m.name, 'Subject', m.subject,
        'Recipients', coalesce(t.recipients, 0), 'Planned', coalesce(t.planned, 0), 'HandingOver', coalesce(t.handing_over, 0),
        'Accepted', coalesce(t.accepted, 0), 'Deferred', coalesce(t.deferred, 0), 'Refused', coalesce(t.refused, 0),
        'Unknown', coalesce(t.unknown, 0), 'Excluded', coalesce(t.excluded, 0)) || ${sql.json(more)}::jsonb
      from unnest(${own.map(({ campaignId }) => campaignId)}::bigint[]) with ordinality as given (campaign_id, place)
      join campaigns m on m.client_id = ${clientId} and m.id = given.campaign_id
      left join (select * from campaign_totals where client_id = ${clientId}) t on t.campaign_id = m.id
      order by given.place`,
  )
}

/** Entries of the index that one look reads: the next one begins behind the client whose entries end it. */
const entriesOfLook = 1000

/** Clients with committed events that are not numbered yet, with ids above `after`. Reads the index of the events, and few entries of a client. */
export async function readClientsToPublish(sql: Sql, after: number, most: number): Promise<readonly number[]> {
  const clients: number[] = []
  for (let isOver = false; !isOver && clients.length < most; ) {
    const found = await sql<{ clientId: number; events: number }[]>`
      select client_id, count(*)::integer as events
      from (
        select client_id from events where client_id > ${clients.at(-1) ?? after} order by client_id limit ${entriesOfLook}
      ) e
      group by client_id
      order by client_id
      limit ${most - clients.length}`
    clients.push(...found.map(({ clientId }) => clientId))
    isOver = found.reduce((sum, { events }) => sum + events, 0) < entriesOfLook
  }
  return clients
}

/**
 * Publishes committed events of a client: numbers them in the order in which they were written. Only one process at a time numbers
 * the events of
 * a client, and its numbers are visible before the next are assigned, so that a reader at some number has missed no event before it.
 * @returns the number of published events; undefined while another process publishes for this client
 */
export async function publishEvents(db: Database, clientId: number, most: number): Promise<number | undefined> {
  await db`insert into event_heads (client_id) values (${clientId}) on conflict do nothing`
  return transaction(db, async sql => {
    const [head] = await sql<{ lastSequence: number }[]>`
      select last_sequence from event_heads where client_id = ${clientId} for update skip locked`
    if (!head) return undefined
    const [published] = await sql<{ count: number }[]>`
      with taken as (
        -- an array, not a join: each row is found by its key, whatever is known of the table
        delete from events
        where client_id = ${clientId} and id = any(array(select id from events where client_id = ${clientId} order by id limit ${most}))
        returning id, type, at, data
      ), numbered as (
        insert into published_events (client_id, sequence, type, at, published_at, data)
        select ${clientId}::bigint, ${head.lastSequence}::bigint + row_number() over (order by id), type, at, now(), data
        from taken
        returning 1
      ), counted as (
        select count(*)::integer as count from numbered
      ), moved as (
        update event_heads set last_sequence = last_sequence + count
        from counted
        where client_id = ${clientId} and count > 0
      )
      select count from counted`
    return published!.count
  })
}

export interface EventBounds {
  /** Sequence of the last event; 0 before the first. */
  readonly last: number
  /** Sequence of the oldest kept event, or of the next event if none is kept. */
  readonly firstKept: number
}

export async function readEventBounds(sql: Sql, clientId: number): Promise<EventBounds> {
  const [row] = await sql<EventBounds[]>`
    select last_sequence as last, first_kept from event_heads where client_id = ${clientId}`
  return row ?? { last: 0, firstKept: 1 }
}

export interface PublishedEvent {
  readonly sequence: number
  readonly type: string
  readonly at: Date
  /** When it was numbered. */
  readonly publishedAt: Date
  /** `at` as local time in the given time zone. */
  readonly date: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface EventRange {
  readonly after: number
  /** Inclusive. */
  readonly upTo: number
  /** Empty means all types. */
  readonly types: readonly string[]
  /** Only events of this list; null for all events of the client. */
  readonly listPublicId?: string | null
  readonly timeZone: string
  readonly most: number
}

/** Events of a client, in order. */
export async function readEventsAfter(
  sql: Sql,
  clientId: number,
  { after, upTo, types, listPublicId = null, timeZone, most }: EventRange,
): Promise<PublishedEvent[]> {
  return sql<PublishedEvent[]>`
    select sequence, type, at, published_at, ${localTime(sql, 'at', timeZone)} as date, data
    from published_events
    where client_id = ${clientId} and sequence > ${after} and sequence <= ${upTo}
      and (cardinality(${types as string[]}::text[]) = 0 or type = any(${types as string[]}::text[]))
      and (${listPublicId}::text is null or data ->> 'ListID' = ${listPublicId}::text)
    order by sequence
    limit ${most}`
}

export interface EventSearch {
  /** Sequences from the first on, before the second. */
  readonly from: number
  readonly before: number
  readonly types: readonly string[]
  /** In lower case. */
  readonly address: string | null
  /** An identifier that a member names. */
  readonly subjectId: string | null
  /** Instants from `since` on, before `until`. */
  readonly since: Date | null
  readonly until: Date | null
  readonly timeZone: string
  readonly most: number
}

/** Events that one statement reads at most while it looks for those that match. */
const mostScanned = 10_000

/** Events of a client, the newest first. @returns also the sequence before which reading goes on, if it ended for its length */
export async function findEvents(sql: Sql, clientId: number, search: EventSearch) {
  const { types, address, subjectId, since, until, most } = search
  const isFiltered = types.length > 0 || address !== null || subjectId !== null || since !== null || until !== null
  const scan = isFiltered ? Math.max(mostScanned, most) : most
  const rows = await sql<(PublishedEvent & { scanned: number; edge: number })[]>`
    with scanned as materialized (
      select sequence, type, at, published_at, data from published_events
      where client_id = ${clientId} and sequence >= ${search.from} and sequence < ${search.before}
      order by sequence desc
      limit ${scan}
    ), matching as (
      select * from scanned
      where (cardinality(${types as string[]}::text[]) = 0 or type = any(${types as string[]}::text[]))
        and (${address}::text is null or lower(data ->> 'EmailAddress') = ${address}::text)
        and (${subjectId}::text is null or ${subjectId}::text in (
          data ->> 'ListID', data ->> 'CampaignID', data ->> 'SegmentID', data ->> 'FormID', data ->> 'FeedID', data ->> 'ImportID',
          data ->> 'ChangeID') or data -> 'ListIDs' ? ${subjectId}::text)
        and (${since}::timestamptz is null or at >= ${since}::timestamptz) and (${until}::timestamptz is null or at < ${until}::timestamptz)
      order by sequence desc
      limit ${most}
    )
    select e.scanned, e.edge, m.sequence, m.type, m.at, m.published_at, ${localTime(sql, sql`m.at`, search.timeZone)} as date, m.data
    from (select count(*)::integer as scanned, min(sequence) as edge from scanned) e
    left join matching m on true
    order by m.sequence desc`
  const [edge] = rows
  const found = rows.filter(({ sequence }) => sequence !== null)
  return { rows: found, next: found.length < most && edge!.scanned >= scan ? edge!.edge : undefined }
}

/**
 * The sequence of the first event that was published at an instant or later; one more than the last without such an event. Later numbers were
 * published later, and kept ones have no gaps: it is found by halving, in some twenty reads of the key.
 */
export async function readFirstSince(sql: Sql, clientId: number, at: Date): Promise<number> {
  const [found] = await sql<{ low: number }[]>`
    with recursive search (low, high) as (
      select first_kept, last_sequence + 1 from event_heads where client_id = ${clientId}
      union all
      select case when e.published_at >= ${at} then s.low else s.middle + 1 end,
        case when e.published_at >= ${at} then s.middle else s.high end
      from (select low, high, (low + high) / 2 as middle from search where low < high) s
      left join lateral (
        select published_at from published_events where client_id = ${clientId} and sequence = s.middle
      ) e on true
    )
    select low from search where low >= high limit 1`
  return found?.low ?? 1
}

/** Ends the time of events published before a date. Readers see from `firstKept` what is missing; rows go with their month. */
export async function endEvents(sql: Sql, clientId: number, before: Date): Promise<void> {
  await sql`
    update event_heads h
    set first_kept = coalesce((
      select min(e.sequence) from published_events e
      where e.client_id = ${clientId} and e.sequence >= h.first_kept and e.published_at >= ${before}
    ), h.last_sequence + 1)
    where h.client_id = ${clientId} and h.first_kept <= h.last_sequence`
}

/** Clients that have events. */
export async function readClientsWithEvents(sql: Sql): Promise<readonly number[]> {
  return findClientsWith(sql, 'event_heads', sql`first_kept <= last_sequence`)
}
