/**
 * Bounces of campaigns: one row per recipient, and counts by class. The lock order is bounce,
 * members, suppressions, totals.
 */

import { findAmongClients } from '../among-clients.ts'
import { type PageOf, recipientOf } from '../campaigns/reports.ts'
import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import type { CampaignKey, RecipientKey } from '../keys.ts'
import { type CampaignOf, lastEntry } from '../ledger/recipient-state.ts'
import { addToTotal } from '../ledger/totals.ts'
import { localTime } from '../local-time.ts'
import { type BounceClass, mailboxClasses } from './bounce-classes.ts'

export interface Bounce extends RecipientKey {
  readonly type: 'H' | 'S'
  readonly class: BounceClass
  readonly at: Date
  readonly code: number | null
  /** The relay's reply as the log has it, or the line of the report with the reason. */
  readonly evidence: string
  readonly status: string
  /** The recipient in the report, if it is another address than ours. */
  readonly reported: string
  readonly mailId: string | null
}

/**
 * Part of a statement: inserts the bounces among delivery outcomes with code and reply. A background task classifies them
 * and applies their effects. Returns one row for each new bounce.
 * @param outcomes part of the statement with the columns number, code, answer and bounce
 */
export function insertBounces(sql: Sql, { clientId, campaignId }: CampaignOf, outcomes: Fragment, at: Date): Fragment {
  return sql`
    insert into campaign_bounces (client_id, campaign_id, number, type, at, code, evidence)
    select ${clientId}::bigint, ${campaignId}::bigint, number, bounce, ${at}::timestamptz, code, answer
    from ${outcomes}
    where bounce is not null
    on conflict do nothing
    returning 1`
}

export type Recorded = 'new' | 'upgraded' | 'known'

export interface RecordedBounce {
  readonly recorded: Recorded
  readonly classBefore: BounceClass | null
}

const known: RecordedBounce = { recorded: 'known', classBefore: null }

/**
 * Records bounces: the first of a recipient, or the first hard one after a soft one; others change nothing. The caller counts them with
 * countBounces at the end of the transaction.
 * @param bounces of one campaign, of distinct recipients, sorted by number
 */
export async function recordBounces(
  sql: Transaction,
  bounces: readonly Bounce[],
  at: Date,
): Promise<readonly RecordedBounce[]> {
  if (bounces.length === 0) return []
  const { clientId, campaignId } = bounces[0]!
  const rows = await sql<{ number: number }[]>`
    insert into campaign_bounces (client_id, campaign_id, number, type, class, at, evidence, status, code, reported, mail_id, worked_at)
    select ${clientId}::bigint, ${campaignId}::bigint, b.*, ${at}::timestamptz
    from unnest(
      ${bounces.map(one => one.number)}::bigint[], ${bounces.map(one => one.type)}::text[],
      ${bounces.map(one => one.class)}::text[], ${bounces.map(one => one.at.toISOString())}::timestamptz[],
      ${bounces.map(one => one.evidence)}::text[], ${bounces.map(one => one.status)}::text[],
      ${bounces.map(one => one.code)}::integer[], ${bounces.map(one => one.reported)}::text[],
      ${bounces.map(one => one.mailId)}::text[]
    ) as b (number, type, class, at, evidence, status, code, reported, mail_id)
    order by b.number
    on conflict do nothing
    returning number`
  const fresh = new Set(rows.map(({ number }) => number))
  const recorded: RecordedBounce[] = []
  for (const bounce of bounces)
    recorded.push(fresh.has(bounce.number) ? { recorded: 'new', classBefore: null } : await upgrade(sql, bounce, at))
  return recorded
}

async function upgrade(sql: Transaction, bounce: Bounce, at: Date): Promise<RecordedBounce> {
  const before = await lockBounce(sql, bounce)
  // the poller processes bounces that a sender has just inserted
  if (!before || before.type === 'H' || bounce.type === 'S') return known
  await classifyBounce(sql, bounce, at)
  return { recorded: 'upgraded', classBefore: before.class }
}

/** Sets the class of a bounce that a sender inserted, whose effects are applied now. */
export async function classifyBounce(sql: Transaction, bounce: Omit<Bounce, 'at'>, at: Date): Promise<void> {
  const { clientId, campaignId, number } = bounce
  await sql`
    update campaign_bounces
    set type = ${bounce.type}, class = ${bounce.class}, evidence = ${bounce.evidence}, status = ${bounce.status},
      code = ${bounce.code}, reported = ${bounce.reported}, mail_id = coalesce(${bounce.mailId}, mail_id), worked_at = ${at}
    where client_id = ${clientId} and campaign_id = ${campaignId} and number = ${number}`
}

export interface BounceBefore {
  readonly type: 'H' | 'S'
  readonly class: BounceClass | null
  readonly at: Date
  readonly code: number | null
  readonly evidence: string
  readonly worked: boolean
}

/** Locks a recipient's bounce until the transaction ends. @param skipLocked returns undefined if another transaction holds the lock */
export async function lockBounce(
  sql: Transaction,
  { clientId, campaignId, number }: RecipientKey,
  { skipLocked = false } = {},
): Promise<BounceBefore | undefined> {
  const [row] = await sql<BounceBefore[]>`
    select type, class, at, code, evidence, worked_at is not null as worked
    from campaign_bounces
    where client_id = ${clientId} and campaign_id = ${campaignId} and number = ${number}
    for update ${skipLocked ? sql`skip locked` : sql``}`
  return row
}

