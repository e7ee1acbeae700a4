/**
 * Mails of the service that strangers can have sent to an address: confirmations, notices to active members, ways out. Over the whole
 * installation one of them goes to an address within an hour. The address is stored as its keyed hash, since the rows belong to no client.
 * See docs/decisions/subscribers.md#opt-in-confirmations-are-rate-limited.
 */
import type { Sql, Transaction } from '../connection/database.ts'
import { hashedAddress } from './address-hash.ts'

/** Apart at least. */
export const mailSlotMinutes = 60

const kind = 'asking mail to address'

export interface MailSlot {
  /** Whether the mail may go now; then it is recorded. */
  readonly isFree: boolean
  /** When it may go, where it may not now. */
  readonly freeAt: Date
}

/** Takes the slot of an address, if it is free. Processes that ask for one address wait for each other until the transaction ends. */
export async function takeMailSlot(sql: Transaction, address: string): Promise<MailSlot> {
  const subject = hashedAddress(sql, address)
  await sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`
  const [row] = await sql<MailSlot[]>`
    with last as (
      select max(at) as at from occurrences
      where kind = ${kind} and subject = ${subject} and at > clock_timestamp() - make_interval(mins => ${mailSlotMinutes})
    ), taken as (
      insert into occurrences (kind, subject, at)
      select ${kind}, ${subject}, clock_timestamp() from last where at is null
    )
    select at is null as is_free, coalesce(at, clock_timestamp()) + make_interval(mins => ${mailSlotMinutes}) as free_at from last`
  return row!
}

/** Gives the slot back that was taken last: its mail did not go. */
export async function returnMailSlot(sql: Sql, address: string): Promise<void> {
  const subject = hashedAddress(sql, address)
  await sql`
    delete from occurrences
    where kind = ${kind} and subject = ${subject}
      and at = (select max(at) from occurrences where kind = ${kind} and subject = ${subject})`
}

/** Whether the person of an address stopped all mails that ask for a confirmation. */
export async function hasStoppedConfirmations(sql: Sql, address: string): Promise<boolean> {
  const [row] = await sql`select from confirmation_stops where address = ${hashedAddress(sql, address)}`
  return row !== undefined
}

/** Stops them, or allows them again. Idempotent. */
export async function stopConfirmations(sql: Sql, address: string, stopped: boolean): Promise<void> {
  const hashed = hashedAddress(sql, address)
  if (stopped) await sql`insert into confirmation_stops (address) values (${hashed}) on conflict do nothing`
  else await sql`delete from confirmation_stops where address = ${hashed}`
}
