/**
 * Answers by purpose and bases go with members who are copied, with their proofs. A new membership gets all that its list asks for, one that
 * was there before the refusals alone: who refused on one list does not become recorded by being copied onto another.
 */
import type { Fragment, Transaction } from '../connection/database.ts'
import { wakeWithdrawals, withdrawTracking } from '../subscribers/consent.ts'
import { publishAnswers } from '../subscribers/consent-events.ts'
import { consentColumns, consentPreferences, type Purpose, purposes } from '../subscribers/purposes.ts'
import type { HeldList } from './bulk-changes.ts'

/** Two memberships of a person. */
export interface CopiedPair {
  readonly from: number
  readonly to: number
  /** The second was made by the copy. */
  readonly isNew: boolean
}

export interface AnswersToCopy {
  readonly clientId: number
  readonly list: HeldList
  readonly toList: HeldList
  readonly evidence: object
}

export async function copyAnswers(
  sql: Transaction,
  { clientId, list, toList, evidence }: AnswersToCopy,
  pairs: readonly CopiedPair[],
): Promise<void> {
  if (pairs.length === 0) return
  const isAsked: Readonly<Record<Purpose, Fragment>> = {
    measuring: sql`true`,
    personalising: sql`l.personalising`,
    hygiene: sql`l.hygiene`,
  }
  const all = (write: (purpose: Purpose) => Fragment) =>
    purposes.map(write).reduce((one, other) => sql`${one}, ${other}`)
  const name = (purpose: Purpose) => sql(consentColumns[purpose])
  const [row] = await sql<{ withdraws: boolean }[]>`
    with pairs as materialized (
      select * from jsonb_to_recordset(${sql.json(pairs as never)}) as pairs ("from" bigint, "to" bigint, "isNew" boolean)
    ), given as materialized (
      select t.list_id, t.id, t.address, t.email, t.name, t.state, p."from", p."isNew", ${all(purpose => sql`t.${name(purpose)} as ${sql(`old_${purpose}`)}`)},
        ${all(
          purpose => sql`case
            when s.${name(purpose)} is false then false
            when p."isNew" and ${isAsked[purpose]} then s.${name(purpose)}
            else t.${name(purpose)} end as ${name(purpose)}`,
        )},
        case when p."isNew" then s.basis else t.basis end as basis, case when p."isNew" then s.basis_until else t.basis_until end as basis_until,
        case when p."isNew" then s.consent_asked_on else t.consent_asked_on end as consent_asked_on
      from pairs p
      -- one look-up by key each, whatever the planner's statistics are
      cross join lateral (
        select * from subscribers where client_id = ${clientId} and list_id = ${list.id} and id = p."from" limit 1
      ) s
      cross join lateral (
        select * from subscribers where client_id = ${clientId} and list_id = ${toList.id} and id = p."to" limit 1
      ) t
      cross join lateral (select * from lists where client_id = ${clientId} and id = ${toList.id} limit 1) l
    ), changed as (
      update subscribers t
      set ${all(purpose => sql`${name(purpose)} = g.${name(purpose)}`)}, basis = g.basis, basis_until = g.basis_until,
        consent_asked_on = g.consent_asked_on,
        last_open_on = case when g.hygiene_consent is false or g.tracking_consent is false and g.hygiene_consent is not true then null
          else t.last_open_on end
      from given g
      where t.client_id = ${clientId} and t.id = g.id and t.id = any(array(select id from given))
        and (${all(purpose => sql`t.${name(purpose)}`)}, t.basis, t.basis_until, t.consent_asked_on)
          is distinct from (${all(purpose => sql`g.${name(purpose)}`)}, g.basis, g.basis_until, g.consent_asked_on)
    ), ${withdrawTracking(
      sql,
      clientId,
      sql`select list_id, id, address from given where not "isNew" and tracking_consent is false and old_measuring is distinct from false`,
    )}, answers as materialized (
      select g.*, v.preference, v.before, v.after, v.answer
      from given g
      cross join lateral (
        values ${all(
          purpose => sql`(${consentPreferences[purpose]}::text, ${word(sql, sql`g.${sql(`old_${purpose}`)}`)}, ${word(sql, sql`g.${name(purpose)}`)},
            g.${name(purpose)})`,
        )},
          ('basis', null, case when g."isNew" then nullif(concat_ws(' until ', g.basis, g.basis_until), '') end, null)
      ) as v (preference, before, after, answer)
      where v.after is not null and v.after is distinct from v.before
    ), published as (
      ${publishAnswers(
        sql,
        clientId,
        sql`select a.*, ${sql.json(evidence as never)}::jsonb as evidence from answers a where not a."isNew"`,
      )}
    ), recorded as (
      insert into preference_history (client_id, list_id, subscriber_id, at, preference, from_value, to_value, evidence)
      select ${clientId}, a.list_id, a.id, clock_timestamp(), a.preference, a.before, a.after,
        coalesce(h.proof, '{}') || ${sql.json({ ...evidence, detail: `from “${list.title}”` } as never)}
      from answers a
      left join lateral (
        -- who gave it, when, and by which words; who copied it is the evidence of the change
        select jsonb_strip_nulls(jsonb_build_object('wording', h.evidence -> 'wording', 'source', h.evidence -> 'source',
          'givenAt', coalesce(h.evidence -> 'givenAt', to_jsonb(h.at)), 'importId', h.evidence -> 'importId', 'row', h.evidence -> 'row')) as proof
        from preference_history h
        where h.client_id = ${clientId} and h.list_id = ${list.id} and h.subscriber_id = a."from" and h.preference = a.preference
        order by h.at desc
        limit 1
      ) h on true
    )
    select exists (select 1 from withdrawn) as withdraws`
  if (row!.withdraws) await wakeWithdrawals(sql)
}

function word(sql: Transaction, answer: Fragment): Fragment {
  return sql`case ${answer} when true then 'granted' when false then 'denied' end`
}
