/** Writes and takes back what rows of an import say of consent and of the basis; what they mean is in staged-answers.ts. */
import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import type { Range } from '../jobs/range.ts'
import { writeAnswers } from '../subscribers/answers.ts'
import { wakeWithdrawals, withdrawTracking } from '../subscribers/consent.ts'
import { consentColumns, consentPreferences, purposes } from '../subscribers/purposes.ts'
import { answerIn, lostConsents, mergedAnswer, mergedBasis } from './staged-answers.ts'
import { inRange, type Judging, rowsWithMembers, type Writing } from './staging.ts'

/** Records as lost what rows of a range say of consent that members have refused; for the review. */
export async function markRefusedAnswers(sql: Sql, judging: Judging, range: Range): Promise<void> {
  if (judging.values === 'add') return
  const { clientId } = judging
  const isRefused = purposes
    .map(purpose => sql`(${answerIn(sql, sql`r.consents`, purpose)} and s.${sql(consentColumns[purpose])} is false)`)
    .reduce((all, one) => sql`${all} or ${one}`)
  await sql`
    update import_rows r
    set ${lostConsents(sql, purpose => sql`s.${sql(consentColumns[purpose])} is false`)}
    from (
      select r.number as row_number, s.*
      from ${rowsWithMembers(
        sql,
        judging,
        sql`${inRange(sql, judging, range)} and r.consents is not null and r.verdict in ('added', 'updated', 'unchanged')`,
      )}
      where ${isRefused}
      offset 0
    ) s
    where r.client_id = ${clientId} and ${inRange(sql, judging, range)} and r.number = s.row_number`
}

/** Evidence of the answer of a row `r`: the import's, the row's own, and when the person gave it as far as that is known. */
function evidenceOf(sql: Sql, { clientId, importId, evidence }: Writing): Fragment {
  return sql`${sql.json(evidence)}::jsonb || jsonb_build_object('row', r.number) || coalesce(r.evidence, '{}')
    || jsonb_strip_nulls(jsonb_build_object('givenAt', coalesce((r.evidence ->> 'consentAt')::timestamptz, (
      select (i.consent ->> 'date')::date::timestamptz from imports i where i.client_id = ${clientId} and i.id = ${importId}))))`
}

/** Stores the history of the answers of members that a range has added. @param numbers of their rows */
export async function noteAnswersOfNew(sql: Sql, writing: Writing, numbers: readonly number[]): Promise<void> {
  const { clientId, importId, listId } = writing
  await sql`
    insert into preference_history (client_id, list_id, subscriber_id, at, preference, from_value, to_value, evidence)
    select ${clientId}, ${listId}, s.id, clock_timestamp(), v.preference, null, v.answer, ${evidenceOf(sql, writing)}
    from ${rowsWithMembers(
      sql,
      writing,
      sql`r.import_id = ${importId} and r.number = any(${numbers as number[]}::bigint[]) and r.consents is not null`,
    )}
    cross join lateral (
      values ${purposes
        .map(
          purpose => sql`(${consentPreferences[purpose]}::text,
            case ${answerIn(sql, sql`r.consents`, purpose)} when true then 'granted' when false then 'denied' end)`,
        )
        .reduce(
          (all, one) => sql`${all}, ${one}`,
        )}, ('basis', concat_ws(' until ', r.consents ->> 'basis', r.consents ->> 'basisUntil'))
    ) as v (preference, answer)
    where v.answer <> ''`
}

