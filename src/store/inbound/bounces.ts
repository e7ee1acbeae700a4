/**
 * Whose mail came back, of a campaign: one row each, and how many are of which class. Locks are taken in the order bounce,
 * members, suppressions, totals.
 */

import { type PageOf, recipientOf } from '../campaigns/reports.ts'
import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import type { CampaignKey, RecipientKey } from '../keys.ts'
import { lastEntry } from '../ledger/recipient-state.ts'
import { addToTotal } from '../ledger/totals.ts'
import { localTime } from '../local-time.ts'
import { type BounceClass, ofMailbox } from './bounce-classes.ts'

export interface Bounce extends RecipientKey {
  readonly type: 'H' | 'S'
  readonly class: BounceClass
  readonly at: Date
  readonly code: number | null
  /** What the relay answered at the hand-over, as the log has it, or the line of the report that says why. */
  readonly evidence: string
  readonly status: string
  /** As the report names the recipient, where that is another address than ours. */
  readonly reported: string
  readonly mailId: string | null
}

/**
 * Part of a statement: records the bounces among outcomes of hand-overs, with code and answer as the log has them; the background
 * task gives them their class and their effect. One row for each that is new.
 * @param outcomes a part of the statement with the columns number, code, answer and bounce
 */
export function insertBounces(sql: Sql, { clientId, campaignId }: CampaignKey, outcomes: Fragment, at: Date): Fragment {
  return sql`
    insert into campaign_bounces (client_id, campaign_id, number, type, at, code, evidence)
    select ${clientId}::bigint, ${campaignId}::bigint, number, bounce, ${at}::timestamptz, code, answer
    from ${outcomes}
    where bounce is not null
    on conflict do nothing
    returning 1`
}

export type Recorded = 'new' | 'upgraded' | 'known'

/**
 * Writes a bounce down: the first of a recipient, or the first hard one after a soft one; any other changes nothing. Counted
 * by countBounce at the end of the transaction.
 */
export async function recordBounce(
  sql: Transaction,
  bounce: Bounce,
  at: Date,
): Promise<{ readonly recorded: Recorded; readonly classBefore: BounceClass | null }> {
  const { clientId, campaignId, number, type } = bounce
  const { count } = await sql`
    insert into campaign_bounces (client_id, campaign_id, number, type, class, at, evidence, status, code, reported, mail_id, worked_at)
    values (${clientId}, ${campaignId}, ${number}, ${type}, ${bounce.class}, ${bounce.at}, ${bounce.evidence}, ${bounce.status},
      ${bounce.code}, ${bounce.reported}, ${bounce.mailId}, ${at})
    on conflict do nothing`
  if (count > 0) return { recorded: 'new', classBefore: null }
  const before = await lockBounce(sql, bounce)
  // what a sender wrote in this moment is worked off by the poller
  if (!before || before.type === 'H' || type === 'S') return { recorded: 'known', classBefore: null }
  await describe(sql, bounce, at)
  return { recorded: 'upgraded', classBefore: before.class }
}

/** Gives what a sender wrote down its class: it takes effect now. */
export async function describe(sql: Transaction, bounce: Omit<Bounce, 'at'>, at: Date): Promise<void> {
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

/** A recipient's bounce, locked until the transaction ends. @param skipLocked undefined when another has it in hand */
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

/** Bounces senders wrote down that have had no effect yet, the oldest first. */
export async function newBounces(sql: Sql, most: number): Promise<RecipientKey[]> {
  return sql<RecipientKey[]>`
    select client_id, campaign_id, number from campaign_bounces where worked_at is null order by at limit ${most}`
}

/** Counts what recordBounce or describe wrote. @param counted whether it is in the campaign's total already */
export async function countBounce(
  sql: Transaction,
  key: CampaignKey,
  { from, to, counted }: { readonly from: BounceClass | null; readonly to: BounceClass; readonly counted: boolean },
): Promise<void> {
  const { clientId, campaignId } = key
  if (!counted) await addToTotal(sql, key, 'bounces', 1)
  if (from !== null) {
    await sql`
      update campaign_bounce_classes set recipients = recipients - 1
      where client_id = ${clientId} and campaign_id = ${campaignId} and class = ${from}`
  }
  await sql`
    insert into campaign_bounce_classes as c (client_id, campaign_id, class, recipients)
    values (${clientId}, ${campaignId}, ${to}, 1)
    on conflict (client_id, campaign_id, class) do update set recipients = c.recipients + 1`
}

/**
 * The row of soft bounces an address is in: the newest campaigns of the client that were handed over to it all bounced softly,
 * for a reason that lies with the mailbox, and nothing has shown since that mail arrives there.
 * @param length how many make a row
 * @returns when the first of their campaigns began; undefined when they are fewer
 */
export async function softBouncesInARow(
  sql: Sql,
  clientId: number,
  address: string,
  length: number,
): Promise<Date | undefined> {
  const [row] = await sql<{ since: Date | null }[]>`
    with received as (
      select m.started_at, b.at as bounced_at, coalesce(b.type = 'S', false) as soft
      from audience a
      join campaigns m on m.client_id = a.client_id and m.id = a.campaign_id and m.started_at is not null
      cross join lateral (${lastEntry(sql, { clientId: sql`a.client_id`, campaignId: sql`a.campaign_id` }, sql`a.number`)}) e
      left join campaign_bounces b on b.client_id = a.client_id and b.campaign_id = a.campaign_id and b.number = a.number
      where a.client_id = ${clientId} and a.address = ${address}
        -- what was refused without a bounce was refused to the sender; what bounced for the sender's sake says nothing either
        and (e.kind = 'accepted' or (e.kind = 'refused' and b.number is not null))
        and (b.number is null or b.type = 'H' or b.class = any(${ofMailbox as string[]}))
      order by m.started_at desc, m.id desc
      limit ${length}
    ), run as (
      select min(started_at) as since, min(bounced_at) as bounced_at
      from received
      having count(*) = ${length} and bool_and(soft)
    )
    select r.since
    from run r
    where not exists (
      select from audience a
      where a.client_id = ${clientId} and a.address = ${address} and (
        exists (
          select from hits h
          where h.client_id = a.client_id and h.campaign_id = a.campaign_id and h.number = a.number and h.at > r.bounced_at
        ) or exists (
          select from campaign_arrivals v
          where v.client_id = a.client_id and v.campaign_id = a.campaign_id and v.number = a.number and v.at > r.bounced_at
        )
      )
    )`
  return row?.since ?? undefined
}

/** How many recipients bounced for which reason; classes without any are left out. */
export async function bounceSummary(sql: Sql, { clientId, campaignId }: CampaignKey) {
  return sql<{ class: BounceClass; recipients: number }[]>`
    select class, recipients from campaign_bounce_classes
    where client_id = ${clientId} and campaign_id = ${campaignId} and recipients > 0`
}

export interface BounceDetail {
  readonly number: number
  readonly email: string
  readonly listPublicId: string | null
  readonly type: 'H' | 'S'
  /** Null in the moment between the hand-over and the look at what the relay said. */
  readonly class: BounceClass | null
  readonly status: string
  readonly code: number | null
  readonly evidence: string
  readonly reported: string
  readonly date: string
}

/** @param timeZone of the dates */
export async function bounceDetails(
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
