/**
 * The counters of a campaign, one row per campaign: numbers of recipients by state, and of their reactions. Only this module writes
 * them. `next_number` of the same row is not a counter; `leases.ts` claims ranges with it.
 *
 * Recipients only move from one state to another, in the statement that appends to the log, so their number always equals the sum of the
 * states (design §4). The constraint `campaign_totals_check` enforces it.
 */

import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { newRevision } from '../revisions.ts'
import type { RecipientState } from '../states.ts'
import { countAccepted } from './campaign-hours.ts'

/** The counter of each state, a column of `campaign_totals`. */
export const stateCounters = {
  planned: 'planned',
  'handing over': 'handing_over',
  accepted: 'accepted',
  deferred: 'deferred',
  refused: 'refused',
  unknown: 'unknown',
  excluded: 'excluded',
} as const satisfies Readonly<Record<RecipientState, string>>

/** Counters of reactions such as opens and bounces: columns of `campaign_totals`. */
export type Counter =
  | 'opens'
  | 'unique_opens'
  | 'clicks'
  | 'unique_clicks'
  | 'unsubscribes'
  | 'bounces'
  | 'removed_opens'
  | 'removed_clicks'
  | 'complaints'
  | 'forwards'

/** Changes of each state's counter; all null if no recipient moves. */
const changes = part(
  Object.entries(stateCounters)
    .map(
      ([state, counter]) =>
        `sum(case '${state}' when after then recipients when before then -recipients else 0 end) as ${counter}`,
    )
    .join(', '),
)
const countedMoves = additions([...Object.values(stateCounters), 'bounces'])

/**
 * The parts `counts`, `counted` and `hourly` of a statement that appends to the log: they count moves between states, and accepted mails
 * in their hour. Totals are locked before hours.
 * @param moves rows `before`, `after` (states) and `recipients` (their number): one per recipient, or one for several
 * @param at time of the move
 * @param bounces number of additional bounces
 * @param accepts false if no recipient moves to *accepted*: without an insert a distributed database runs the statement on one node
 */
export function countMoves(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
  moves: Fragment,
  at: Date,
  bounces: Fragment = sql`0`,
  accepts = true,
): Fragment {
  return sql`
    counts as (
      select ${sql(changes)}, sum(recipients) as moved, ${bounces} as bounces
      from (
        select before, after, sum(recipients)::integer as recipients
        from (${moves}) m
        where before <> after
        group by before, after
      ) m
    ), counted as (
      update campaign_totals t
      set ${sql(countedMoves)}
      from counts c
      where t.client_id = ${clientId} and t.campaign_id = ${campaignId} and c.moved > 0
      returning 1
    )${accepts ? sql`, hourly as (${countAccepted(sql, { clientId, campaignId }, at)})` : sql``}`
}

/**
 * Inserts the counters of a campaign whose audience was frozen: all recipients are planned, except those excluded at once. Keeps counts
 * from before the start.
 */
export async function beginTotals(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
  { recipients, excluded }: { readonly recipients: number; readonly excluded: number },
): Promise<void> {
  await sql`
    insert into campaign_totals (client_id, campaign_id, recipients, planned, excluded)
    values (${clientId}, ${campaignId}, ${recipients}, ${recipients - excluded}, ${excluded})
    on conflict (client_id, campaign_id) do update
    set recipients = excluded.recipients, planned = excluded.planned, excluded = excluded.excluded, next_number = 1`
}

/** Counts more recipients of a campaign whose audience is frozen in ranges. */
export async function addRecipients(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
  { recipients, excluded }: { readonly recipients: number; readonly excluded: number },
): Promise<void> {
  await sql`
    update campaign_totals t
    set recipients = t.recipients + ${recipients}, planned = t.planned + ${recipients - excluded}, excluded = t.excluded + ${excluded}
    where t.client_id = ${clientId} and t.campaign_id = ${campaignId}`
}

/** The statement that adds to one counter of one campaign, and locks its row until the transaction ends. */
export function addToTotal(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
  counter: Counter,
  more: number,
): Fragment {
  return sql`
    update campaign_totals t
    set ${sql(counter)} = t.${sql(counter)} + ${more}
    where t.client_id = ${clientId} and t.campaign_id = ${campaignId}`
}

/**
 * The parts `locked` and `counted` of a statement that adds to counters of several campaigns of a client. Totals are locked in the order of
 * their keys; purged campaigns are skipped.
 * @param gained part of the statement with one row per campaign: `campaign_id`, and the increments (negative for decrements) in columns
 * named like the counters
 * @param further columns that are set too
 */
export function addToTotals(
  sql: Sql,
  clientId: number,
  gained: Fragment,
  counters: readonly Counter[],
  further?: Fragment,
): Fragment {
  return sql`
    locked as materialized (
      select * from (
        select g.*
        from ${gained} g
        join campaign_totals t on t.client_id = ${clientId} and t.campaign_id = g.campaign_id
        order by t.campaign_id
        for update of t
      ) l -- locked inside: see docs/decisions/storage.md#statements-for-a-distributed-database
    ), counted as (
      update campaign_totals t
      set ${sql(additions(counters))} ${further ? sql`, ${further}` : sql``}
      from locked c
      where t.client_id = ${clientId} and t.campaign_id = c.campaign_id
    )`
}

/** Gives hits of campaigns another revision, because the order of their recipients changed. */
export async function reviseHits(sql: Transaction, clientId: number, campaignIds: readonly number[]): Promise<void> {
  if (campaignIds.length === 0) return
  await sql`
    update campaign_totals t
    set hits_revision = ${newRevision()}
    where t.client_id = ${clientId} and t.campaign_id = any(${campaignIds as number[]}::bigint[])`
}

/** Number of recipients of the totals `t` that are not in a final state. */
export function openOf(sql: Sql): Fragment {
  return sql`(t.planned + t.handing_over + t.deferred)`
}

/** Number of recipients of the totals `t` that a relay has accepted, or may have accepted. */
export function handedOf(sql: Sql): Fragment {
  return sql`(t.accepted + t.handing_over)`
}

/** `a = t.a + c.a, b = t.b + c.b …` */
function additions(columns: readonly string[]): TemplateStringsArray {
  return part(columns.map(column => `${column} = t.${column} + c.${column}`).join(', '))
}

/** Converts constant text of this module to a part of statements, once instead of with every append. */
function part(text: string): TemplateStringsArray {
  return Object.assign([text], { raw: [text] })
}
