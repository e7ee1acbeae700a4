/** What is known of addresses that signed up: states on lists, and how often they were mailed. */
import type { Sql } from '../connection/database.ts'
import { countOccurrences, recordOccurrences, type Subject } from '../limits/occurrences.ts'
import type { State } from '../lists/statistics.ts'
import { hashedAddress } from '../subscribers/address-hash.ts'

export interface KnownState {
  readonly listId: number
  readonly address: string
  readonly subscriberId: number
  readonly state: State
}

/** The memberships of addresses on lists, in any state. */
export async function readStatesOf(
  sql: Sql,
  clientId: number,
  keys: readonly { readonly listId: number; readonly address: string }[],
): Promise<readonly KnownState[]> {
  return sql<KnownState[]>`
    select s.list_id, s.address, s.id as subscriber_id, s.state
    from unnest(${keys.map(({ listId }) => listId)}::bigint[], ${keys.map(({ address }) => address)}::text[]) as k (list_id, address)
    join subscribers s on s.client_id = ${clientId} and s.list_id = k.list_id and s.address = k.address`
}

/** The same rows as confirmations of calls, so that each counts for the other (store/subscribers/confirmations.ts). */
const ofMembership = (listId: number, address: string): Subject => ({
  kind: 'confirmation mail to membership',
  subject: `${listId} ${address}`,
})
const ofAddress = (sql: Sql, address: string): Subject => ({
  kind: 'form mail to address',
  subject: hashedAddress(sql, address),
})

export interface MailedBefore {
  /** The most of one of the lists. */
  readonly today: number
  readonly inMonth: number
  /** By forms, over the whole installation. */
  readonly byForms: number
}

const day = 24 * 60

export async function readMailedBefore(sql: Sql, listIds: readonly number[], address: string): Promise<MailedBefore> {
  const counts = await countOccurrences(sql, [
    { ...ofAddress(sql, address), withinMinutes: day },
    ...listIds.flatMap(listId => [
      { ...ofMembership(listId, address), withinMinutes: day },
      { ...ofMembership(listId, address), withinMinutes: 30 * day },
    ]),
  ])
  const [byForms = 0, ...ofLists] = counts
  return {
    byForms,
    today: Math.max(0, ...ofLists.filter((_, n) => n % 2 === 0)),
    inMonth: Math.max(0, ...ofLists.filter((_, n) => n % 2 === 1)),
  }
}

export function recordFormMail(sql: Sql, listIds: readonly number[], address: string): Promise<void> {
  return recordOccurrences(sql, [ofAddress(sql, address), ...listIds.map(listId => ofMembership(listId, address))])
}
