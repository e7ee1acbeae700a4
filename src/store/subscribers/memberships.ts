/** Changes of memberships. One statement writes a state together with its history row and its event. */
import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import type { State } from '../lists/statistics.ts'
import { perClient } from '../per-client.ts'

export interface MembershipKey {
  readonly clientId: number
  readonly listId: number
  readonly address: string
}

export interface Membership extends MembershipKey {
  readonly subscriberId: number
  readonly email: string
  readonly name: string
  readonly mobileNumber: string | null
  readonly state: State
  readonly fields: Readonly<Record<string, string | readonly string[]>>
}

/** Cause and evidence of a transition. */
export interface Reason {
  /** added, resubscribed, confirmed, unsubscribed, bounced, complained … */
  readonly cause: string
  readonly evidence: object
}

/** Memberships of these keys, locked until the transaction ends in the common lock order. */
export async function lockMemberships(sql: Transaction, keys: readonly MembershipKey[]): Promise<Membership[]> {
  return perClient(
    keys,
    (clientId, own) => sql<Membership[]>`
      select ${clientId}::bigint as client_id, k.list_id, k.address, s.*
      from (
        select * from unnest(${own.map(key => key.listId)}::bigint[], ${own.map(key => key.address)}::text[]) as k (list_id, address)
        order by list_id, address
      ) k
      -- one look-up by key each: a join reads the whole list while the planner has no statistics of its growth
      cross join lateral (
        select id as subscriber_id, email, name, mobile_number, state, fields
        from subscribers
        where client_id = ${clientId} and list_id = k.list_id and address = k.address
        limit 1
        for update
      ) s`,
  )
}

/** The address of a membership. That of an active one can change until the row is locked (address-changes.ts). */
export async function readAddressOfMember(sql: Sql, clientId: number, listId: number, subscriberId: number) {
  const [row] = await sql<{ address: string; email: string }[]>`
    select address, email from subscribers
    where client_id = ${clientId} and list_id = ${listId} and id = ${subscriberId}`
  return row
}

/** Whether an address has a membership with the client, in any state. */
export async function isKnownMember(
  sql: Sql,
  { clientId, address }: Pick<MembershipKey, 'clientId' | 'address'>,
): Promise<boolean> {
  const rows = await sql`select 1 from subscribers where client_id = ${clientId} and address = ${address} limit 1`
  return rows.length > 0
}

export interface NewMember extends MembershipKey, Reason {
  readonly email: string
  readonly name: string
  readonly mobileNumber: string | null
  readonly state: State
  readonly fields: Readonly<Record<string, string | readonly string[]>>
}

/** Inserts members with their history. The result omits keys that another transaction inserted meanwhile. */
export async function insertMembers(
  sql: Transaction,
  members: readonly NewMember[],
): Promise<readonly (MembershipKey & { subscriberId: number })[]> {
  return perClient(
    members,
    (clientId, own) => sql<(MembershipKey & { subscriberId: number })[]>`
      with given as (
        select * from jsonb_to_recordset(${sql.json(own as never)}) as given (
          "listId" bigint, email text, address text, name text, "mobileNumber" text, state text, fields jsonb, cause text,
          evidence jsonb)
      ), inserted as (
        insert into subscribers (client_id, list_id, email, address, name, mobile_number, state, state_at, joined_at, fields)
        select ${clientId}, "listId", email, address, name, "mobileNumber", state, now(), now(), fields
        from given
        order by "listId", address
        on conflict (client_id, list_id, address) do nothing
        returning list_id, address, email, name, id, state, state_at
      ), noted as (
        insert into subscriber_history (client_id, list_id, subscriber_id, at, from_state, to_state, cause, evidence)
        select ${clientId}, i.list_id, i.id, i.state_at, null, i.state, g.cause, g.evidence
        from inserted i
        join given g on g."listId" = i.list_id and g.address = i.address
      ), published as (
        insert into events (client_id, type, at, data)
        select ${clientId}, 'subscriber.subscribed', e.at, e.data
        from (
          select m.state_at as at, ${asEvent(sql, clientId)} as data
          from (
            select i.*, g.cause, g.evidence
            from inserted i
            join given g on g."listId" = i.list_id and g.address = i.address
            where i.state = 'Active'
          ) m
          join lists l on l.client_id = ${clientId} and l.id = m.list_id
          offset 0
        ) e
      )
      select ${clientId}::bigint as client_id, list_id, address, id as subscriber_id from inserted`,
  )
}

