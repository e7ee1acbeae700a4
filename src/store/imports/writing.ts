/** Writes a range of judged rows: memberships, their history, totals and suppressions, in the caller's transaction. */
import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import type { Range } from '../jobs/range.ts'
import { recordTransitions, type State } from '../lists/statistics.ts'
import { changeStates, type StateChange } from '../subscribers/memberships.ts'
import { type NewSuppression, suppressAll } from '../subscribers/suppressions.ts'
import { answersOfNew } from './staged-answers.ts'
import {
  amongRows,
  countRange,
  inRange,
  isTakenBack,
  type Judging,
  judgeRange,
  memberOf,
  mergeValues,
  rowsWithMembers,
  type Writing,
} from './staging.ts'
import { changeAnswers, noteAnswersOfNew } from './writing-answers.ts'
import { tagRows } from './writing-tags.ts'

/** The state of a membership that a row requests; suppressed means unsubscribed. */
const stateOf = (sql: Sql): Fragment => sql`case r.wanted when 'Suppressed' then 'Unsubscribed' else r.wanted end`

/** Rows are judged again if another transaction inserted their member meanwhile; this limits the repetitions. */
const mostRounds = 5

/**
 * Writes the rows of a range. Members are locked and judged again first, so that verdicts are present ones. Rows without a member at the
 * review are not looked up: inserting them shows whether a member exists now. Rows and their counts are
 * written in one transaction.
 */
export async function writeRange(sql: Transaction, writing: Writing, range: Range): Promise<void> {
  const members = await lockMembers(sql, writing, range, 'known')
  await judgeRange(sql, writing, range, 'known')
  await judgeRange(sql, writing, range, 'strangers')
  const { added, met } = await insertAdded(sql, writing, range)
  if (members > 0 || met) await updateMembers(sql, writing, range)
  const changed = members > 0 || met ? await changeMembers(sql, writing, range) : []
  if (writing.answers) await changeAnswers(sql, writing, range)
  await suppressRows(sql, writing, range)
  const { clientId, listId, timeZone } = writing
  await countRange(sql, writing, range, 'written')
  // late, because every other change of this list waits for the one row with its totals
  await recordTransitions(
    sql,
    [...added, ...changed].map(step => ({ clientId, listId, timeZone, imported: true, ...step })),
    // their names may have changed
    (members > 0 || met) && writing.values !== 'add' ? [writing] : [],
  )
  await tagRows(sql, writing, range)
}

/** @returns the number of rows with a member */
async function lockMembers(
  sql: Transaction,
  writing: Judging,
  range: Range,
  rows: 'known' | readonly number[],
): Promise<number> {
  const [row] = await sql<{ members: number }[]>`
    with locked as materialized (
      select 1
      from ${rowsWithMembers(sql, writing, sql`${inRange(sql, writing, range)} and ${amongRows(sql, rows)}`, sql`for update`)}
    )
    select count(*) as members from locked`
  return row!.members
}

interface Counted {
  readonly from: State | null
  readonly to: State
  readonly count: number
}

/**
 * Inserts new members. If a member exists that neither the review nor the locks found, it is locked and judged again.
 * @returns the transitions to count, and whether such members were found
 */
async function insertAdded(sql: Transaction, writing: Writing, range: Range) {
  const added: Counted[] = []
  let open: readonly number[] | undefined
  for (let round = 0; ; round++) {
    if (round === mostRounds) throw new Error('Members of an import were still contended.')
    const { clientId, listId, evidence } = writing
    const answers = answersOfNew(sql)
    const only = open === undefined ? sql`` : sql`and r.number = any(${open as number[]}::bigint[])`
    const [done] = await sql<
      { states: Record<string, number> | null; lost: number[] | null; answered: number[] | null }[]
    >`
      with given as materialized (
        select r.number, r.address, r.email, coalesce(r.name, '') as name, nullif(r.mobile_number, '') as mobile_number,
          ${stateOf(sql)} as state, least(coalesce(r.joined_at, now()), now()) as joined_at, jsonb_strip_nulls(r.fields) as fields,
          r.evidence, r.consents
        from import_rows r
        where r.client_id = ${clientId} and ${inRange(sql, writing, range)} and r.verdict = 'added' ${only}
          ${round > 0 ? sql`and not exists (select 1 from subscribers s where s.client_id = ${clientId} and ${memberOf(sql, writing)} and ${isTakenBack(sql, clientId)})` : sql``}
      ), inserted as (
        insert into subscribers (client_id, list_id, email, address, name, mobile_number, state, state_at, joined_at, fields,
          ${answers.columns})
        select ${clientId}, ${listId}, email, address, name, mobile_number, state, now(), joined_at, fields, ${answers.values}
        from given
        order by address
        on conflict (client_id, list_id, address) do nothing
        returning id, address, state, joined_at
      ), noted as (
        insert into subscriber_history (client_id, list_id, subscriber_id, at, from_state, to_state, cause, evidence)
        select ${clientId}, ${listId}, i.id, i.joined_at, null, i.state, 'imported',
          ${sql.json(evidence)} || jsonb_build_object('row', g.number) || coalesce(g.evidence, '{}')
        from inserted i join given g on g.address = i.address
      )
      select (select jsonb_object_agg(state, n) from (select state, count(*) as n from inserted group by state) c) as states,
        (select array_agg(g.number) from given g where not exists (select 1 from inserted i where i.address = g.address)) as lost,
        (select array_agg(g.number) from given g join inserted i on i.address = g.address where g.consents is not null) as answered`
    if (done!.answered) await noteAnswersOfNew(sql, writing, done!.answered)
    for (const [to, count] of Object.entries(done!.states ?? {})) added.push({ from: null, to: to as State, count })
    if (!done!.lost) return { added, met: round > 0 }
    open = done!.lost
    await lockMembers(sql, writing, range, open)
    await judgeRange(sql, writing, range, open)
  }
}

