/**
 * Removes members whom their client deleted long ago. Who was ever mailed stays: the row is the proof of consent, and what the links of old
 * letters lead to; so does who left, bounced or was moved, since that keeps them from being mailed again.
 */
import type { Database, Fragment, Sql } from '../connection/database.ts'
import { transaction } from '../connection/transaction.ts'
import { forgetDeleted } from '../lists/statistics.ts'
import { forgetTagsOfGone } from '../tags/tagged.ts'

/** Members of one transaction, and those that are looked at for it. */
const mostOfStep = 1_000

/** Condition on a member `s` of a client. */
export function isForgettable(sql: Sql, clientId: number, before: Date): Fragment {
  return sql`
    s.client_id = ${clientId} and s.state = 'Deleted' and s.state_at < ${before}
    and not exists (
      select 1 from subscriber_history h
      where h.client_id = ${clientId} and h.list_id = s.list_id and h.subscriber_id = s.id
        and (h.to_state in ('Unsubscribed', 'Bounced') or h.cause in ('complained', 'moved')))
    and not exists (
      select 1 from preference_history p
      where p.client_id = ${clientId} and p.list_id = s.list_id and p.subscriber_id = s.id and p.preference = 'opt-out')
    and not exists (select 1 from audience a where a.client_id = ${clientId} and a.address = s.address)`
}

/** Removes such members with their history, and corrects the totals of their lists. */
export async function forgetMembers(db: Database, clientId: number, before: Date, signal: AbortSignal): Promise<void> {
  for (let after: number | null = 0; after !== null; ) {
    signal.throwIfAborted()
    after = await transaction(db, sql => forgetSome(sql, clientId, before, after!))
  }
}

/** @returns the last member that was looked at; null after the last one */
async function forgetSome(sql: Sql, clientId: number, before: Date, after: number): Promise<number | null> {
  const members = await sql<{ id: number; listId: number; address: string }[]>`
    select s.id, s.list_id, s.address from subscribers s
    where ${isForgettable(sql, clientId, before)} and s.id > ${after}
    order by s.id
    limit ${mostOfStep}
    for update of s`
  if (members.length === 0) return null
  const [ids, lists] = [members.map(({ id }) => id), members.map(({ listId }) => listId)]
  for (const table of ['subscriber_history', 'preference_history', 'leave_reasons'])
    await sql`
      delete from ${sql(table)} h
      using unnest(${lists}::bigint[], ${ids}::bigint[]) as g (list_id, id)
      where h.client_id = ${clientId} and h.list_id = g.list_id and h.subscriber_id = g.id`
  await sql`delete from subscribers where client_id = ${clientId} and id = any(${ids}::bigint[])`
  const counts = new Map<number, number>()
  for (const listId of lists) counts.set(listId, (counts.get(listId) ?? 0) + 1)
  await forgetDeleted(
    sql,
    clientId,
    [...counts].map(([listId, count]) => ({ listId, count })),
  )
  await forgetTagsOfGone(
    sql,
    clientId,
    members.map(({ address }) => address),
  )
  return members.length < mostOfStep ? null : ids.at(-1)!
}

/** Clients that may have members to remove. */
export async function readAllClients(sql: Sql): Promise<readonly number[]> {
  const rows = await sql<{ id: number }[]>`select id from clients where deleted_at is null order by id`
  return rows.map(({ id }) => id)
}