/** Bounces that senders inserted and whose effects are not applied yet, oldest first. */
export async function readNewBounces(sql: Sql, most: number): Promise<RecipientKey[]> {
  return findAmongClients<RecipientKey>(sql, {
    table: 'campaign_bounces',
    columns: sql`, t.campaign_id, t.number`,
    isFound: sql`t.worked_at is null`,
    order: sql`t.at`,
    most,
  })
}

export interface CountedBounce {
  readonly from: BounceClass | null
  readonly to: BounceClass
  /** True if the campaign's total includes it already. */
  readonly counted: boolean
}

/** Counts the bounces of one campaign that recordBounces or describe wrote. */
export async function countBounces(
  sql: Transaction,
  key: CampaignKey,
  bounces: readonly CountedBounce[],
): Promise<void> {
  if (bounces.length === 0) return
  const { clientId, campaignId } = key
  const fresh = bounces.filter(({ counted }) => !counted).length
  if (fresh > 0) await addToTotal(sql, key, 'bounces', fresh)
  const [left, joined] = [tally(bounces.map(({ from }) => from)), tally(bounces.map(({ to }) => to))]
  for (const [bounceClass, recipients] of left) {
    await sql`
      update campaign_bounce_classes set recipients = recipients - ${recipients}
      where client_id = ${clientId} and campaign_id = ${campaignId} and class = ${bounceClass}`
  }
  await sql`
    insert into campaign_bounce_classes as c (client_id, campaign_id, class, recipients)
    select ${clientId}::bigint, ${campaignId}::bigint, b.*
    from unnest(${joined.map(([bounceClass]) => bounceClass)}::text[], ${joined.map(([, n]) => n)}::integer[]) as b (class, recipients)
    on conflict (client_id, campaign_id, class) do update set recipients = c.recipients + excluded.recipients`
}

/** Numbers by class, in one fixed order, in which their rows are locked. */
function tally(classes: readonly (BounceClass | null)[]): readonly [BounceClass, number][] {
  const counts = new Map<BounceClass, number>()
  for (const one of classes) if (one !== null) counts.set(one, (counts.get(one) ?? 0) + 1)
  return [...counts].sort(([one], [other]) => (one < other ? -1 : 1))
}

/**
 * Soft bounces of an address in a row: the newest campaigns of the client that were sent to it all bounced softly for a
 * reason of the mailbox, and no later sign shows that mail arrives there.
 * @param length number of bounces that count as a row
 * @returns when the first of their campaigns began; undefined if there are fewer
 */
export async function findSoftBouncesInARow(
  sql: Sql,
  clientId: number,
  address: string,
  length: number,
): Promise<Date | undefined> {
  const [row] = await sql<{ since: Date | null }[]>`
    with received as (
      select m.started_at, b.at as bounced_at, coalesce(b.type = 'S', false) as soft
      from audience a
      join campaigns m on m.client_id = ${clientId} and m.id = a.campaign_id and m.started_at is not null
      cross join lateral (${lastEntry(sql, { clientId, campaignId: sql`a.campaign_id` }, sql`a.number`)}) e
      left join campaign_bounces b on b.client_id = ${clientId} and b.campaign_id = a.campaign_id and b.number = a.number
      where a.client_id = ${clientId} and a.address = ${address}
        -- a refusal without a bounce was about the sender, and so were bounces of other classes
        and (e.kind = 'accepted' or (e.kind = 'refused' and b.number is not null))
        and (b.number is null or b.type = 'H' or b.class = any(${mailboxClasses as string[]}))
      order by m.started_at desc, m.id desc
      limit ${length}
    ), run as (
      select min(started_at) as since, min(bounced_at) as bounced_at
      from received
      having count(*) = ${length} and bool_and(soft)
    )
    select r.since
    from run r
    -- where opens and clicks of that time are removed, it is not known whether the address lives
    where not exists (
      select 1 from retention_edges where client_id = ${clientId} and hits_from > r.bounced_at
    ) and not exists (
      select 1 from audience a
      where a.client_id = ${clientId} and a.address = ${address} and (
        exists (
          select 1 from hits h
          where h.client_id = ${clientId} and h.campaign_id = a.campaign_id and h.number = a.number and h.at > r.bounced_at
        ) or exists (
          select 1 from campaign_arrivals v
          where v.client_id = ${clientId} and v.campaign_id = a.campaign_id and v.number = a.number and v.at > r.bounced_at
        )
      )
    )`
  return row?.since ?? undefined
}

/** Numbers of bounced recipients by class, without empty classes. */
export async function readBounceSummary(sql: Sql, { clientId, campaignId }: CampaignKey) {
  return sql<{ class: BounceClass; recipients: number }[]>`
    select class, recipients from campaign_bounce_classes
    where client_id = ${clientId} and campaign_id = ${campaignId} and recipients > 0`
}

export interface BounceDetail {
  readonly number: number
  readonly email: string
  readonly listPublicId: string | null
  readonly type: 'H' | 'S'
  /** Null between the relay's reply and its classification. */
  readonly class: BounceClass | null
  readonly status: string
  readonly code: number | null
  readonly evidence: string
  readonly reported: string
  readonly date: string
}

/** @param timeZone time zone of the dates */
export async function readBounceDetails(
  sql: Sql,
  { clientId, campaignId, after, limit }: PageOf,
  timeZone: string,
): Promise<BounceDetail[]> {
  return sql<BounceDetail[]>`
    select b.number, a.email, a.list_public_id, b.type, b.class, b.status, b.code, b.evidence, b.reported,
      ${localTime(sql, 'b.at', timeZone)} as date
    from campaign_bounces b
    ${recipientOf(sql, sql`b.number`, clientId, campaignId)}
    where b.client_id = ${clientId} and b.campaign_id = ${campaignId} and b.number > ${after}
    order by b.number
    limit ${limit}`
}
