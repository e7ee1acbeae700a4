/** What a person has with a client: the memberships of its address, and what it chose besides. */
import type { Sql, Transaction } from '../connection/database.ts'
import type { State } from '../lists/statistics.ts'
import type { AddressKey } from './suppressions.ts'

export interface PreferenceRow {
  readonly listId: number
  readonly listPublicId: string
  readonly title: string
  readonly confirmOptIn: boolean
  /** An opt-out from it counts for the whole client. */
  readonly clientWide: boolean
  readonly tracking: 'always' | 'consent' | 'never'
  readonly subscriberId: number
  readonly state: Extract<State, 'Active' | 'Unconfirmed' | 'Unsubscribed'>
  /** null: never asked. */
  readonly trackingConsent: boolean | null
  readonly language: string | null
}

/** A reader cannot survey more lists of one client on one page. */
const most = 200

/** The memberships of an address, those that bounced or were deleted apart, by the title of their list. */
export async function membershipsOfAddress(
  sql: Sql,
  { clientId, address }: AddressKey,
): Promise<readonly PreferenceRow[]> {
  return sql<PreferenceRow[]>`
    select l.id as list_id, l.public_id as list_public_id, l.title, l.confirm_opt_in, l.tracking,
      l.unsubscribe_scope = 'client' as client_wide,
      s.id as subscriber_id, s.state, s.tracking_consent, s.language
    from subscribers s
    join lists l on l.client_id = s.client_id and l.id = s.list_id and l.deleted_at is null
    where s.client_id = ${clientId} and s.address = ${address} and s.state in ('Active', 'Unconfirmed', 'Unsubscribed')
    order by lower(l.title), l.id
    limit ${most}`
}

/**
 * Sets the language of every membership of an address, with a row of history for each that changes.
 * @param language null for whatever the browser and the list say
 */
export async function setLanguage(
  sql: Transaction,
  { clientId, address }: AddressKey,
  language: string | null,
  evidence: object,
): Promise<void> {
  await sql`
    with locked as materialized (
      select client_id, list_id, id, language
      from subscribers
      where client_id = ${clientId} and address = ${address} and language is distinct from ${language}::text
      order by client_id, list_id, address
      for update
    ), changed as (
      update subscribers s set language = ${language}
      from locked k
      where s.client_id = k.client_id and s.id = k.id
    )
    insert into preference_history (client_id, list_id, subscriber_id, at, preference, from_value, to_value, evidence)
    select client_id, list_id, id, clock_timestamp(), 'language', language, ${language}, ${sql.json(evidence as never)}
    from locked`
}