/** Changes values of members and stores the old ones. */
async function updateMembers(sql: Transaction, writing: Writing, range: Range): Promise<void> {
  if (writing.values === 'add') return
  const { name, mobile, fields } = mergeValues(sql, writing.values)
  const { clientId } = writing
  await sql`
    with changes as materialized (
      select r.number, s.client_id, s.id,
        ${name} as name, ${mobile} as mobile, ${fields} as fields,
        jsonb_build_object('name', s.name, 'mobile', s.mobile_number, 'fields', s.fields) as before,
        jsonb_build_object('name', ${name}, 'mobile', ${mobile}, 'fields', ${fields}) as written
      from ${rowsWithMembers(sql, writing, sql`${inRange(sql, writing, range)} and r.verdict = 'updated'`)}
    ), changed as (
      update subscribers s
      set name = c.name, mobile_number = c.mobile, fields = c.fields
      from changes c
      -- not compared with the parameter: with statistics of a client that just grew, PostgreSQL would read all members for each row
      where s.client_id = ${clientId} and s.id = c.id
    )
    update import_rows r
    set before = c.before, written = c.written
    from changes c
    where r.client_id = ${clientId} and ${inRange(sql, writing, range)} and r.number = c.number`
}

/** Makes states of members stricter, and restores members that an undone import had removed. */
async function changeMembers(sql: Transaction, writing: Writing, range: Range): Promise<readonly Counted[]> {
  const { clientId, listId, evidence } = writing
  const rows = await sql<{ number: number; subscriberId: number; from: State; to: State; evidence: object | null }[]>`
    select r.number, s.id as subscriber_id, s.state as "from", ${stateOf(sql)} as "to", r.evidence
    from ${rowsWithMembers(sql, writing, inRange(sql, writing, range))}
    where s.state <> ${stateOf(sql)}
      and (r.verdict = 'stricter' or (r.verdict = 'added' and ${isTakenBack(sql, clientId)}))
      and not (r.wanted = 'Suppressed' and s.state = any(array['Unsubscribed', 'Deleted']) and r.verdict = 'stricter')
    order by s.address`
  if (rows.length === 0) return []
  await changeStates(
    sql,
    rows.map(
      (row): StateChange => ({
        clientId,
        listId,
        subscriberId: row.subscriberId,
        from: row.from,
        to: row.to,
        cause: 'imported',
        evidence: { ...evidence, row: row.number, ...row.evidence },
      }),
    ),
  )
  const restorable = rows.filter(({ from }) => from !== 'Deleted')
  await sql`
    update import_rows r
    set before = k.before::jsonb
    from unnest(
      ${restorable.map(({ number }) => number)}::bigint[], ${restorable.map(({ from }) => JSON.stringify({ state: from }))}::text[]
    ) as k (number, before)
    where r.client_id = ${clientId} and ${inRange(sql, writing, range)} and r.number = k.number`
  return countTransitions(rows)
}

export function countTransitions(rows: readonly { readonly from: State; readonly to: State }[]): readonly Counted[] {
  const counts = new Map<string, Counted>()
  for (const { from, to } of rows) {
    const key = `${from} ${to}`
    counts.set(key, { from, to, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return [...counts.values()]
}

/** Suppresses addresses for the client: hard bounces, suppressed rows of the file, and opt-outs if they apply to all lists. */
async function suppressRows(sql: Transaction, writing: Writing, range: Range): Promise<void> {
  const { clientId, optOutIsForClient, evidence, act } = writing
  const wanted = ['Bounced', 'Suppressed', ...(optOutIsForClient ? ['Unsubscribed'] : [])]
  const rows = await sql<{ number: number; address: string; email: string; wanted: string; evidence: object | null }[]>`
    select r.number, r.address, r.email, r.wanted, r.evidence
    from import_rows r
    where ${inRange(sql, writing, range)} and r.verdict in ('added', 'stricter') and r.wanted = any(${wanted}::text[])`
  await suppressAll(
    sql,
    rows.map(
      (row): NewSuppression => ({
        clientId,
        address: row.address,
        email: row.email,
        reason: reasons[row.wanted as keyof typeof reasons],
        evidence: { ...evidence, act, row: row.number, ...row.evidence },
      }),
    ),
  )
}

const reasons = { Bounced: 'bounced', Suppressed: 'manual', Unsubscribed: 'unsubscribed' } as const
