/**
 * A recipient's state (design §4): the last entry of the log, or *planned* when there is none, or *handing over* when the recipient
 * is due and the mark of its range has passed its number. These parts of statements are the only place that says so.
 */
import type { Fragment, Sql } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'

/** The campaign whose rows are read: by its values, or by columns of another table of the statement. */
export interface CampaignOf {
  readonly clientId: number | Fragment
  readonly campaignId: number | Fragment
}

/** Numbers of a campaign's audience; both ends are part of it. */
export interface NumberRange extends CampaignKey {
  readonly low: number
  readonly high: number
}

/**
 * The last entry of one number, to be joined laterally: number, attempt, kind, at, code, answer and retry_at. A recipient who was
 * only handed over has none. One look into the primary key for each number: a join with the entries of the whole range let a plan
 * without statistics read all of them once for every recipient.
 * @param number a column of a table named otherwise than `log`, or a value
 */
export function lastEntry(sql: Sql, { clientId, campaignId }: CampaignOf, number: Fragment): Fragment {
  return sql`
    select log.number, log.attempt, log.kind, log.at, log.code, log.answer, log.retry_at
    from log
    where log.client_id = ${clientId} and log.campaign_id = ${campaignId} and log.number = ${number} and log.kind <> 'handing over'
    order by log.attempt desc, log.at desc
    limit 1`
}

/** The last entry of each recipient of a range that has one, for a statement that reads all once and joins them with nothing. */
export function lastEntries(sql: Sql, { clientId, campaignId, low, high }: NumberRange): Fragment {
  return sql`
    select distinct on (number) number, attempt, kind, retry_at
    from log
    where client_id = ${clientId} and campaign_id = ${campaignId} and number between ${low} and ${high}
      and kind <> 'handing over'
    order by number, attempt desc, at desc`
}

/** Whether an entry is the last one of its recipient, for statements that read few entries. @param entry the name of a row of `log` */
export function isLast(sql: Sql, entry: string): Fragment {
  const of = (column: string) => sql(`${entry}.${column}`)
  return sql`not exists (
    select from log later
    where later.client_id = ${of('client_id')} and later.campaign_id = ${of('campaign_id')} and later.number = ${of('number')}
      and later.attempt > ${of('attempt')} and later.kind <> 'handing over'
  )`
}

/**
 * The range that a number is in, to be joined laterally; ranges do not overlap. Of a number that no sender has claimed yet it is the
 * range before, or none: compare `high`, or a mark, with the number.
 * @param number a column of a table named otherwise than `leases`, or a value
 */
export function rangeOf(sql: Sql, { clientId, campaignId }: CampaignOf, number: Fragment): Fragment {
  return sql`
    select leases.low, leases.high, leases.owner, leases.done, leases.handed, leases.opened_at
    from leases
    where leases.client_id = ${clientId} and leases.campaign_id = ${campaignId} and leases.low <= ${number}
    order by leases.low desc
    limit 1`
}

/** Whether a recipient has no ending yet. @param entry the name under which its last entry is joined, if there is one */
export function isOpen(sql: Sql, entry: string): Fragment {
  const kind = sql(`${entry}.kind`)
  return sql`(${kind} is null or ${kind} = 'deferred')`
}

/** Whether a recipient is sent to under a lease that was opened then: planned, or deferred until no later. @param entry as in isOpen */
export function isDue(sql: Sql, entry: string, openedAt: Fragment): Fragment {
  const kind = sql(`${entry}.kind`)
  return sql`(${kind} is null or (${kind} = 'deferred' and ${sql(`${entry}.retry_at`)} <= ${openedAt}))`
}

/**
 * The state of a recipient, as `RecipientState` names it.
 * @param entry as in isOpen
 * @param range the name under which `rangeOf` the number is joined, if there is one
 */
export function recipientState(sql: Sql, entry: string, range: string, number: Fragment): Fragment {
  return sql`case
    when ${isDue(sql, entry, sql`${sql(`${range}.opened_at`)}`)} and not ${sql(`${range}.done`)} and ${number} <= ${sql(`${range}.handed`)}
      then 'handing over'
    else coalesce(${sql(`${entry}.kind`)}, 'planned')
  end`
}

/** The state in which a recipient waits for this attempt, before it is handed over: each attempt but the first follows a deferral. */
export function waitingState(sql: Sql, attempt: Fragment): Fragment {
  return sql`case when ${attempt} > 1 then 'deferred' else 'planned' end`
}
