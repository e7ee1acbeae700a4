/** The recipient or member behind the token of a public link. */
import type { ClientRef } from '../accounts/access.ts'
import type { Sql } from '../connection/database.ts'
import { findClientsOf, withClients } from '../directory.ts'
import type { NamedMember, NamedRecipient } from '../keys.ts'
import { readPerClient } from '../per-client.ts'

/** The recipient of a link and the membership, as far as public pages need them. */
export interface Member extends ClientRef {
  readonly companyName: string
  readonly listId: number
  /** Null if the list's row was purged, as are the list's pages. */
  readonly listTitle: string | null
  readonly unsubscribePage: string | null
  readonly confirmationSuccessPage: string | null
  readonly subscriberId: number
  readonly email: string
  /** Null if the subscriber's row was purged. */
  readonly state: string | null
  /** BCP 47: the person's choice, and the list's language; null if unknown. */
  readonly ownLanguage: string | null
  readonly listLanguage: string | null
  /** True if the campaign, list or client was deleted; an opt-out works nevertheless. */
  readonly deleted: boolean
}

/** The recipient of a campaign by its number in the audience; the address is that at the time of sending. */
export async function findRecipientMember(sql: Sql, recipient: NamedRecipient): Promise<Member | undefined> {
  const [found] = await readRecipientMembers(sql, [recipient])
  return found
}

/** The same for many recipients, each with its key, in undefined order. */
export async function readRecipientMembers(
  sql: Sql,
  keys: readonly NamedRecipient[],
): Promise<readonly (Member & NamedRecipient)[]> {
  const known = (await withClients(sql, keys)).filter(key => key !== undefined)
  return readPerClient(
    known,
    (clientId, own) => sql<(Member & NamedRecipient)[]>`
    select k.campaign_id, k.number,
      c.account_id, c.id as client_id, c.public_id as client_public_id, c.time_zone, c.company_name,
      a.list_id, l.title as list_title, l.unsubscribe_page, l.confirmation_success_page,
      a.subscriber_id, a.email, s.state, s.language as own_language, l.language as list_language,
      (c.deleted_at is not null or m.deleted_at is not null) as deleted
    from unnest(${own.map(key => key.campaignId)}::bigint[], ${own.map(key => key.number)}::bigint[])
      as k (campaign_id, number)
    join campaigns m on m.client_id = ${clientId} and m.id = k.campaign_id
    join clients c on c.id = ${clientId}
    cross join lateral (
      select r.list_id, r.subscriber_id, r.email
      from audience r
      where r.client_id = ${clientId} and r.campaign_id = k.campaign_id and r.number = k.number
      limit 1
    ) a
    left join lists l on l.client_id = ${clientId} and l.id = a.list_id
    left join subscribers s on s.client_id = ${clientId} and s.list_id = a.list_id and s.id = a.subscriber_id`,
  )
}

/** A membership by its list and subscriber. */
export async function findListMember(
  sql: Sql,
  { clientId: named, listId, subscriberId }: NamedMember,
): Promise<Member | undefined> {
  const clientId = named ?? (await findClientsOf(sql, 'list', [listId])).get(listId)
  if (clientId === undefined) return undefined
  const [found] = await sql<Member[]>`
    select c.account_id, c.id as client_id, c.public_id as client_public_id, c.time_zone, c.company_name,
      l.id as list_id, l.title as list_title, l.unsubscribe_page, l.confirmation_success_page,
      s.id as subscriber_id, s.email, s.state, s.language as own_language, l.language as list_language,
      (c.deleted_at is not null or l.deleted_at is not null) as deleted
    from lists l
    join clients c on c.id = ${clientId}
    join subscribers s on s.client_id = ${clientId} and s.list_id = l.id and s.id = ${subscriberId}
    where l.client_id = ${clientId} and l.id = ${listId}`
  return found
}
