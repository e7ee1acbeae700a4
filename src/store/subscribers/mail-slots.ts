/**
 * Mails of the service that strangers can have sent to an address: confirmations, notices to active members, ways out. Over the whole
 * installation one of them goes to an address within an hour. The address is stored as its keyed hash, since the rows belong to no client.
 * See docs/decisions/subscribers.md#opt-in-confirmations-are-rate-limited.
 */
import type { Sql, Transaction } from '../connection/database.ts'
import { returnSlot, type Slot, type Subject, takeSlot } from '../limits/occurrences.ts'
import { hashedAddress } from './address-hash.ts'

/** Apart at least. */
export const mailSlotMinutes = 60

const slotOf = (sql: Sql, address: string): Subject => ({
  kind: 'asking mail to address',
  subject: hashedAddress(sql, address),
})

/** Takes the slot of an address, if it is free. Processes that ask for one address wait for each other until the transaction ends. */
export function takeMailSlot(sql: Transaction, address: string): Promise<Slot> {
  return takeSlot(sql, slotOf(sql, address), mailSlotMinutes)
}

/** Gives the slot back that was taken last: its mail did not go. */
export function returnMailSlot(sql: Sql, address: string): Promise<void> {
  return returnSlot(sql, slotOf(sql, address))
}

/** Whether the person of an address stopped all mails that ask for a confirmation. */
export async function hasStoppedConfirmations(sql: Sql, address: string): Promise<boolean> {
  const [row] = await sql`select 1 from confirmation_stops where address = ${hashedAddress(sql, address)}`
  return row !== undefined
}

/** Stops them, or allows them again. Idempotent. */
export async function stopConfirmations(sql: Sql, address: string, stopped: boolean): Promise<void> {
  const hashed = hashedAddress(sql, address)
  if (stopped) await sql`insert into confirmation_stops (address) values (${hashed}) on conflict do nothing`
  else await sql`delete from confirmation_stops where address = ${hashed}`
}
