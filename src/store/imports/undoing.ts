/** Undoes a range of an import for members that nothing else changed since. */
import type { Transaction } from '../connection/database.ts'
import type { Range } from '../jobs/range.ts'
import { recordTransitions, type State } from '../lists/statistics.ts'
import { erasedEmail } from '../subscribers/address-hash.ts'
import { changeStates, type StateChange } from '../subscribers/memberships.ts'
import { askedToLeaveSince } from '../subscribers/opt-outs.ts'
import { liftSuppressions } from '../subscribers/suppressions.ts'
import { type ChangeSince, inRange, memberOf, rowsWithMembers, type Writing } from './staging.ts'
import { countTransitions } from './writing.ts'
import { undoAnswers } from './writing-answers.ts'
import { untagRows } from './writing-tags.ts'

/**
 * Undoes the rows of a range: added members become Deleted, values and states that the import set get their old values, and suppressions
 * of the import are lifted. A member that was changed since is unchanged, and its row records the reason.
 */
export async function undoRange(sql: Transaction, writing: Writing, range: Range): Promise<void> {
  const { clientId, importId, listId, timeZone, evidence, act } = writing
  const restored = await restoreValues(sql, writing, range)
  const rows = await sql<
    { number: number; subscriberId: number; from: State; to: State; address: string; leftAlone: ChangeSince | null }[]
  >`
    select r.number, s.id as subscriber_id, s.address, s.state as "from", coalesce(r.before ->> 'state', 'Deleted') as "to",
      case
        when h.import_id is distinct from ${importId} or ${askedToLeaveSince(sql, clientId)} then 'state'
        when r.before is not null then null
        when (s.name, s.mobile_number, s.fields) is distinct from
          (coalesce(r.name, ''), nullif(r.mobile_number, ''), jsonb_strip_nulls(r.fields)) then 'values'
        -- a member who was mailed remains, with the results of the mail
        when exists (
          select 1 from audience a where a.client_id = ${clientId} and a.address = s.address and a.subscriber_id = s.id) then 'mailed'
      end as left_alone
    from ${rowsWithMembers(
      sql,
      writing,
      sql`${inRange(sql, writing, range)} and (r.verdict = 'added' or r.verdict = 'stricter' and r.before is not null)`,
      sql`for update`,
    )}
    cross join lateral (
      select (evidence ->> 'importId')::bigint as import_id from subscriber_history
      where client_id = ${clientId} and list_id = ${listId} and subscriber_id = s.id
      order by at desc limit 1
    ) h`
  const ours = rows.filter(({ leftAlone }) => leftAlone === null)
  await markLeftAlone(sql, writing, range, rows)
  const undone = { by: evidence.by, act: `undo ${act}` }
  await changeStates(
    sql,
    ours.map(
      ({ subscriberId, from, to }): StateChange => ({
        clientId,
        listId,
        subscriberId,
        from,
        to,
        cause: 'import undone',
        evidence: undone,
      }),
    ),
  )
  const gone = await markGone(sql, writing, range)
  await liftOurs(sql, writing, range, undone)
  if (writing.answers) await undoAnswers(sql, writing, range, undone)
  await sql`
    update import_counts
    set undone = undone + ${restored.done + ours.length}, left_alone = left_alone + ${restored.left + rows.length - ours.length + gone}
    where client_id = ${clientId} and import_id = ${importId} and stage = 'written'`
  await recordTransitions(
    sql,
    countTransitions(ours).map(step => ({ clientId, listId, timeZone, ...step })),
    restored.done > 0 ? [writing] : [],
  )
  await untagRows(sql, writing, range)
}

/** See docs/decisions/imports.md#what-undoing-leaves-is-listed. */
async function markLeftAlone(
  sql: Transaction,
  writing: Writing,
  range: Range,
  rows: readonly { readonly number: number; readonly leftAlone: ChangeSince | null }[],
): Promise<void> {
  const left = rows.filter(({ leftAlone }) => leftAlone !== null)
  if (left.length === 0) return
  await sql`
    update import_rows r
    set left_alone = k.left_alone
    from unnest(${left.map(({ number }) => number)}::bigint[], ${left.map(({ leftAlone }) => leftAlone)}::text[]) as k (number, left_alone)
    where r.client_id = ${writing.clientId} and ${inRange(sql, writing, range)} and r.number = k.number`
}

/** Marks rows whose member is no longer found by its address, for example because the address was changed. @returns their number */
async function markGone(sql: Transaction, writing: Writing, range: Range): Promise<number> {
  const { count } = await sql`
    update import_rows r
    set left_alone = 'address'
    where r.client_id = ${writing.clientId} and ${inRange(sql, writing, range)}
      and (r.verdict = 'added' or (r.verdict in ('stricter', 'updated') and r.before is not null))
      and r.email <> ${erasedEmail} and not exists (select 1 from subscribers s where ${memberOf(sql, writing)})`
  return count
}

/** Restores old values that were not changed since. */
async function restoreValues(sql: Transaction, writing: Writing, range: Range) {
  const { clientId } = writing
  const [row] = await sql<{ done: number; left: number }[]>`
    with changed as materialized (
      select s.client_id, s.id, r.number, r.before,
        (s.name, s.mobile_number, s.fields) is not distinct from (r.written ->> 'name', r.written ->> 'mobile', r.written -> 'fields')
          as is_ours
      from ${rowsWithMembers(sql, writing, sql`${inRange(sql, writing, range)} and r.verdict = 'updated'`, sql`for update`)}
    ), restored as (
      update subscribers s
      set name = c.before ->> 'name', mobile_number = c.before ->> 'mobile', fields = c.before -> 'fields'
      from changed c
      where c.is_ours and s.client_id = ${clientId} and s.id = c.id and s.id = any(array(select id from changed))
    ), marked as (
      update import_rows r
      set left_alone = 'values'
      from changed c
      where not c.is_ours and ${inRange(sql, writing, range)} and r.number = c.number
    )
    select (count(*) filter (where is_ours))::integer as done, (count(*) filter (where not is_ours))::integer as "left"
    from changed`
  return row!
}

async function liftOurs(sql: Transaction, writing: Writing, range: Range, undone: object): Promise<void> {
  const { clientId, act } = writing
  const rows = await sql<{ address: string }[]>`
    select r.address
    from import_rows r
    join suppressions x on x.client_id = ${clientId} and x.address = r.address
    where ${inRange(sql, writing, range)} and r.verdict in ('added', 'stricter') and x.evidence ->> 'act' = ${act}`
  await liftSuppressions(
    sql,
    rows.map(({ address }) => ({
      clientId,
      address,
      reasons: ['bounced', 'manual', 'unsubscribed'] as const,
      act,
      evidence: undone,
    })),
  )
}
