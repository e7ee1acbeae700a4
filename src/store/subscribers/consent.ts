/** Consent of subscribers to the recording of opens and clicks, per membership. */
import type { Sql, Transaction } from '../connection/database.ts'
import type { MemberKey } from '../keys.ts'
import { perClient } from '../per-client.ts'

/** Stores consent with its history row in one statement. @returns false if it is unchanged */
export async function writeConsent(
  sql: Sql,
  { clientId, listId, subscriberId }: MemberKey,
  consent: boolean | null,
  evidence: object,
): Promise<boolean> {
  const { count } = await sql`
    with locked as materialized (
      select id, tracking_consent
      from subscribers
      where client_id = ${clientId} and list_id = ${listId} and id = ${subscriberId}
        and tracking_consent is distinct from ${consent}::boolean
      for update
    ), changed as (
      update subscribers s set tracking_consent = ${consent}
      where s.client_id = ${clientId} and s.id = any(array(select id from locked))
    )
    insert into preference_history (client_id, list_id, subscriber_id, at, preference, from_value, to_value, evidence)
    select ${clientId}, ${listId}, id, clock_timestamp(), 'tracking',
      case tracking_consent when true then 'granted' when false then 'denied' end,
      case ${consent}::boolean when true then 'granted' when false then 'denied' end, ${sql.json(evidence as never)}
    from locked`
  return count > 0
}

/** Consents of a person; undefined if nothing was said. */
export interface Consents {
  /** Consent to the recording of opens and clicks. */
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
      )
      insert into preference_history (client_id, list_id, subscriber_id, at, preference, from_value, to_value, evidence)
      select ${clientId}, k.list_id, k.id, clock_timestamp(), v.preference, ${granted(sql, 'v.before')}, ${granted(sql, 'v.after')},
        k.evidence
      from locked k
      cross join lateral (
        values ('tracking', k.tracking_consent, k.tracking), ('mobile', k.mobile_consent, k.mobile)
      ) as v (preference, before, after)
      where v.after is not null and v.after is distinct from v.before`,
  )
}

/** The value as history rows store it. */
function granted(sql: Sql, column: string) {
  return sql`case ${sql(column)} when true then 'granted' when false then 'denied' end`
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
