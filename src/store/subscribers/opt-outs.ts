/** Memberships on their way out and back: the rows behind a subscriber who leaves, and how an opt-out came to be. */
import type { Sql, Transaction } from '../connection/database.ts'
import type { MemberKey } from '../keys.ts'
import type { State } from '../lists/statistics.ts'
import type { Membership } from './memberships.ts'
import type { AddressKey } from './suppressions.ts'

export interface Leaver extends MemberKey, AddressKey {
  readonly email: string
}

/** The addresses behind memberships; an address never changes, so no lock is needed. */
export async function leaversAmong(sql: Sql, keys: readonly MemberKey[]): Promise<readonly Leaver[]> {
  if (keys.length === 0) return []
  return sql<Leaver[]>`
    select s.client_id, s.list_id, s.id as subscriber_id, s.address, s.email
    from unnest(${keys.map(key => key.clientId)}::bigint[], ${keys.map(key => key.listId)}::bigint[],
      ${keys.map(key => key.subscriberId)}::bigint[]) as k (client_id, list_id, id)
    join subscribers s on s.client_id = k.client_id and s.id = k.id and s.list_id = k.list_id`
}

/** Those of the lists whose opt-outs count for the whole client. */
export async function clientWideAmong(
  sql: Sql,
  keys: readonly { readonly clientId: number; readonly listId: number }[],
): Promise<readonly number[]> {
  const rows = await sql<{ id: number }[]>`
    select distinct l.id
    from unnest(${keys.map(key => key.clientId)}::bigint[], ${keys.map(key => key.listId)}::bigint[]) as k (client_id, list_id)
    join lists l on l.client_id = k.client_id and l.id = k.list_id
    where l.unsubscribe_scope = 'client'`
  return rows.map(({ id }) => id)
}

/**
 * Memberships of addresses, locked until the transaction ends, in the one order of all locks on members.
 * @param keys without a list: every membership of the address with the client
 */
export async function lockLeavers(
  sql: Transaction,
  keys: readonly (AddressKey & { readonly listId: number | null })[],
): Promise<readonly Membership[]> {
  return sql<Membership[]>`
    select s.client_id, s.list_id, s.address, s.id as subscriber_id, s.email, s.name, s.mobile_number, s.state, s.fields
    from subscribers s
    where (s.client_id, s.id) in (
      select m.client_id, m.id
      from unnest(${keys.map(key => key.clientId)}::bigint[], ${keys.map(key => key.address)}::text[],
        ${keys.map(key => key.listId)}::bigint[]) as k (client_id, address, list_id)
      cross join lateral (
        select client_id, id from subscribers
        where client_id = k.client_id and address = k.address and (k.list_id is null or list_id = k.list_id)
      ) m
    )
    order by s.client_id, s.list_id, s.address
    for update of s`
}

/** How a membership came to be in its state, and whether its list and client are still there. */
export interface LastChange extends MemberKey {
  readonly fromState: State | null
  readonly toState: State
  readonly cause: string
  readonly at: Date
  readonly evidence: {
    readonly by?: string
    readonly act?: string
    readonly campaignId?: number
    readonly number?: number
  }
  readonly open: boolean
}

/** The last row of each membership's history. */
export async function lastChanges(sql: Sql, keys: readonly MemberKey[]): Promise<readonly LastChange[]> {
  if (keys.length === 0) return []
  return sql<LastChange[]>`
    select k.client_id, k.list_id, k.subscriber_id, h.from_state, h.to_state, h.cause, h.at, h.evidence,
      l.deleted_at is null and c.deleted_at is null as open
    from unnest(${keys.map(key => key.clientId)}::bigint[], ${keys.map(key => key.listId)}::bigint[],
      ${keys.map(key => key.subscriberId)}::bigint[]) as k (client_id, list_id, subscriber_id)
    join lists l on l.client_id = k.client_id and l.id = k.list_id
    join clients c on c.id = k.client_id
    cross join lateral (
      select from_state, to_state, cause, at, evidence
      from subscriber_history
      where client_id = k.client_id and list_id = k.list_id and subscriber_id = k.subscriber_id
      order by at desc
      limit 1
    ) h`
}
