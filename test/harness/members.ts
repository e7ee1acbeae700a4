/** Members of lists in any state, and what must hold for them at every moment. */
import assert from 'node:assert/strict'
import type { ClientRef, ListRef } from '../../src/domain/access/access.ts'
import type { State } from '../../src/domain/subscribers/membership.ts'
import { bounceAddress } from '../../src/domain/subscribers/returned.ts'
import type { Database } from '../../src/store/connection/database.ts'
import { transaction } from '../../src/store/connection/transaction.ts'
import { recordTransitions } from '../../src/store/lists/statistics.ts'

let placed = 0

export interface Placed {
  readonly subscriberId: number
  readonly address: string
}

/** Puts an address on a list in a state, as if by an earlier change, with its history and statistics. */
export async function place(
  db: Database,
  list: ListRef,
  state: State,
  {
    address = `member${++placed}@x.example`,
    name = 'Ann',
    fields = {},
    at = new Date(),
  }: Partial<{ address: string; name: string; fields: object; at: Date }> = {},
): Promise<Placed> {
  return db.begin(async sql => {
    const [row] = await sql`
      insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at, fields)
      values (${list.clientId}, ${list.listId}, ${address}, ${address}, ${name}, ${state}, ${at}, ${at}, ${sql.json(fields as never)})
      returning id`
    const subscriberId = row!.id as number
    await sql`
      insert into subscriber_history (client_id, list_id, subscriber_id, at, from_state, to_state, cause)
      values (${list.clientId}, ${list.listId}, ${subscriberId}, ${at}, null, ${state}, 'placed')`
    const { clientId, listId, timeZone } = list
    await recordTransitions(sql, [{ clientId, listId, timeZone, from: null, to: state, count: 1 }])
    return { subscriberId, address }
  })
}

/** A relay says that an address does not exist, while the mail of recipient 3 of campaign 7 is handed over. */
export async function bounceMember(
  db: Database,
  client: ClientRef,
  address: string,
  { email = address }: { readonly email?: string } = {},
): Promise<void> {
  const recipient = { ...client, campaignId: 7, number: 3, address, email }
  const reply = { code: 550, answer: '550 5.1.1 no such user' }
  await transaction(db, sql => bounceAddress(sql, recipient, reply, undefined))
}

/** A row of `subscribers`, or undefined. */
export async function member(db: Database, list: ListRef, address: string) {
  const [row] = await db<
    {
      id: number
      email: string
      name: string
      mobileNumber: string | null
      state: State
      fields: object
    }[]
  >`
    select id, email, name, mobile_number, state, fields from subscribers
    where client_id = ${list.clientId} and list_id = ${list.listId} and address = ${address}`
  return row
}

/** The history of an address on a list, oldest first: `null>Active added`. */
export async function history(db: Database, list: ListRef, address: string): Promise<readonly string[]> {
  const rows = await db<{ step: string }[]>`
    select coalesce(h.from_state, 'null') || '>' || h.to_state || ' ' || h.cause as step
    from subscriber_history h
    join subscribers s on s.client_id = h.client_id and s.id = h.subscriber_id
    where s.client_id = ${list.clientId} and s.list_id = ${list.listId} and s.address = ${address}
    order by h.at`
  return rows.map(({ step }) => step)
}

/** Addresses asked to confirm and not mailed yet, with the public URL in their jobs. */
export async function confirmationJobs(db: Database, list: ListRef) {
  return db<{ address: string; publicUrl: string }[]>`
    select s.address, j.payload ->> 'publicUrl' as public_url
    from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    join subscribers s on s.client_id = (j.payload ->> 'clientId')::bigint and s.id = (j.payload ->> 'subscriberId')::bigint
    where t.identifier = 'confirmationMail' and s.list_id = ${list.listId}
    order by j.id`
}

/**
 * In every list: totals equal the members counted by state; each member's history is a chain that ends in its state;
 * the entries of the days equal the steps of the histories.
 */
export async function assertAccounted(db: Database): Promise<void> {
  const wrongTotals = await db`
    with counted as (
      select l.client_id, l.id as list_id,
        count(*) filter (where s.state = 'Active') as active, count(*) filter (where s.state = 'Unconfirmed') as unconfirmed,
        count(*) filter (where s.state = 'Unsubscribed') as unsubscribed, count(*) filter (where s.state = 'Bounced') as bounced,
        count(*) filter (where s.state = 'Deleted') as deleted
      from lists l left join subscribers s on s.client_id = l.client_id and s.list_id = l.id
      group by l.client_id, l.id
    )
    select * from counted c left join list_totals t using (client_id, list_id)
    where (c.active, c.unconfirmed, c.unsubscribed, c.bounced, c.deleted)
      is distinct from (t.active, t.unconfirmed, t.unsubscribed, t.bounced, t.deleted)`
  assert.deepEqual([...wrongTotals], [], 'list_totals equal the subscribers counted by state')
  const brokenHistories = await db`
    with steps as (
      select h.client_id, h.list_id, h.subscriber_id, h.from_state, h.to_state,
        lag(h.to_state) over member as before, lead(h.to_state) over member is null as last
      from subscriber_history h
      window member as (partition by h.client_id, h.subscriber_id order by h.at)
    )
    select s.id, s.state, steps.*
    from subscribers s
    left join steps on steps.client_id = s.client_id and steps.list_id = s.list_id and steps.subscriber_id = s.id
    where steps.subscriber_id is null or steps.from_state is distinct from steps.before
      or steps.from_state is not distinct from steps.to_state or (steps.last and steps.to_state <> s.state)`
  assert.deepEqual([...brokenHistories], [], 'each history is a chain that ends in the present state')
  const wrongDays = await db`
    with entered as (
      select list_id, count(*) filter (where to_state = 'Active') as active,
        count(*) filter (where to_state = 'Unsubscribed') as unsubscribed,
        count(*) filter (where to_state = 'Bounced') as bounced, count(*) filter (where to_state = 'Deleted') as deleted
      from subscriber_history group by list_id
    ), kept as (
      select list_id, sum(active) as active, sum(unsubscribed) as unsubscribed, sum(bounced) as bounced, sum(deleted) as deleted
      from list_days group by list_id
    )
    select * from entered e left join kept k using (list_id)
    where (e.active, e.unsubscribed, e.bounced, e.deleted) is distinct from
      (coalesce(k.active, 0), coalesce(k.unsubscribed, 0), coalesce(k.bounced, 0), coalesce(k.deleted, 0))`
  assert.deepEqual([...wrongDays], [], 'list_days equal the steps of the histories')
}
