/** Counts of what a period would remove of a client. A count that takes too long is given up. */
import type { Database, Fragment, Sql } from '../connection/database.ts'
import { giveUpAfter } from '../connection/giving-up.ts'
import { isForgettable } from './members.ts'

const limitMs = 2_000

/** `select`s of one number, for rows of a client that are older than an instant. */
const counts = {
  RawHits: (sql, clientId, before) => sql`
    select count(*) as count from hits where client_id = ${clientId} and at < ${before}`,
  // a recipient who opened or clicked has one row
  OpensAndClicks: (sql, clientId, before) => sql`
    select coalesce(sum(t.unique_opens), 0) as count
    from campaigns m
    join campaign_totals t on t.client_id = ${clientId} and t.campaign_id = m.id
    left join retention_campaigns r on r.client_id = ${clientId} and r.campaign_id = m.id
    where m.client_id = ${clientId} and m.finished_at < ${before} and r.is_done is not true`,
  Events: (sql, clientId, before) => sql`
    select count(*) as count
    from event_heads h
    join published_events e on e.client_id = ${clientId} and e.sequence >= h.first_kept
    where h.client_id = ${clientId} and e.published_at < ${before}`,
  DeletedMembers: (sql, clientId, before) => sql`
    select count(*) as count from subscribers s where ${isForgettable(sql, clientId, before)}`,
  ReturnedMail: (sql, clientId, before) => sql`
    select count(*) as count from mailbox where client_id = ${clientId} and at < ${before} and state <> 'waiting'`,
  ImportFiles: (sql, clientId, before) => sql`
    select count(*) as count from imports
    where client_id = ${clientId} and created_at < ${before} and upload_id is not null
      and state not in ('committing', 'undoing', 'judging')`,
  RefusedRows: (sql, clientId, before) => sql`
    select count(*) as count
    from imports i
    join import_rows r on r.client_id = ${clientId} and r.import_id = i.id
    where i.client_id = ${clientId} and i.created_at < ${before} and i.upload_id is null`,
  Exports: (sql, clientId, before) => sql`
    select count(*) as count from exports
    where client_id = ${clientId} and (created_at < ${before} or expires_at <= now())`,
} as const satisfies Readonly<Record<string, (sql: Sql, clientId: number, before: Date) => Fragment>>

/** @returns undefined if the count takes too long */
export async function countOlder(
  db: Database,
  kind: keyof typeof counts,
  clientId: number,
  before: Date,
): Promise<number | undefined> {
  return giveUpAfter(db, limitMs, async sql => {
    const [row] = await sql<
      { count: number }[]
    >`select count::bigint as count from (${counts[kind](sql, clientId, before)}) c`
    return row!.count
  })
}
