/** Tests that an account had us send to its webhooks lately. */
import type { Transaction } from './database.ts'
import { countOccurrences, lockAccount, recordOccurrences } from './occurrences.ts'

/** Counts one more within the last hour. Tests of an account are counted one after another. @returns false when there were as many as it may */
export async function takeWebhookTest(sql: Transaction, accountId: number, most: number): Promise<boolean> {
  await lockAccount(sql, accountId)
  const tests = { kind: 'webhook test of account', subject: String(accountId) }
  const [count] = await countOccurrences(sql, [{ ...tests, withinMinutes: 60 }])
  if (count! >= most) return false
  await recordOccurrences(sql, [tests])
  return true
}
