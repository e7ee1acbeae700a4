/** Undoes a range of a change for members that nothing else changed since. */
import type { Sql, Transaction } from '../connection/database.ts'
import type { Range } from '../jobs/range.ts'
import { recordTransitions, type State } from '../lists/statistics.ts'
import { changeStates, updateDetails } from '../subscribers/memberships.ts'
import { askedToLeaveSince, readLastChanges } from '../subscribers/opt-outs.ts'
import { liftSuppressions } from '../subscribers/suppressions.ts'
import type { HeldList } from './bulk-changes.ts'
import { type Changing, chosenIn, countTransitions, type FieldValue, type Outcome, withField } from './changing.ts'
import type { Copied } from './copying.ts'

/** Restores members whose membership the change ended and that have no later transition, and lifts suppressions of the change. */
export async function undoStates(sql: Transaction, changing: Changing, range: Range): Promise<Outcome> {
  const { clientId, list, evidence } = changing
  const rows = await sql<{ number: number; id: number; address: string; state: State; before: { state: State } }[]>`
    select r.number, s.id, s.address, s.state, r.before ${chosenIn(sql, changing, range)} and r.before is not null
      and not ${askedToLeaveSince(sql, clientId)}
    order by s.address
    for update of s`
  const ours = await oursAmong(sql, changing, list, rows)
  const back = rows.filter(({ id }) => ours.has(id))
  const undone = undoneBy(changing)
  await liftSuppressions(
    sql,
    back.map(({ address }) => ({ clientId, address, reasons: ['unsubscribed'], act: evidence.act, evidence: undone })),
  )
  await putBack(
    sql,
    changing,
    list,
    back.map(({ id, state, before }) => ({ id, from: state, to: before.state })),
  )
  const changed = await countChanged(sql, changing, range)
  return { done: back.length, left: changed - back.length }
}

async function countChanged(sql: Sql, { clientId, changeId }: Changing, { from, to }: Range): Promise<number> {
  const [row] = await sql<{ changed: number }[]>`
    select count(*)::integer as changed from bulk_change_rows
    where client_id = ${clientId} and change_id = ${changeId} and number between ${from} and ${to} and before is not null`
  return row!.changed
}

/** Restores the old value for members that still have the value of the change. */
export async function undoField(
  sql: Transaction,
  changing: Changing,
  range: Range,
  { key, value }: FieldValue,
): Promise<Outcome> {
  const { clientId } = changing
  const written = sql`${value === null ? null : sql.json(value as never)}::jsonb`
  const [row] = await sql<{ done: number; left: number }[]>`
    with locked as materialized (
      -- a JSON null means no value
      select s.id, nullif(r.before -> 'value', 'null') as old, s.fields -> ${key}::text is not distinct from ${written} as is_ours
      ${chosenIn(sql, changing, range)} and r.before is not null
      order by s.address
      for update of s
    ), restored as (
      update subscribers s set fields = ${withField(sql, key, sql`k.old`)}
      from locked k
      where k.is_ours and s.client_id = ${clientId} and s.id = k.id
    )
    select (count(*) filter (where is_ours))::integer as done, (count(*) filter (where not is_ours))::integer as "left"
    from locked`
  return row!
}

/**
 * Deletes members that the change added to the target list, unless they were mailed since. Restores target members that the change
 * modified,
 * and source members that it moved.
 */
