/** The recipient of a bounce or a returned mail: the delivery outcome, and the memberships of the address. */
import type { ClientRef } from '../accounts/access.ts'
import type { Sql, Transaction } from '../connection/database.ts'
import { withClients } from '../directory.ts'
import type { NamedRecipient, RecipientKey } from '../keys.ts'
import { lastEntry } from '../ledger/recipient-state.ts'
import { readPerClient } from '../per-client.ts'
import type { Membership } from '../subscribers/memberships.ts'

export interface Returned extends ClientRef, RecipientKey {
  readonly campaignPublicId: string
  readonly listId: number
  /** Null after the list's rows were purged. */
  readonly listPublicId: string | null
  readonly subscriberId: number
  readonly email: string
  readonly address: string
  /** The time of the relay's last reply, otherwise the campaign's start: later changes were made without knowledge of this mail. */
  readonly handedOverAt: Date
  /** True if it is unknown whether the relay accepted the mail. */
  readonly unknown: boolean
  /** If true, returned mail has no effect except an opt-out. */
  readonly isClientDeleted: boolean
}

/** Calls `readReturnedRecipients` for one recipient. */
export async function findReturnedRecipient(sql: Sql, named: NamedRecipient): Promise<Returned | undefined> {
  const [found] = await readReturnedRecipients(sql, [named])
  return found
}

/**
 * Looks up the recipients of bounces and returned mails, also of deleted campaigns; undefined if the rows are
 * purged. Log entries of a person's decision are not delivery outcomes.
 * @returns results in the order of `named`
 */
export async function readReturnedRecipients(
  sql: Sql,
  named: readonly NamedRecipient[],
): Promise<readonly (Returned | undefined)[]> {
  const known = (await withClients(sql, named)).flatMap((one, place) => (one ? [{ ...one, place }] : []))
  const rows = await readPerClient(known, (clientId, own) => readReturnedOfClient(sql, clientId, own))
  const byPlace = new Map(rows.map(({ place, ...row }) => [place, row]))
  return named.map((_, place) => byPlace.get(place))
}

function readReturnedOfClient(
  sql: Sql,
  clientId: number,
  named: readonly (NamedRecipient & { readonly place: number })[],
) {
  const inAudience = { clientId, campaignId: sql`a.campaign_id` }
  return sql<(Returned & { place: number })[]>`
    select k.place, c.account_id, c.id as client_id, c.public_id as client_public_id, c.time_zone, m.id as campaign_id,
      m.public_id as campaign_public_id, c.deleted_at is not null as is_client_deleted, a.number, a.list_id, l.public_id as list_public_id, a.subscriber_id, a.email, a.address,
      coalesce(
        (
          select max(e.at) from log e
          where e.client_id = ${clientId} and e.campaign_id = a.campaign_id and e.number = a.number
            and e.kind in ('accepted', 'deferred', 'refused', 'unknown') and e.login_id is null
        ), m.started_at, m.created_at) as handed_over_at,
      coalesce((select e.kind = 'unknown' from (${lastEntry(sql, inAudience, sql`a.number`)}) e), false) as unknown
    from unnest(
      ${named.map(one => one.place)}::integer[], ${named.map(one => one.campaignId)}::bigint[],
      ${named.map(one => one.number)}::bigint[]
    ) as k (place, campaign_id, number)
    join campaigns m on m.client_id = ${clientId} and m.id = k.campaign_id
    join clients c on c.id = ${clientId}
    cross join lateral (
      select campaign_id, number, list_id, subscriber_id, email, address from audience
      where client_id = ${clientId} and campaign_id = k.campaign_id and number = k.number
      limit 1
    ) a
    left join lists l on l.client_id = ${clientId} and l.id = a.list_id`
}

/** A membership with the date of its state. */
export interface DatedMember extends Membership {
  readonly stateAt: Date
}

/** All memberships of addresses with a client, locked until the transaction ends in the common lock order of members. */
export async function lockAddresses(
  sql: Transaction,
  clientId: number,
  addresses: readonly string[],
): Promise<DatedMember[]> {
  return sql<DatedMember[]>`
    select client_id, list_id, address, id as subscriber_id, email, name, mobile_number, state, fields, state_at
    from subscribers
    where client_id = ${clientId} and address = any(${addresses as string[]}::text[])
    order by client_id, list_id, address
    for update`
}

/** Records a report that proves arrival, once per recipient. @returns true if it was the first */
export async function recordArrival(
  sql: Sql,
  { clientId, campaignId, number }: RecipientKey,
  kind: 'delivery' | 'auto-reply',
  at: Date,
): Promise<boolean> {
  const { count } = await sql`
    insert into campaign_arrivals (client_id, campaign_id, number, at, kind)
    values (${clientId}, ${campaignId}, ${number}, ${at}, ${kind})
    on conflict do nothing`
  return count > 0
}

/** Unknown recipients whose mail was opened or clicked since, of campaigns started after `since`. */
export async function readUnknownsThatWereHit(sql: Sql, since: Date, most: number): Promise<RecipientKey[]> {
  const inTotals = { clientId: sql`t.client_id`, campaignId: sql`t.campaign_id` }
  return sql<RecipientKey[]>`
    select t.client_id, t.campaign_id, u.number
    from campaign_totals t
    join campaigns m on m.client_id = t.client_id and m.id = t.campaign_id and m.started_at > ${since} and m.deleted_at is null
    cross join lateral (
      select distinct e.number from log e
      where e.client_id = t.client_id and e.campaign_id = t.campaign_id and e.kind = 'unknown'
    ) u
    where t.unknown > 0
      and exists (
        select 1 from opens o
        where o.client_id = t.client_id and o.campaign_id = t.campaign_id and o.number = u.number
      )
      and (select e.kind from (${lastEntry(sql, inTotals, sql`u.number`)}) e) = 'unknown'
    limit ${most}`
}
