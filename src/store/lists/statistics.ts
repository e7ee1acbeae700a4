/** Counters of lists, maintained with each transition so that List.GetStats need not count. */
import type { Sql } from '../connection/database.ts'
import { perClient } from '../per-client.ts'
import { newRevision } from '../revisions.ts'

export type State = 'Active' | 'Unconfirmed' | 'Unsubscribed' | 'Bounced' | 'Deleted'

/** Every state of a membership. */
export const memberStates: readonly State[] = ['Active', 'Unconfirmed', 'Unsubscribed', 'Bounced', 'Deleted']

/** A number of subscribers of a list that moved from one state to another now. */
export interface Transitions {
  readonly clientId: number
  readonly listId: number
  /** IANA name: days are those of the client. */
  readonly timeZone: string
  /** Null for new subscribers. */
  readonly from: State | null
  readonly to: State
  readonly count: number
  /** True if a complaint was the cause. */
  readonly complained?: boolean
  /** True if an import was the cause. */
  readonly imported?: boolean
}

/** A list of which members changed what they are ordered by, the name or the address, but not the state. */
export interface Reordered {
  readonly clientId: number
  readonly listId: number
}

/**
 * Adds transitions to the totals and days of their lists, in the transaction that makes them. Rows are locked in the order of their keys,
 * totals of all clients before days, so that concurrent callers cannot deadlock.
 * The lists get another revision, by which kept marks of numbered pages are known to be out of date.
 */
export async function recordTransitions(
  sql: Sql,
  rows: readonly Transitions[],
  reordered: readonly Reordered[] = [],
): Promise<void> {
  const changes = rows.filter(row => row.count > 0 && row.from !== row.to)
  const lists = [...changes, ...reordered.map(list => ({ ...list, from: null, to: null, count: 0 }))]
  await perClient(lists, (clientId, own) => addToListTotals(sql, clientId, own))
  const counted = changes.filter(row => row.to !== 'Unconfirmed' || row.from === 'Active')
  await perClient(counted, (clientId, own) => addToListDays(sql, clientId, own))
}

interface Step {
  readonly listId: number
  readonly from: State | null
  readonly to: State | null
  readonly count: number
}

function addToListTotals(sql: Sql, clientId: number, changes: readonly Step[]) {
  return sql`
    insert into list_totals as total (client_id, list_id, revision, active, unconfirmed, unsubscribed, bounced, deleted)
    select ${clientId}::bigint, list_id, ${newRevision()}::bigint,
      coalesce(sum(n) filter (where state = 'Active'), 0),
      coalesce(sum(n) filter (where state = 'Unconfirmed'), 0),
      coalesce(sum(n) filter (where state = 'Unsubscribed'), 0),
      coalesce(sum(n) filter (where state = 'Bounced'), 0),
      coalesce(sum(n) filter (where state = 'Deleted'), 0)
    from unnest(${changes.map(row => row.listId)}::bigint[], ${changes.map(row => row.from) as string[]}::text[],
      ${changes.map(row => row.to) as string[]}::text[], ${changes.map(row => row.count)}::integer[])
      as change (list_id, from_state, to_state, count)
    cross join lateral (values (to_state, count), (from_state, -count)) as step (state, n)
    group by list_id
    order by list_id
    on conflict (client_id, list_id) do update set
      revision = excluded.revision,
      active = total.active + excluded.active,
      unconfirmed = total.unconfirmed + excluded.unconfirmed,
      unsubscribed = total.unsubscribed + excluded.unsubscribed,
      bounced = total.bounced + excluded.bounced,
      deleted = total.deleted + excluded.deleted`
}

