/**
 * Rows of an audience that is being frozen, found by the index that fits whatever the statistics of PostgreSQL say: those know nothing of
 * the campaign, or its size some ranges ago. See docs/scale.md#statements-on-tables-without-statistics.
 */
import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import type { IdRange, IdSet } from './audience.ts'

/** Recipients that were numbered just now. */
export interface NumberedRange extends CampaignKey {
  readonly at: Date
  /** Those above are of this range. */
  readonly numbered: number
  readonly ids: IdRange | IdSet | undefined
}

/**
 * A `select` of at most one row of an audience, by address: with an equal campaign it is the recipient. It is read in the order of the index of
 * addresses. Without an order PostgreSQL could read all recipients of the campaign for each address, by the primary key: statistics
 * do not know that the campaign has any. See `withoutSorts`.
 */
export function entryOf(sql: Sql, { clientId, campaignId }: CampaignKey, address: Fragment): Fragment {
  return sql`
    select e.number, e.campaign_id, e.subscriber_id from audience e
    where e.client_id = ${clientId} and (e.address, e.campaign_id) >= (${address}, ${campaignId}::bigint) and e.address <= ${address}
      and e.campaign_id >= ${campaignId} -- other partitions are not read
    order by e.address, e.campaign_id
    limit 1`
}

/** Whether the address of a subscriber `s` is in an audience. */
export function isRecipient(sql: Sql, key: CampaignKey): Fragment {
  return sql`coalesce((select e.campaign_id = ${key.campaignId} from (${entryOf(sql, key, sql`s.address`)}) e), false)`
}

/**
 * Does work in which a sort that an index could replace costs more than any reading. (Nodes of a distributed database keep their own setting.)
 */
export async function withoutSorts<Value>(sql: Transaction, work: () => Promise<Value>): Promise<Value> {
  const set = (sorts: 'on' | 'off') => sql`select set_config('enable_sort', ${sorts}, true)`
  await set('off')
  const value = await work()
  await set('on')
  return value
}

/**
 * The recipients of a range, in the order of their numbers, which the primary key has: by what statistics knew of the campaign
 * before, the range could seem to be most of the table, and all of it would be read. See `withoutSorts`.
 */
export function recipientsIn(sql: Sql, { clientId, campaignId, numbered }: NumberedRange): Fragment {
  return sql`(
    select number, address, subscriber_id from audience
    where client_id = ${clientId} and campaign_id = ${campaignId} and number > ${numbered}
    order by number
    offset 0)`
}
