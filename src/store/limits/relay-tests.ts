/** Limits tests of an account's relays. */
import type { Transaction } from '../connection/database.ts'
import { countOccurrences, lockAccount, recordOccurrences } from './occurrences.ts'

/** Counts a test within the last minute. Tests of an account are serialised. @returns false if the limit is reached */
export async function takeRelayTest(sql: Transaction, accountId: number, most: number): Promise<boolean> {
  const subject = { kind: 'relay test of account', subject: String(accountId) }
  await lockAccount(sql, accountId)
  const [count] = await countOccurrences(sql, [{ ...subject, withinMinutes: 1 }])
  if (count! >= most) return false
  await recordOccurrences(sql, [subject])
  return true
}