export interface StateChange extends Reason {
  readonly clientId: number
  readonly listId: number
  readonly subscriberId: number
  readonly from: State
  readonly to: State
}

/** Data of every event of a member `m` of a list `l`, with further names and expressions in turn. */
export function readOfMember(sql: Sql, more: Fragment) {
  return sql`jsonb_build_object(
    'EmailAddress', m.email, 'Name', m.name, 'ListID', replace(l.public_id::text, '-', ''), 'State', m.state, ${more})`
}

/** Data of an event about a member `m` of a list `l` who joins or leaves. */
function asEvent(sql: Sql, clientId: number) {
  return sql`${readOfMember(sql, sql`'Cause', m.cause, 'By', coalesce(m.evidence ->> 'by', '')`)} || case when m.evidence ? 'campaignId' then jsonb_build_object('CampaignID', (
      select replace(k.public_id::text, '-', '') from campaigns k
      where k.client_id = ${clientId} and k.id = (m.evidence ->> 'campaignId')::bigint
    )) else '{}' end`
}

/**
 * Changes the states of locked members, with history and events. They changed when the statement began: their locks are held already, so
 * nothing changed them since.
 */
export async function changeStates(sql: Transaction, changes: readonly StateChange[]): Promise<void> {
  await perClient(
    changes,
    (clientId, own) => sql`
      with given as (
        select * from jsonb_to_recordset(${sql.json(own as never)}) as given (
          "listId" bigint, "subscriberId" bigint, "from" text, "to" text, cause text, evidence jsonb)
      ), changed as (
        update subscribers s
        set state = g."to", state_at = statement_timestamp()
        from given g
        where s.client_id = ${clientId} and s.list_id = g."listId" and s.id = g."subscriberId" and s.state = g."from"
          -- found by their keys, also where nothing is known of the table yet
          and s.id = any(${own.map(({ subscriberId }) => subscriberId)}::bigint[])
        returning s.list_id, s.id, s.email, s.name, s.state, s.state_at, g."from", g."to", g.cause, g.evidence
      ), published as (
        insert into events (client_id, type, at, data)
        select ${clientId}, e.type, e.at, e.data
        from (
          select
            case when m.state = 'Unsubscribed' then 'subscriber.unsubscribed'
              when m.state = 'Bounced' then 'subscriber.bounced'
              when m.state = 'Deleted' then 'subscriber.deleted'
              when m."from" = 'Unconfirmed' and m.cause = 'confirmed' then 'subscriber.confirmed'
              else 'subscriber.subscribed' end as type,
            m.state_at as at, ${asEvent(sql, clientId)} as data
          from changed m
          join lists l on l.client_id = ${clientId} and l.id = m.list_id
          where m.state in ('Active', 'Unsubscribed') or m."from" = 'Active'
          offset 0
        ) e
      )
      insert into subscriber_history (client_id, list_id, subscriber_id, at, from_state, to_state, cause, evidence)
      select ${clientId}, list_id, id, state_at, "from", "to", cause, evidence from changed`,
  )
}

export interface Details {
  readonly clientId: number
  readonly listId: number
  readonly subscriberId: number
  readonly name: string
  readonly mobileNumber: string | null
  readonly fields: Readonly<Record<string, string | readonly string[]>>
}

/** The end of a statement whose rows `changed` are a client's members with a changed address or details: records their events. */
export function publishUpdates(sql: Sql, clientId: number) {
  return sql`
    insert into events (client_id, type, at, data)
    select ${clientId}, 'subscriber.updated', clock_timestamp(), ${readOfMember(sql, sql`'OldEmailAddress', m.old_email`)}
    from changed m
    join lists l on l.client_id = ${clientId} and l.id = m.list_id`
}

/** Replaces the details of locked members, and records events. */
export async function updateDetails(sql: Transaction, details: readonly Details[]): Promise<void> {
  await perClient(
    details,
    (clientId, own) => sql`
      with changed as (
        update subscribers s
        set name = g.name, mobile_number = g."mobileNumber", fields = g.fields
        from jsonb_to_recordset(${sql.json(own as never)}) as g (
          "listId" bigint, "subscriberId" bigint, name text, "mobileNumber" text, fields jsonb)
        where s.client_id = ${clientId} and s.list_id = g."listId" and s.id = g."subscriberId"
          and s.id = any(${own.map(({ subscriberId }) => subscriberId)}::bigint[])
        returning s.list_id, s.email, s.email as old_email, s.name, s.state
      )
      ${publishUpdates(sql, clientId)}`,
  )
}