/** The totals of these lists were updated before in this transaction. */
function addToListDays(sql: Sql, clientId: number, changes: readonly Transitions[]) {
  return sql`
    insert into list_days as d (client_id, list_id, day, active, unsubscribed, bounced, deleted, confirmed, complained, imported, active_at_end)
    select ${clientId}::bigint, c.*, t.active
    from (
      select list_id, (now() at time zone time_zone)::date as day,
        coalesce(sum(n) filter (where state = 'Active'), 0),
        coalesce(sum(n) filter (where state = 'Unsubscribed'), 0),
        coalesce(sum(n) filter (where state = 'Bounced'), 0),
        coalesce(sum(n) filter (where state = 'Deleted'), 0),
        coalesce(sum(n) filter (where state = 'Active' and from_state = 'Unconfirmed'), 0),
        coalesce(sum(n) filter (where complained), 0),
        coalesce(sum(n) filter (where imported and state = 'Active'), 0)
      from unnest(${changes.map(row => row.listId)}::bigint[], ${changes.map(row => row.timeZone)}::text[],
        ${changes.map(row => row.from) as string[]}::text[], ${changes.map(row => row.to)}::text[],
        ${changes.map(row => row.complained === true)}::boolean[], ${changes.map(row => row.imported === true)}::boolean[],
        ${changes.map(row => row.count)}::integer[])
        as change (list_id, time_zone, from_state, state, complained, imported, n)
      group by list_id, day
    ) c
    -- locked and updated before, so it cannot change until the transaction ends
    join list_totals t on t.client_id = ${clientId} and t.list_id = c.list_id
    order by c.list_id, c.day
    on conflict (client_id, list_id, day) do update set
      active = d.active + excluded.active,
      unsubscribed = d.unsubscribed + excluded.unsubscribed,
      bounced = d.bounced + excluded.bounced,
      deleted = d.deleted + excluded.deleted,
      confirmed = d.confirmed + excluded.confirmed,
      complained = d.complained + excluded.complained,
      -- null stays null: part of the day was not counted
      imported = d.imported + excluded.imported,
      active_at_end = excluded.active_at_end`
}

/**
 * Removes Deleted subscribers from the totals, because their rows are deleted; days are unchanged. Called in the transaction that
 * deletes them.
 */
export async function forgetDeleted(
  sql: Sql,
  clientId: number,
  rows: readonly { readonly listId: number; readonly count: number }[],
): Promise<void> {
  await sql`
    update list_totals t set deleted = t.deleted - g.count, revision = ${newRevision()}
    from unnest(${rows.map(({ listId }) => listId)}::bigint[], ${rows.map(({ count }) => count)}::integer[]) as g (list_id, count)
    where t.client_id = ${clientId} and t.list_id = g.list_id`
}

/** Numbers of one kind of event, by periods of the client's calendar. */
export interface Periods {
  readonly today: number
  readonly yesterday: number
  readonly week: number
  readonly month: number
  readonly year: number
}

export interface ListCounts {
  readonly total: { active: number; unsubscribed: number; bounced: number; deleted: number }
  readonly entered: { active: Periods; unsubscribed: Periods; bounced: Periods; deleted: Periods }
}

/**
 * The totals of a list, and the transitions to each state today, yesterday, this week (from Monday), this month and this year.
 * @param today a date of the client's calendar, `YYYY-MM-DD`
 */
export async function listCounts(sql: Sql, clientId: number, listId: number, today: string): Promise<ListCounts> {
  const [totals] = await sql<ListCounts['total'][]>`
    select active, unsubscribed, bounced, deleted from list_totals where client_id = ${clientId} and list_id = ${listId}`
  // sums over days, at most 372 rows whatever the age of the list
  const rows = await sql<(ListCounts['total'] & Record<keyof Periods, boolean>)[]>`
    with calendar as (
      select ${today}::date as today, date_trunc('week', ${today}::date)::date as week,
        date_trunc('month', ${today}::date)::date as month, date_trunc('year', ${today}::date)::date as year
    )
    select active, unsubscribed, bounced, deleted, day = today as today, day = today - 1 as yesterday,
      day >= week as week, day >= month as month, day >= year as year
    from calendar
    join list_days on day >= least(year, week, today - 1) and day <= today
    where client_id = ${clientId} and list_id = ${listId}`
  const sum = (state: keyof ListCounts['total'], period: keyof Periods) =>
    rows.reduce((total, row) => (row[period] ? total + row[state] : total), 0)
  const periods = (state: keyof ListCounts['total']): Periods => ({
    today: sum(state, 'today'),
    yesterday: sum(state, 'yesterday'),
    week: sum(state, 'week'),
    month: sum(state, 'month'),
    year: sum(state, 'year'),
  })
  return {
    total: totals ?? { active: 0, unsubscribed: 0, bounced: 0, deleted: 0 },
    entered: {
      active: periods('active'),
      unsubscribed: periods('unsubscribed'),
      bounced: periods('bounced'),
      deleted: periods('deleted'),
    },
  }
}

/** The present date of the client's calendar, `YYYY-MM-DD`. */
export async function readToday(sql: Sql, timeZone: string): Promise<string> {
  const [row] = await sql<{ today: string }[]>`select (now() at time zone ${timeZone})::date as today`
  return row!.today
}
