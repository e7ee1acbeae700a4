/** Saved senders of clients. */
import type { Database, Sql } from '../connection/database.ts'
import { transaction } from '../connection/transaction.ts'
import { lockClient } from '../limits/daily-limits.ts'

export interface SenderRow {
  readonly fromName: string
  readonly fromEmail: string
  readonly replyTo: string
}

/**
 * Inserts a sender, or updates the Reply-To address of the sender with this name and address.
 * @returns its public id; `too many` if the client has the maximum number
 */
export async function upsertSender(
  db: Database,
  { clientId }: { readonly clientId: number },
  { fromName, fromEmail, replyTo }: SenderRow,
  most: number,
): Promise<{ readonly publicId: string } | 'too many'> {
  return transaction(db, async sql => {
    // the lock makes concurrent calls of one client count one after the other
    await lockClient(sql, clientId)
    const [known] = await sql<{ publicId: string }[]>`
      update senders set reply_to = ${replyTo}
      where client_id = ${clientId} and lower(from_email) = lower(${fromEmail}) and from_name = ${fromName}
      returning public_id`
    if (known) return known
    const [count] = await sql<{ senders: number }[]>`
      select count(*)::integer as senders from senders where client_id = ${clientId}`
    if (count!.senders >= most) return 'too many'
    const [sender] = await sql<{ publicId: string }[]>`
      insert into senders (client_id, from_name, from_email, reply_to)
      values (${clientId}, ${fromName}, ${fromEmail}, ${replyTo})
      returning public_id`
    return sender!
  })
}

/** By address, then by name. @param after sort key of the last sender of the previous page */
export async function readSendersOf(
  sql: Sql,
  { clientId }: { readonly clientId: number },
  { after, limit }: { readonly after: readonly [email: string, name: string] | undefined; readonly limit: number },
) {
  const range = after ? sql`and (lower(from_email), from_name) > (${after[0]}, ${after[1]})` : sql``
  return sql<(SenderRow & { readonly publicId: string; readonly sortEmail: string })[]>`
    select public_id, from_name, from_email, reply_to, lower(from_email) as sort_email
    from senders
    where client_id = ${clientId} ${range}
    order by lower(from_email), from_name
    limit ${limit}`
}

export interface LastSenderRow extends SenderRow {
  /** Who was notified; several addresses with commas between them, '' for no one; null where none was sent. */
  readonly notified: string | null
}

/** Of the newest campaigns that say it, each read backwards along the primary key; steps of series have other readers. */
export async function readLastSender(sql: Sql, { clientId }: { readonly clientId: number }): Promise<LastSenderRow> {
  const [last] = await sql<LastSenderRow[]>`
    select coalesce(s.from_name, '') as from_name, coalesce(s.from_email, '') as from_email,
      coalesce(s.reply_to, '') as reply_to, n.confirmation_email as notified
    from (select 1) one
    left join lateral (
      select from_name, from_email, reply_to from campaigns
      where client_id = ${clientId} and deleted_at is null and series_id is null and from_name <> '' and from_email <> ''
      order by id desc limit 1
    ) s on true
    left join lateral (
      select confirmation_email from campaigns
      where client_id = ${clientId} and deleted_at is null and series_id is null and confirmation_email is not null
      order by id desc limit 1
    ) n on true`
  return last!
}

/** @returns false if the sender does not exist */
export async function deleteSender(
  sql: Sql,
  { clientId }: { readonly clientId: number },
  publicId: string,
): Promise<boolean> {
  const { count } = await sql`delete from senders where client_id = ${clientId} and public_id = ${publicId}`
  return count === 1
}
