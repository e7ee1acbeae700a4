/** Answers of many members in one statement: of calls that save subscribers, of imports and of copies. */
import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import { perClient } from '../per-client.ts'
import { answerWord, wakeWithdrawals, withdrawTracking } from './consent.ts'
import { publishAnswers } from './consent-events.ts'
import { consentColumns, consentPreferences, purposes } from './purposes.ts'

/** Consents of a person; undefined if nothing was said. */
export interface Consents {
  /** Consent to the recording of opens and clicks: the purpose `measuring`. */
  readonly tracking?: boolean | undefined
  /** Consent to messages to the mobile number. */
  readonly mobile?: boolean | undefined
}

export interface AddressConsents {
  readonly clientId: number
  readonly address: string
  readonly consents: Consents
  readonly evidence: object
}

/**
 * Stores consents for all memberships of the addresses, each change with its history row: a person's consent applies
 * to the client, not only to the list where it was given.
 */
export async function writeConsents(sql: Transaction, given: readonly AddressConsents[]): Promise<void> {
  const rows = given.map(({ clientId, address, consents: { tracking = null, mobile = null }, evidence }) => ({
    clientId,
    address,
    tracking,
    mobile,
    evidence,
  }))
  await perClient(rows, (clientId, own) =>
    writeAnswers(
      sql,
      clientId,
      sql`
        select s.list_id, s.id, g.tracking, null::boolean as personalising, null::boolean as hygiene, g.mobile, g.evidence
        from jsonb_to_recordset(${sql.json(own as never)}) as g (address text, tracking boolean, mobile boolean, evidence jsonb)
        -- the list of addresses is for the index: without statistics the join alone would read all members
        join subscribers s on s.client_id = ${clientId} and s.address = any(${own.map(({ address }) => address)}::text[])
          and s.address = g.address`,
    ),
  )
}

/** The answers of a member: those by purpose, and consent to messages to the mobile number. */
const answered = [
  ...purposes.map(purpose => ({ preference: consentPreferences[purpose], column: consentColumns[purpose] })),
  { preference: 'mobile', column: 'mobile_consent' },
]

/**
 * Stores answers of members of a client, each change with its history row and its event; a refusal of measuring queues the removal of what
 * was recorded, in the same statement.
 * @param given a `select` of list_id, id, tracking, personalising, hygiene, mobile (null leaves the present answer) and evidence
 * @param events of which answers events are recorded
 */
export async function writeAnswers(
  sql: Transaction,
  clientId: number,
  given: Fragment,
  { events = 'all' }: { readonly events?: 'all' | 'refusals' } = {},
): Promise<void> {
  const [row] = await sql<{ withdraws: boolean }[]>`
    with given as materialized (${given}), locked as materialized (
      select * from (select s.list_id, s.id, s.address, s.email, s.name, s.state, g.evidence,
        ${each(sql, ', ', ({ preference, column }) => sql`s.${sql(column)}, g.${sql(preference)}`)}
      from given g
      join subscribers s on s.client_id = ${clientId} and s.list_id = g.list_id and s.id = g.id
        -- found by their keys, also where nothing is known of the table yet
        and s.id = any(array(select id from given))
      where ${each(sql, ' or ', ({ preference, column }) => sql`s.${sql(column)} is distinct from coalesce(g.${sql(preference)}, s.${sql(column)})`)}
      order by s.list_id, s.address
      for update of s) l
    ), changed as (
      update subscribers s
      set ${each(sql, ', ', ({ preference, column }) => sql`${sql(column)} = coalesce(k.${sql(preference)}, s.${sql(column)})`)},
        last_open_on = case when k.hygiene is false or k.tracking is false and coalesce(k.hygiene, s.hygiene_consent) is not true then null
          else s.last_open_on end
      from locked k
      where s.client_id = ${clientId} and s.list_id = k.list_id and s.id = k.id
    ), ${withdrawTracking(
      sql,
      clientId,
      sql`select list_id, id, address from locked where tracking is false and tracking_consent is distinct from false`,
    )}, answers as materialized (
      select k.list_id, k.id, k.email, k.name, k.state, k.evidence, v.preference, v.before, v.answer
      from locked k
      cross join lateral (
        values ${each(sql, ', ', ({ preference, column }) => sql`(${preference}::text, k.${sql(column)}, k.${sql(preference)})`)}
      ) as v (preference, before, answer)
      where v.answer is not null and v.answer is distinct from v.before
    ), published as (
      ${publishAnswers(sql, clientId, sql`select * from answers where ${events === 'all'} or answer is false`)}
    ), recorded as (
      insert into preference_history (client_id, list_id, subscriber_id, at, preference, from_value, to_value, evidence)
      select ${clientId}, list_id, id, clock_timestamp(), preference, ${answerWord(sql, sql`before`)}, ${answerWord(sql, sql`answer`)}, evidence
      from answers
    )
    select exists (select 1 from withdrawn) as withdraws`
  if (row!.withdraws) await wakeWithdrawals(sql)
}

/** What is written of each answer, with something between. */
function each(sql: Sql, between: ', ' | ' or ', write: (answer: (typeof answered)[number]) => Fragment): Fragment {
  const [first, ...others] = answered.map(write)
  return others.reduce((all, one) => (between === ', ' ? sql`${all}, ${one}` : sql`${all} or ${one}`), first!)
}
