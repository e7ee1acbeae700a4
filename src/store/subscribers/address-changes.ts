/** Changes the address of a membership. The row is kept, so that links in sent mails stay valid. */
import type { Sql, Transaction } from '../connection/database.ts'
import type { MemberKey } from '../keys.ts'
import type { State } from '../lists/statistics.ts'
import { moveEngagement } from '../tracking/contact-engagement.ts'
import { publishUpdates } from './memberships.ts'

export interface AddressedMember extends MemberKey {
  readonly title: string
  readonly address: string
  readonly email: string
  readonly state: State
}

/**
 * The memberships of several addresses in lists that are not deleted, locked until the transaction ends in the common lock order
 * of members.
 */
export async function lockAddressed(
  sql: Transaction,
  clientId: number,
  addresses: readonly string[],
): Promise<readonly AddressedMember[]> {
  return sql<AddressedMember[]>`
    select s.client_id, s.list_id, s.id as subscriber_id, l.title, s.address, s.email, s.state
    from subscribers s
    join lists l on l.client_id = ${clientId} and l.id = s.list_id and l.deleted_at is null
    where s.client_id = ${clientId} and s.address = any(${addresses as string[]}::text[])
    order by s.client_id, s.list_id, s.address
    for update of s`
}

/**
 * Sets another address for locked memberships and records events. The old address is kept in the history. What is known of the person by its
 * address moves to the new one.
 * @throws the database's unique violation `subscribers_address` if another transaction added the new address meanwhile
 */
export async function changeAddresses(
  sql: Sql,
  clientId: number,
  subscriberIds: readonly number[],
  to: { readonly address: string; readonly email: string },
  evidence: object,
): Promise<void> {
  const former = await sql<{ address: string }[]>`
    select distinct address from subscribers
    where client_id = ${clientId} and id = any(${subscriberIds as number[]}::bigint[]) and address <> ${to.address}`
  await sql`
    with before as materialized (
      select s.list_id, s.id, s.email
      from subscribers s
      where s.client_id = ${clientId} and s.id = any(${subscriberIds as number[]}::bigint[])
    ), changed as (
      update subscribers s set address = ${to.address}, email = ${to.email}
      from before b
      where s.client_id = ${clientId} and s.id = b.id
      returning s.list_id, s.email, b.email as old_email, s.name, s.state
    ), noted as (
      insert into preference_history (client_id, list_id, subscriber_id, at, preference, from_value, to_value, evidence)
      select ${clientId}, list_id, id, clock_timestamp(), 'address', email, ${to.email}, ${sql.json(evidence as never)}
      from before
    )
    ${publishUpdates(sql, clientId)}`
  for (const { address } of former) await moveEngagement(sql, clientId, subscriberIds, address, to.address)
}
