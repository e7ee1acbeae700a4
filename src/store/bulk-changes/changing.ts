/** Ends the memberships of a range of chosen members, or sets a field of theirs, in the caller's transaction. */
import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import type { Range } from '../jobs/range.ts'
import { recordTransitions, type State, type Transitions } from '../lists/statistics.ts'
import { changeStates } from '../subscribers/memberships.ts'
import { suppressAll } from '../subscribers/suppressions.ts'
import type { HeldList } from './bulk-changes.ts'

export interface Changing {
  readonly clientId: number
  readonly changeId: number
  readonly timeZone: string
  readonly list: HeldList
  /** Evidence for every history row of the change; its `act` names the change. */
  readonly evidence: { readonly by: string; readonly act: string }
}

/** How many rows of a range changed, and how many are unchanged. */
export interface Outcome {
  readonly done: number
  readonly left: number
}

export function rowsOf({ from, to }: Range): number {
  return to - from + 1
}

/** The chosen members `s` of a range with their rows `r`. */
export function chosenIn(sql: Sql, { clientId, changeId, list }: Changing, { from, to }: Range): Fragment {
  return sql`
    from bulk_change_rows r
    join subscribers s on s.client_id = ${clientId} and s.id = r.subscriber_id and s.list_id + 0 = ${list.id}
    where r.client_id = ${clientId} and r.change_id = ${changeId} and r.number between ${from} and ${to}
      -- found by their keys, also where nothing is known of the tables yet: nor by their list, hence + 0
      and s.id = any(array(
        select subscriber_id from bulk_change_rows
        where client_id = ${clientId} and change_id = ${changeId} and number between ${from} and ${to}))`
}

export interface Leaving {
  readonly from: readonly State[]
  readonly to: State
  readonly cause: string
  /** True if the addresses are suppressed for all lists of the client. */
  readonly suppresses: boolean
}

/** Ends memberships of a range that are in one of the given states. */
export async function endRange(
  sql: Transaction,
  changing: Changing,
  range: Range,
  { from, to, cause, suppresses }: Leaving,
): Promise<Outcome> {
  const { clientId, timeZone, list, evidence } = changing
  const rows = await sql<{ number: number; id: number; address: string; email: string; state: State }[]>`
    select r.number, s.id, s.address, s.email, s.state ${chosenIn(sql, changing, range)}
    order by s.address
    for update of s`
  const ending = rows.filter(({ state }) => from.includes(state))
  await changeStates(
    sql,
    ending.map(({ id, state }) => ({ clientId, listId: list.id, subscriberId: id, from: state, to, cause, evidence })),
  )
  if (suppresses) {
    await suppressAll(
      sql,
      ending.map(({ address, email }) => ({ clientId, address, email, reason: 'unsubscribed', evidence })),
    )
  }
  await recordBefore(
    sql,
    changing,
    ending.map(({ number, state }) => ({ number, before: { state } })),
  )
  // last, because every other change of this list waits for the one row with its totals
  await recordTransitions(
    sql,
    countTransitions(
      { clientId, listId: list.id, timeZone },
      ending.map(({ state }) => ({ from: state, to })),
    ),
  )
  return { done: ending.length, left: rowsOf(range) - ending.length }
}

/**
 * Sets or removes a field's value for the members of a range. Members that already have the value are unchanged.
 * @param value null to remove the value
 */
export async function setFieldInRange(
  sql: Transaction,
  changing: Changing,
  range: Range,
  { key, value }: FieldValue,
): Promise<Outcome> {
  const { clientId, changeId } = changing
  const wanted = sql`${value === null ? null : sql.json(value as never)}::jsonb`
  const [row] = await sql<{ done: number }[]>`
    with locked as materialized (
      select r.number, s.id, s.fields -> ${key}::text as old ${chosenIn(sql, changing, range)}
      order by s.address
      for update of s
    ), changing as materialized (
      select *, jsonb_build_object('value', old) as before from locked where old is distinct from ${wanted}
    ), changed as (
      update subscribers s set fields = ${withField(sql, key, wanted)}
      from changing k
      where s.client_id = ${clientId} and s.id = k.id
    ), noted as (
      update bulk_change_rows r set before = k.before
      from changing k
      where r.client_id = ${clientId} and r.change_id = ${changeId} and r.number = k.number
        and r.number = any(array(select number from changing))
    )
    select count(*)::integer as done from changing`
  return { done: row!.done, left: rowsOf(range) - row!.done }
}

export interface FieldValue {
  readonly key: string
  readonly value: string | readonly string[] | null
}

/** The fields of member `s` with another value for one field; SQL null removes the field. */
export function withField(sql: Sql, key: string, value: Fragment): Fragment {
  return sql`case when ${value} is null then s.fields - ${key}::text else jsonb_set(s.fields, array[${key}::text], ${value}) end`
}

export async function recordBefore(
  sql: Sql,
  { clientId, changeId }: Changing,
  rows: readonly { readonly number: number; readonly before?: object | null; readonly copied?: object | null }[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update bulk_change_rows r set before = k.before, copied = k.copied
    from jsonb_to_recordset(${sql.json(rows as never)}) as k (number bigint, before jsonb, copied jsonb)
    where r.client_id = ${clientId} and r.change_id = ${changeId} and r.number = k.number
      and r.number = any(${rows.map(({ number }) => number)}::bigint[])`
}

/** Counts single transitions of one list for its statistics. */
export function countTransitions(
  list: Pick<Transitions, 'clientId' | 'listId' | 'timeZone'>,
  steps: readonly { readonly from: State | null; readonly to: State }[],
): readonly Transitions[] {
  const counts = new Map<string, Transitions>()
  for (const { from, to } of steps) {
    const key = `${from} ${to}`
    counts.set(key, { ...list, from, to, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return [...counts.values()]
}
