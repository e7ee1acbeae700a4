/**
 * Consent of subscribers by purpose, per membership. Each change writes its history row with the proof, and a refusal of measuring queues
 * the removal of what was recorded before, all in one statement.
 */
import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import type { MemberKey } from '../keys.ts'
import { perClient } from '../per-client.ts'
import { consentColumns, consentPreferences, type Purpose, purposes } from './purposes.ts'

/** The channel that the worker of withdrawals listens to. */
export const withdrawalsChannel = 'withdrawals_wait'

/** Stores consent for a purpose. @param consent null: unknown @returns false if it is unchanged */
export async function writeConsent(
  sql: Sql,
  { clientId, listId, subscriberId }: MemberKey,
  purpose: Purpose,
  consent: boolean | null,
  evidence: object,
): Promise<boolean> {
  const column = sql(consentColumns[purpose])
  const { count } = await sql`
    with locked as materialized (
      select list_id, id, ${column} as consent
      from subscribers
      where client_id = ${clientId} and list_id = ${listId} and id = ${subscriberId}
        and ${column} is distinct from ${consent}::boolean
      for update
    ), changed as (
      update subscribers s set ${column} = ${consent}
      where s.client_id = ${clientId} and s.id = any(array(select id from locked))
    ), withdrawn as (
      ${queueWithdrawals(sql, clientId, sql`select list_id, id from locked where ${purpose === 'measuring' && consent === false}`)}
    )
    insert into preference_history (client_id, list_id, subscriber_id, at, preference, from_value, to_value, evidence)
    select ${clientId}, list_id, id, clock_timestamp(), ${consentPreferences[purpose]}, ${granted(sql, sql`consent`)},
      ${granted(sql, sql`${consent}::boolean`)}, ${sql.json(evidence as never)}
    from locked`
  return count > 0
}

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
  await perClient(
    rows,
    (clientId, own) => sql`
      with locked as materialized (
        select s.list_id, s.id, s.tracking_consent, s.mobile_consent, g.tracking, g.mobile, g.evidence
        from jsonb_to_recordset(${sql.json(own as never)}) as g (address text, tracking boolean, mobile boolean, evidence jsonb)
        -- the list of addresses is for the index: without statistics the join alone would read all members
        join subscribers s on s.client_id = ${clientId} and s.address = any(${own.map(({ address }) => address)}::text[])
          and s.address = g.address
        where s.tracking_consent is distinct from coalesce(g.tracking, s.tracking_consent)
          or s.mobile_consent is distinct from coalesce(g.mobile, s.mobile_consent)
        order by s.list_id, s.address
        for update of s
      ), changed as (
        update subscribers s
        set tracking_consent = coalesce(k.tracking, s.tracking_consent), mobile_consent = coalesce(k.mobile, s.mobile_consent)
        from locked k
        where s.client_id = ${clientId} and s.list_id = k.list_id and s.id = k.id
      ), withdrawn as (
        ${queueWithdrawals(sql, clientId, sql`select list_id, id from locked where tracking is false and tracking_consent is distinct from false`)}
      )
      insert into preference_history (client_id, list_id, subscriber_id, at, preference, from_value, to_value, evidence)
      select ${clientId}, k.list_id, k.id, clock_timestamp(), v.preference, ${granted(sql, sql`v.before`)}, ${granted(sql, sql`v.after`)},
        k.evidence
      from locked k
      cross join lateral (
        values ('tracking', k.tracking_consent, k.tracking), ('mobile', k.mobile_consent, k.mobile)
      ) as v (preference, before, after)
      where v.after is not null and v.after is distinct from v.before`,
  )
}

/**
 * The statement that queues the removal of what was recorded about members who refuse measuring from now on. Part of the statement that
 * stores their refusal, so that neither is without the other.
 * @param members a `select` of their list_id and id
 */
export function queueWithdrawals(sql: Sql, clientId: number, members: Fragment): Fragment {
  return sql`
    insert into tracking_withdrawals (client_id, list_id, subscriber_id)
    select ${clientId}, m.list_id, m.id from (${members}) m`
}

/** The last answer of a member about a purpose, with its proof. */
export interface Answer extends Pick<MemberKey, 'listId' | 'subscriberId'> {
  readonly purpose: Purpose
  /** Null: withdrawn, and not known since. */
  readonly consent: boolean | null
  readonly at: Date
  readonly evidence: Readonly<Record<string, unknown>>
}

/** The last answers of members about each purpose; purposes that nothing was said of are missing. */
export async function lastAnswers(
  sql: Sql,
  clientId: number,
  members: readonly Pick<MemberKey, 'listId' | 'subscriberId'>[],
): Promise<readonly Answer[]> {
  const rows = await sql<(Omit<Answer, 'purpose' | 'consent'> & { preference: string; toValue: string | null })[]>`
    select m.list_id, m.subscriber_id, h.preference, h.to_value, h.at, h.evidence
    from unnest(${members.map(({ listId }) => listId)}::bigint[], ${members.map(({ subscriberId }) => subscriberId)}::bigint[]) as m (list_id, subscriber_id)
    cross join unnest(${Object.values(consentPreferences)}::text[]) as p (preference)
    cross join lateral (
      select preference, to_value, at, evidence
      from preference_history
      where client_id = ${clientId} and list_id = m.list_id and subscriber_id = m.subscriber_id and preference = p.preference
      order by at desc
      limit 1
    ) h`
  return rows.map(({ preference, toValue, ...row }) => ({
    ...row,
    purpose: purposes.find(purpose => consentPreferences[purpose] === preference)!,
    consent: toValue === null ? null : toValue === 'granted',
  }))
}

/** A boolean as history rows store it. */
function granted(sql: Sql, value: Fragment) {
  return sql`case ${value} when true then 'granted' when false then 'denied' end`
}

/** The membership of an address that is not deleted, with its consent; undefined if the address has no membership. */
export async function consentOfAddress(
  sql: Sql,
  { clientId, listId }: Pick<MemberKey, 'clientId' | 'listId'>,
  address: string,
) {
  const [row] = await sql<{ subscriberId: number; trackingConsent: boolean | null }[]>`
    select id as subscriber_id, tracking_consent
    from subscribers
    where client_id = ${clientId} and list_id = ${listId} and address = ${address} and state <> 'Deleted'`
  return row
}
