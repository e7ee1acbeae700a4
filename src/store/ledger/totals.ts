/**
 * The counters of a campaign, one row each: how many recipients are in which state, and what came back of them. This module alone
 * writes them; `next_number` of the same row is no counter and belongs to the claiming of ranges (`leases.ts`).
 *
 * Recipients are only ever moved from one state to another, in the statement that appends to the log, so recipients = the sum of the
 * states at every moment (design §4); the constraint `campaign_totals_check` refuses anything else.
 */

import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
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

/** Counters of what recipients do, or what comes back of them: columns of `campaign_totals`. */
export type Counter =
  | 'opens'
  | 'unique_opens'
  | 'clicks'
  | 'unique_clicks'
  | 'unsubscribes'
  | 'bounces'
  | 'complaints'
  | 'forwards'

/** By how many each state's counter changes; null for all of them where no recipient moves. */
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
 * The parts `counts`, `counted` and `hourly` of a statement that appends to the log: recipients move from one state to another, and
 * acceptances are counted in their hour. Totals are locked before hours.
 * @param moves rows `before`, `after` (states) and `recipients` (how many): one for each recipient, or for several at once
 * @param at when they moved
 * @param bounces how many recipients more count as bounced
 */
export function countMoves(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
  moves: Fragment,
  at: Date,
  bounces: Fragment = sql`0`,
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
    ), hourly as (
      ${countAccepted(sql, { clientId, campaignId }, at)}
    )`
}

/**
 * Begins to count a campaign whose audience was frozen: all of it is planned, but for those excluded at once. Also where something
 * was counted before it began.
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

/** The statement that adds to one counter of one campaign, whose row is locked until the transaction ends. */
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
 * The parts `locked` and `counted` of a statement that adds to counters of several campaigns. Totals are locked in the order of their
 * keys; campaigns that were purged are left out.
 * @param gained the statement's part with one row for each campaign: `client_id`, `campaign_id`, and how many more (or, below 0, fewer)
 * in a column named like each counter
 */
export function addToTotals(sql: Sql, gained: Fragment, counters: readonly Counter[]): Fragment {
  return sql`
    locked as materialized (
      select g.*
      from ${gained} g
      join campaign_totals t on t.client_id = g.client_id and t.campaign_id = g.campaign_id
      order by t.client_id, t.campaign_id
      for update of t
    ), counted as (
      update campaign_totals t
      set ${sql(additions(counters))}
      from locked c
      where t.client_id = c.client_id and t.campaign_id = c.campaign_id
    )`
}

/** How many recipients of the totals `t` have no ending yet. */
export function openOf(sql: Sql): Fragment {
  return sql`(t.planned + t.handing_over + t.deferred)`
}

/** How many recipients of the totals `t` a relay has accepted, or may have by now. */
export function handedOf(sql: Sql): Fragment {
  return sql`(t.accepted + t.handing_over)`
}

/** `a = t.a + c.a, b = t.b + c.b …` */
function additions(columns: readonly string[]): TemplateStringsArray {
  return part(columns.map(column => `${column} = t.${column} + c.${column}`).join(', '))
}

/** Text made of names of this module, as a part of statements: made once, not with every append. */
function part(text: string): TemplateStringsArray {
  return Object.assign([text], { raw: [text] })
}
