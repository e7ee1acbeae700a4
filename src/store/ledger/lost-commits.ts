/**
 * Restores delivery outcomes that the database has lost, for example after a fail-over to a standby that lacked the last commits. The
 * entries of the sender's journal are appended without a lease, because the lease may be lost too.
 */

import { isFreezing } from '../campaigns/freezing.ts'
import type { Sql, Transaction } from '../connection/database.ts'
import { findByPublicIds } from '../directory.ts'
import { insertBounces } from '../inbound/bounces.ts'
import type { CampaignKey } from '../keys.ts'
import { perClient } from '../per-client.ts'
import { rollUpRecipients } from '../tracking/engagement-rollups.ts'
import type { Entry } from './entry.ts'
import { unnestEntries } from './leases.ts'
import { isOpen, lastEntry, rangeOf, recipientState } from './recipient-state.ts'
import { countMoves } from './totals.ts'

/** An entry that was committed before the loss. */
export interface Committed extends CampaignKey {
  readonly number: number
  readonly attempt: number
}

/** @returns how many of these entries are missing in the log */
export async function countMissing(sql: Sql, entries: readonly Committed[]): Promise<number> {
  const rows = await perClient(
    entries,
    (clientId, own) => sql<{ missing: number }[]>`
      select count(*)::integer as missing
      from unnest(
        ${own.map(({ campaignId }) => campaignId)}::bigint[], ${own.map(({ number }) => number)}::integer[],
        ${own.map(({ attempt }) => attempt)}::integer[]
      ) as k (campaign_id, number, attempt)
      left join lateral (
        select true as found from log g
        where g.client_id = ${clientId} and g.campaign_id = k.campaign_id and g.number = k.number and g.attempt = k.attempt
        limit 1
      ) f on true
      where f.found is null`,
  )
  return rows.reduce((sum, { missing }) => sum + missing, 0)
}

export interface JournalCampaign extends CampaignKey {
  /** False if the campaign has not begun in this database. */
  readonly hasBegun: boolean
  /** Its audience is not all frozen: nothing of it was sent, as far as this database knows. */
  readonly isFreezing: boolean
  /** Of a campaign whose audience grows: how many recipients it has; null for others. */
  readonly grownTo: number | null
}

/** The campaign of a journal; undefined if the database does not have it. */
export async function findCampaignOfJournal(sql: Sql, campaignPublicId: string): Promise<JournalCampaign | undefined> {
  const [entry] = await findByPublicIds(sql, 'campaign', [campaignPublicId])
  if (!entry) return undefined
  const [row] = await sql<JournalCampaign[]>`
    select m.client_id, m.id as campaign_id, m.started_at is not null as has_begun, ${isFreezing(sql, entry.clientId)} as is_freezing,
      case when m.rolling then coalesce(t.recipients, 0) end as grown_to
    from campaigns m
    left join campaign_totals t on t.client_id = ${entry.clientId} and t.campaign_id = m.id
    where m.client_id = ${entry.clientId} and m.id = ${entry.id}`
  return row
}

/**
 * Appends missing entries: outcomes, and *unknown* for recipients in flight without an outcome (or *deferred*, with at-least-once
 * delivery). Skips an entry if the log has one of this or a later attempt, or the recipient is in a final state.
 * @returns the appended entries
 */
export async function appendLost(
  sql: Transaction,
  key: CampaignKey,
  outcomes: readonly Entry[],
  handed: readonly { readonly number: number; readonly attempt: number }[],
  at: Date,
): Promise<readonly number[]> {
  const { clientId, campaignId } = key
  const ended = new Set(outcomes.map(({ number, attempt }) => `${number} ${attempt}`))
  const open = handed.filter(({ number, attempt }) => !ended.has(`${number} ${attempt}`))
  // the common lock order of all ledger writers: leases, totals, hours
  await sql`select 1 from leases where client_id = ${clientId} and campaign_id = ${campaignId} and not done order by low for update`
  await sql`select 1 from campaign_totals where client_id = ${clientId} and campaign_id = ${campaignId} for no key update`
  const moves = sql`select before, kind as after, 1 as recipients from lost`
  const rows = await sql<{ number: number }[]>`
    with given as (
      select distinct on (number) *
      from (
        select number, attempt, kind, code, answer, retry_at, bounce from ${unnestEntries(sql, outcomes)}
        union all
        select h.number, h.attempt, case when m.at_least_once then 'deferred' else 'unknown' end, null,
          'the sender ended before the relay''s answer was recorded', case when m.at_least_once then ${at}::timestamptz end, null
        from unnest(
          ${open.map(({ number }) => number)}::integer[], ${open.map(({ attempt }) => attempt)}::integer[]
        ) as h (number, attempt)
        join campaigns m on m.client_id = ${clientId} and m.id = ${campaignId}
      ) g
      order by number, attempt desc
    ), lost as materialized (
      select g.*, ${recipientState(sql, 'e', 'r', sql`g.number`)} as before
      from given g
      cross join lateral (
        select number from audience where client_id = ${clientId} and campaign_id = ${campaignId} and number = g.number limit 1
      ) a
      left join lateral (${lastEntry(sql, key, sql`g.number`)}) e on true
      left join lateral (${rangeOf(sql, key, sql`g.number`)}) r on true
      where ${isOpen(sql, 'e')} and coalesce(e.attempt, 0) < g.attempt
    ), inserted as (
      insert into log (client_id, campaign_id, number, attempt, kind, at, code, answer, retry_at)
      select ${clientId}::bigint, ${campaignId}::bigint, number, attempt, kind, ${at}::timestamptz, code, answer, retry_at from lost
      on conflict do nothing
    ), bounced as (
      ${insertBounces(sql, key, sql`lost`, at)}
    ), ${countMoves(sql, key, moves, at, sql`(select count(*) from bounced)`)}
    select number from lost`
  const numbers = rows.map(({ number }) => number)
  await rollUpRecipients(sql, key, numbers)
  return numbers
}
