/** How often people are asked to confirm, whichever act asks them. See docs/decisions/subscribers.md#opt-in-confirmations-are-rate-limited. */
import type { Transaction } from '../../store/connection/database.ts'
import { takeWithinHour } from '../../store/limits/occurrences.ts'

/** A membership is asked to confirm at most this often, however often it is added. */
export const askApartMinutes = 5
/** Most confirmation mails to one address a day, over all lists of the account. */
export const mostAsksADay = 10

/** Most mails an hour of this service itself to one address, over the whole installation, where a stranger may have asked for them. */
const mostMailsAnHour = 1

/** Whether the service may mail the address now; a mail that it may is counted. Called in the transaction that has it mailed. */
export async function mayMailOnce(sql: Transaction, address: string): Promise<boolean> {
  const full = await takeWithinHour(sql, [{ kind: 'mail of service', subject: address, most: mostMailsAnHour }])
  return full === undefined
}