/** Stores answers and bases of members that were there before; refusals whatever the verdict of the row is. */
export async function changeAnswers(sql: Transaction, writing: Writing, range: Range): Promise<void> {
  const { clientId, values } = writing
  const answers = purposes.map(purpose => {
    const given = answerIn(sql, sql`r.consents`, purpose)
    const isWanted = sql`${given} is false or r.verdict in ('added', 'updated')`
    return sql`case when ${isWanted} then ${mergedAnswer(sql, values, purpose)} end as ${sql(consentPreferences[purpose])}`
  })
  const rows = (verdict: Fragment) =>
    rowsWithMembers(sql, writing, sql`${inRange(sql, writing, range)} and r.consents is not null and ${verdict}`)
  await writeAnswers(
    sql,
    clientId,
    sql`
      select s.list_id, s.id, ${answers.reduce((all, one) => sql`${all}, ${one}`)}, null::boolean as mobile,
        ${evidenceOf(sql, writing)} as evidence
      from ${rows(sql`r.verdict not in ('refused', 'skipped', 'duplicate')`)}`,
    { events: 'refusals' },
  )
  const { basis, until } = mergedBasis(sql, values)
  await sql`
    with changes as materialized (
      select s.list_id, s.id, s.basis, s.basis_until, ${basis} as new_basis, ${until} as new_until, ${evidenceOf(sql, writing)} as evidence
      from ${rows(sql`r.verdict in ('added', 'updated')`)}
      where (${basis}, ${until}) is distinct from (s.basis, s.basis_until)
    ), changed as (
      update subscribers s
      set basis = c.new_basis, basis_until = c.new_until
      from changes c
      where s.client_id = ${clientId} and s.id = c.id
    )
    insert into preference_history (client_id, list_id, subscriber_id, at, preference, from_value, to_value, evidence)
    select ${clientId}, list_id, id, clock_timestamp(), 'basis', nullif(concat_ws(' until ', basis, basis_until), ''),
      nullif(concat_ws(' until ', new_basis, new_until), ''), evidence
    from changes`
}

/**
 * Takes back consent and bases that the rows of a range gave, where they are still the last of their kind. A refusal stays: the person
 * refused, whatever becomes of the import.
 */
export async function undoAnswers(sql: Transaction, writing: Writing, range: Range, undone: object): Promise<void> {
  const { clientId, importId } = writing
  for (const [preference, columns, assignment, isOurs] of [
    ...purposes.map(
      purpose =>
        [
          consentPreferences[purpose],
          sql``,
          sql`${sql(consentColumns[purpose])} = null`,
          sql`s.${sql(consentColumns[purpose])} and h.to_value = 'granted'`,
        ] as const,
    ),
    [
      'basis',
      // not in the update: the cast depends on settings of the session, and a distributed database refuses it there
      sql`, nullif(split_part(h.from_value, ' until ', 2), '')::date as until`,
      sql`basis = nullif(split_part(o.from_value, ' until ', 1), ''), basis_until = o.until`,
      sql`nullif(concat_ws(' until ', s.basis, s.basis_until), '') is not distinct from h.to_value`,
    ] as const,
  ]) {
    const [row] = await sql<{ withdraws: boolean }[]>`
      with ours as materialized (
        select s.list_id, s.id, s.address, h.from_value, h.to_value${columns}
        from ${rowsWithMembers(
          sql,
          writing,
          sql`${inRange(sql, writing, range)} and r.consents is not null and r.left_alone is null and r.verdict in ('added', 'updated')`,
          sql`for update`,
        )}
        cross join lateral (
          select from_value, to_value, (evidence ->> 'importId')::bigint as import_id
          from preference_history
          where client_id = ${clientId} and list_id = s.list_id and subscriber_id = s.id and preference = ${preference}
          order by at desc
          limit 1
        ) h
        where h.import_id = ${importId} and ${isOurs}
      ), changed as (
        update subscribers s
        set ${assignment}
        from ours o
        where s.client_id = ${clientId} and s.id = o.id
      ), ${withdrawTracking(
        sql,
        clientId,
        // who was recorded by a consent that never was
        sql`select o.list_id, o.id, o.address from ours o join lists l on l.client_id = ${clientId} and l.id = o.list_id
          where ${preference === consentPreferences.measuring} and l.tracking = 'consent'`,
      )}, recorded as (
        insert into preference_history (client_id, list_id, subscriber_id, at, preference, from_value, to_value, evidence)
        select ${clientId}, list_id, id, clock_timestamp(), ${preference}, to_value, from_value, ${sql.json(undone as never)}
        from ours
      )
      select exists (select 1 from withdrawn) as withdraws`
    if (row!.withdraws) await wakeWithdrawals(sql)
  }
}
