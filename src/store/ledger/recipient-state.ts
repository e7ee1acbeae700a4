/**
 * A recipient's state (design §4): the last entry of the log, or *planned* without an entry, or *handing over* if the recipient
 * is due and the high-water mark of its range has passed its number. Only these parts of statements define it.
 */
import type { Fragment, Sql } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'

/** Identifies the campaign whose rows are read: by values, or by columns of another table in the statement. */
export interface CampaignOf {
  readonly clientId: number | Fragment
  readonly campaignId: number | Fragment
}

/** Numbers of a campaign's audience, both inclusive. */
export interface NumberRange extends CampaignKey {
  readonly low: number
  readonly high: number
}

/**
 * The last entry of a number, for a lateral join: number, attempt, kind, at, code, answer and retry_at. A recipient whose first attempt is
 * in flight has no entry. It is one look-up in the primary key for each number: with a join over the entries of the range, a planner
 * without statistics read all of them once for every recipient.
 * @param number a value, or a column of a table that is not named `log`
 */
export function lastEntry(sql: Sql, { clientId, campaignId }: CampaignOf, number: Fragment): Fragment {
  return sql`
    select log.number, log.attempt, log.kind, log.at, log.code, log.answer, log.retry_at
    from log
    where log.client_id = ${clientId} and log.campaign_id = ${campaignId} and log.number = ${number} and log.kind <> 'handing over'
    order by log.attempt desc, log.at desc
    limit 1`
}

/** The last entry of each recipient of a range, for statements that read the range once and join nothing. */
export function lastEntries(sql: Sql, { clientId, campaignId, low, high }: NumberRange): Fragment {
  return sql`
    select distinct on (number) number, attempt, kind, retry_at
    from log
    where client_id = ${clientId} and campaign_id = ${campaignId} and number between ${low} and ${high}
      and kind <> 'handing over'
    order by number, attempt desc, at desc`
}

/** Whether an entry is what became of a recipient, and no note that it is being handed over. @param entry name of a row of `log` */
export function isOutcome(sql: Sql, entry: string): Fragment {
  return sql`${sql(`${entry}.kind`)} <> 'handing over'`
}

/** Each kind of an entry by a number of three bits. */
const kinds = ['handing over', 'accepted', 'deferred', 'refused', 'unknown', 'excluded']

/**
 * A number that is highest for the last outcome of a recipient, that of the highest attempt, then of the latest time: for statements that group
 * the entries of many recipients.
 * @param entry name of a row of `log`
 */
export function rankOfEntry(sql: Sql, entry: string): Fragment {
  const column = (name: string) => sql(`${entry}.${name}`)
  return sql`(
    (least(${column('attempt')}, 255)::bigint << 55) + ((extract(epoch from ${column('at')}) * 1000000)::bigint << 3)
      + array_position(${kinds}::text[], ${column('kind')}) - 1
  )`
}

/** The kind of the entry with this rank. */
export function kindOfRank(sql: Sql, rank: Fragment): Fragment {
  return sql`(${kinds}::text[])[1 + (${rank} & 7)]`
}

/** Whether an entry of a client is the last of its recipient, for statements that read few entries. @param entry name of a row of `log` */
export function isLast(sql: Sql, clientId: number, entry: string): Fragment {
  const column = (name: string) => sql(`${entry}.${name}`)
  return sql`not exists (
    select 1 from log later
    where later.client_id = ${clientId} and later.campaign_id = ${column('campaign_id')} and later.number = ${column('number')}
      and later.attempt > ${column('attempt')} and later.kind <> 'handing over'
  )`
}

/**
 * The range that contains a number, for a lateral join; ranges do not overlap. For a number that no sender has claimed it is the previous
 * range, or none: compare `high` or the high-water mark with the number.
 * @param number a value, or a column of a table that is not named `leases`
 */
export function rangeOf(sql: Sql, { clientId, campaignId }: CampaignOf, number: Fragment): Fragment {
  return sql`
    select leases.low, leases.high, leases.owner, leases.done, leases.handed, leases.opened_at
    from leases
    where leases.client_id = ${clientId} and leases.campaign_id = ${campaignId} and leases.low <= ${number}
    order by leases.low desc
    limit 1`
}

/** Whether a recipient is not in a final state. @param entry name under which its last entry is left-joined */
export function isOpen(sql: Sql, entry: string): Fragment {
  const kind = sql(`${entry}.kind`)
  return sql`(${kind} is null or ${kind} = 'deferred')`
}

/**
 * Whether a recipient is sent to under a lease that was opened then: planned, or deferred until then or earlier.
 * @param entry as in isOpen
 */
export function isDue(sql: Sql, entry: string, openedAt: Fragment): Fragment {
  const kind = sql(`${entry}.kind`)
  return sql`(${kind} is null or (${kind} = 'deferred' and ${sql(`${entry}.retry_at`)} <= ${openedAt}))`
}

/**
 * The state of a recipient, as `RecipientState` names it.
 * @param entry as in isOpen
 * @param range name under which `rangeOf` the number is left-joined
 */
export function recipientState(sql: Sql, entry: string, range: string, number: Fragment): Fragment {
  return sql`case
    when ${isDue(sql, entry, sql`${sql(`${range}.opened_at`)}`)} and not ${sql(`${range}.done`)} and ${number} <= ${sql(`${range}.handed`)}
      then 'handing over'
    else coalesce(${sql(`${entry}.kind`)}, 'planned')
  end`
}

/** The state of a recipient before this attempt is in flight: all attempts except the first follow a deferral. */
export function waitingState(sql: Sql, attempt: Fragment): Fragment {
  return sql`case when ${attempt} > 1 then 'deferred' else 'planned' end`
}
