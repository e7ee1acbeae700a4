/** Changes of address that people asked for: who asked, what for, and what became of it. */
import type { Sql, Transaction } from '../connection/database.ts'

export interface AddressRequestKey {
  readonly clientId: number
  readonly requestId: number
}

/** An address as it came, and as it is compared. */
interface Spelt {
  readonly email: string
  readonly address: string
}

export interface NewAddressRequest {
  readonly clientId: number
  /** The membership of the letter. */
  readonly listId: number
  readonly subscriberId: number
  readonly from: Spelt
  readonly to: Spelt
  /** BCP 47, of the page where it was asked for. */
  readonly language: string
}

/** Stores a request in place of earlier ones of the person that were not confirmed: their links are void. */
export async function insertAddressRequest(
  sql: Transaction,
  { clientId, listId, subscriberId, from, to, language }: NewAddressRequest,
): Promise<AddressRequestKey> {
  await sql`
    delete from address_requests where client_id = ${clientId} and address = ${from.address} and state = 'asked'`
  const [row] = await sql<{ id: number }[]>`
    insert into address_requests (client_id, list_id, subscriber_id, email, address, new_email, new_address, language)
    values (${clientId}, ${listId}, ${subscriberId}, ${from.email}, ${from.address}, ${to.email}, ${to.address}, ${language})
    returning id`
  return { clientId, requestId: row!.id }
}

export interface AddressRequest extends AddressRequestKey {
  readonly listId: number
  readonly subscriberId: number
  readonly email: string
  readonly address: string
  readonly newEmail: string
  readonly newAddress: string
  readonly state: 'asked' | 'changed' | 'undone'
  readonly at: Date
  readonly changedAt: Date | null
  /** Ids of the memberships whose address changed. */
  readonly changed: readonly number[]
  readonly language: string
  readonly companyName: string
  readonly clientEmail: string
}

/** Of a client that is not deleted. @param lock until the transaction ends */
export async function readAddressRequest(
  sql: Sql,
  { clientId, requestId }: AddressRequestKey,
  { lock = false } = {},
): Promise<AddressRequest | undefined> {
  const [row] = await sql<AddressRequest[]>`
    select r.client_id, r.id as request_id, r.list_id, r.subscriber_id, r.email, r.address, r.new_email, r.new_address, r.state, r.at,
      r.changed_at, r.changed, coalesce(r.language, '') as language, c.company_name, c.email as client_email
    from address_requests r
    join clients c on c.id = ${clientId} and c.deleted_at is null
    where r.client_id = ${clientId} and r.id = ${requestId}
    ${lock ? sql`for update of r` : sql``}`
  return row
}

export async function recordAddressChanged(
  sql: Transaction,
  { clientId, requestId }: AddressRequestKey,
  changed: readonly number[],
  at: Date,
): Promise<void> {
  await sql`
    update address_requests set state = 'changed', changed_at = ${at}, changed = ${changed as number[]}::bigint[]
    where client_id = ${clientId} and id = ${requestId}`
}

export async function recordAddressUndone(sql: Transaction, { clientId, requestId }: AddressRequestKey): Promise<void> {
  await sql`update address_requests set state = 'undone' where client_id = ${clientId} and id = ${requestId}`
}
