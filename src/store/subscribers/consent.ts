/** Whether a subscriber agreed to have opens and clicks recorded, per membership. */
import type { Sql } from '../connection/database.ts'
import type { MemberKey } from '../keys.ts'

/** Writes the answer down with its row of history, in one statement. @returns whether it was another before */
export async function writeConsent(
  sql: Sql,
  { clientId, listId, subscriberId }: MemberKey,
  consent: boolean | null,
  evidence: object,
): Promise<boolean> {
  const { count } = await sql`
    with locked as materialized (
      select client_id, list_id, id, tracking_consent
      from subscribers
      where client_id = ${clientId} and list_id = ${listId} and id = ${subscriberId}
        and tracking_consent is distinct from ${consent}::boolean
      for update
    ), changed as (
      update subscribers s set tracking_consent = ${consent}
      from locked k
      where s.client_id = k.client_id and s.list_id = k.list_id and s.id = k.id
    )
    insert into preference_history (client_id, list_id, subscriber_id, at, preference, from_value, to_value, evidence)
    select client_id, list_id, id, clock_timestamp(), 'tracking',
      case tracking_consent when true then 'granted' when false then 'denied' end,
      case ${consent}::boolean when true then 'granted' when false then 'denied' end, ${sql.json(evidence as never)}
    from locked`
  return count > 0
}

/** The membership of an address that is not deleted, with its answer; undefined where there is none. */
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