export async function undoCopies(
  sql: Transaction,
  changing: Changing & { readonly toList: HeldList },
  range: Range,
): Promise<Outcome> {
  const { clientId, list, toList } = changing
  const rows = await sql<{ id: number; state: State; before: { state: State } | null; copied: Copied | null }[]>`
    select s.id, s.state, r.before, r.copied ${chosenIn(sql, changing, range)} and (r.before is not null or r.copied is not null)`
  const copies = rows.flatMap(({ copied }) => copied ?? [])
  const present = await lockCopies(
    sql,
    clientId,
    rows.map(({ id }) => id),
    copies.map(({ id }) => id),
  )
  const [oursHere, oursThere] = [
    await oursAmong(sql, changing, list, rows),
    await oursAmong(sql, changing, toList, copies),
  ]
  const undone: { copy: Copied; state: State }[] = []
  for (const copy of copies) {
    const now = present.get(copy.id)
    const isMoved = copy.added || copy.before?.state !== copy.after.state
    const isOurs = now && !(copy.added && now.wasMailed) && sameDetails(now, copy.after)
    if (isOurs && now.state === copy.after.state && (!isMoved || oursThere.has(copy.id)))
      undone.push({ copy, state: now.state })
  }
  const back = rows.filter(
    ({ id, before }) => before !== null && oursHere.has(id) && present.get(id)?.state === 'Deleted',
  )
  await updateDetails(
    sql,
    undone.flatMap(({ copy: { id, before } }) =>
      before ? [{ clientId, listId: toList.id, subscriberId: id, ...before }] : [],
    ),
  )
  await putBack(
    sql,
    changing,
    toList,
    undone.map(({ copy: { id, before }, state }) => ({ id, from: state, to: before?.state ?? 'Deleted' })),
    undone.some(({ copy: { before, after } }) => before && before.name !== after.name),
  )
  await putBack(
    sql,
    changing,
    list,
    back.map(({ id, before }) => ({ id, from: 'Deleted', to: before!.state })), // only those that have a state to restore
  )
  const copiesUndone = new Set(undone.map(({ copy }) => copy.id))
  const sourcesBack = new Set(back.map(({ id }) => id))
  const done = rows.filter(
    ({ id, before, copied }) =>
      (copied === null || copiesUndone.has(copied.id)) && (before === null || sourcesBack.has(id)),
  ).length
  return { done, left: rows.length - done }
}

interface Present {
  readonly state: State
  readonly name: string
  readonly mobileNumber: string | null
  readonly fields: object
  readonly wasMailed: boolean
}

/** Locks the members of both lists in the common lock order of members. */
async function lockCopies(sql: Transaction, clientId: number, sources: readonly number[], copies: readonly number[]) {
  const rows = await sql<(Present & { id: number })[]>`
    select s.id, s.state, s.name, s.mobile_number, s.fields,
      s.id = any(${copies as number[]}::bigint[]) and exists (
        select 1 from audience a where a.client_id = ${clientId} and a.address = s.address and a.subscriber_id = s.id) as was_mailed
    from subscribers s
    where s.client_id = ${clientId} and s.id = any(${[...sources, ...copies]}::bigint[])
    order by s.client_id, s.list_id, s.address
    for update of s`
  return new Map(rows.map(row => [row.id, row]))
}

function sameDetails(one: Omit<Present, 'state' | 'wasMailed'>, other: Copied['after']): boolean {
  return (
    one.name === other.name &&
    one.mobileNumber === other.mobileNumber &&
    JSON.stringify(sorted(one.fields)) === JSON.stringify(sorted(other.fields))
  )
}

function sorted(fields: object) {
  return Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1))
}

/** Filters members of a list whose last transition was this change. */
async function oursAmong(
  sql: Sql,
  { clientId, evidence }: Changing,
  { id: listId }: HeldList,
  rows: readonly { readonly id: number }[],
): Promise<ReadonlySet<number>> {
  const last = await readLastChanges(
    sql,
    rows.map(({ id }) => ({ clientId, listId, subscriberId: id })),
  )
  return new Set(last.filter(change => change.evidence.act === evidence.act).map(({ subscriberId }) => subscriberId))
}

async function putBack(
  sql: Transaction,
  changing: Changing,
  { id: listId }: HeldList,
  rows: readonly { readonly id: number; readonly from: State; readonly to: State }[],
  isRenamed = false,
): Promise<void> {
  const { clientId, timeZone } = changing
  const moved = rows.filter(({ from, to }) => from !== to)
  await changeStates(
    sql,
    moved.map(({ id, from, to }) => ({
      clientId,
      listId,
      subscriberId: id,
      from,
      to,
      cause: 'change undone',
      evidence: undoneBy(changing),
    })),
  )
  await recordTransitions(
    sql,
    countTransitions({ clientId, listId, timeZone }, moved),
    isRenamed ? [{ clientId, listId }] : [],
  )
}

function undoneBy({ evidence }: Changing) {
  return { by: evidence.by, act: `undo ${evidence.act}` }
}
