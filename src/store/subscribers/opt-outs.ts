/** Rows for opt-outs and their withdrawal: memberships of a leaving subscriber, and the cause of an opt-out. */
import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import type { MemberKey } from '../keys.ts'
import type { State } from '../lists/statistics.ts'
import { perClient } from '../per-client.ts'
import type { Membership } from './memberships.ts'
import type { AddressKey } from './suppressions.ts'

export interface Leaver extends MemberKey, AddressKey {
  readonly email: string
}

/** The addresses of memberships. That of an active one can change until the row is locked (address-changes.ts). */
export async function readLeaversAmong(sql: Sql, keys: readonly MemberKey[]): Promise<readonly Leaver[]> {
  return perClient(
    keys,
    (clientId, own) => sql<Leaver[]>`
      select s.client_id, s.list_id, s.id as subscriber_id, s.address, s.email
      from unnest(${own.map(key => key.listId)}::bigint[], ${own.map(key => key.subscriberId)}::bigint[]) as k (list_id, id)
      join subscribers s on s.client_id = ${clientId} and s.id = k.id and s.list_id = k.list_id`,
  )
}

/** Filters lists whose opt-outs apply to all lists of the client. */
export async function readClientWideAmong(
  sql: Sql,
  keys: readonly { readonly clientId: number; readonly listId: number }[],
): Promise<readonly number[]> {
  const rows = await perClient(
    keys,
    (clientId, own) => sql<{ id: number }[]>`
      select l.id from lists l
      where l.client_id = ${clientId} and l.id = any(${own.map(key => key.listId)}::bigint[]) and l.unsubscribe_scope = 'client'`,
  )
  return rows.map(({ id }) => id)
}

/**
 * Memberships of addresses, locked until the transaction ends in the common lock order of members.
 * @param keys a key without a list means all memberships of the address with the client
 */
export async function lockLeavers(
  sql: Transaction,
  keys: readonly (AddressKey & { readonly listId: number | null })[],
): Promise<readonly Membership[]> {
  return perClient(
    keys,
    (clientId, own) => sql<Membership[]>`
      select s.client_id, s.list_id, s.address, s.id as subscriber_id, s.email, s.name, s.mobile_number, s.state, s.fields
      from subscribers s
      where s.client_id = ${clientId} and s.id in (
        select m.id
        from unnest(${own.map(key => key.address)}::text[], ${own.map(key => key.listId)}::bigint[]) as k (address, list_id)
        cross join lateral (
          select id from subscribers
          where client_id = ${clientId} and address = k.address and (k.list_id is null or list_id = k.list_id)
        ) m
      )
      order by s.list_id, s.address
      for update of s`,
  )
}

/** The last transition of a membership, and whether its list and client still exist. */
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
    /** The target list, if the membership was moved. */
    readonly movedTo?: number
  }
  readonly open: boolean
}

/** The last history row of each membership. */
export async function readLastChanges(sql: Sql, keys: readonly MemberKey[]): Promise<readonly LastChange[]> {
  return perClient(
    keys,
    (clientId, own) => sql<LastChange[]>`
      select c.id as client_id, k.list_id, k.subscriber_id, h.from_state, h.to_state, h.cause, h.at, h.evidence,
        l.deleted_at is null and c.deleted_at is null as open
      from unnest(${own.map(key => key.listId)}::bigint[], ${own.map(key => key.subscriberId)}::bigint[])
        as k (list_id, subscriber_id)
      join lists l on l.client_id = ${clientId} and l.id = k.list_id
      join clients c on c.id = ${clientId}
      cross join lateral (
        select from_state, to_state, cause, at, evidence
        from subscriber_history
        where client_id = ${clientId} and list_id = k.list_id and subscriber_id = k.subscriber_id
        order by at desc
        limit 1
      ) h`,
  )
}

/** Evidence of the person's own actions; with other evidence, such as `api`, someone else decided. */
const ownEvidence = ['page', 'one-click', 'mail', 'complaint']

/**
 * Records that people asked to leave after something else had unsubscribed them, once each: an undo must not bring them back then.
 * A membership that the person ended needs no such record.
 */
export async function recordRepeatedOptOuts(
  sql: Sql,
  rows: readonly (MemberKey & { readonly evidence: object })[],
): Promise<void> {
  await perClient(
    rows,
    (clientId, own) => sql`
      insert into preference_history (client_id, list_id, subscriber_id, at, preference, to_value, evidence)
      select distinct on (g."subscriberId") ${clientId}::bigint, g."listId", g."subscriberId", clock_timestamp(), 'opt-out', 'again',
        g.evidence
      from jsonb_to_recordset(${sql.json(own as never)}) as g ("listId" bigint, "subscriberId" bigint, evidence jsonb)
      cross join lateral (
        select h.at, h.evidence ->> 'by' as by from subscriber_history h
        where h.client_id = ${clientId} and h.list_id = g."listId" and h.subscriber_id = g."subscriberId"
        order by h.at desc
        limit 1
      ) h
      where not coalesce(h.by, '') = any(${ownEvidence}::text[]) and not exists (
        select 1 from preference_history p
        where p.client_id = ${clientId} and p.list_id = g."listId" and p.subscriber_id = g."subscriberId"
          and p.preference = 'opt-out' and p.at >= h.at offset 0)`,
  )
}

/** Whether the person of membership `s` asked to leave after something else had ended it. */
export function askedToLeaveSince(sql: Sql, clientId: number): Fragment {
  return sql`exists (
    select 1 from preference_history p
    where p.client_id = ${clientId} and p.list_id = s.list_id and p.subscriber_id = s.id
      and p.preference = 'opt-out' and p.at >= s.state_at)`
}
