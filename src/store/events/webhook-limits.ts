/** What callers may have us send to webhooks at will, counted within the last hour: tests by account, replays by client. */

import type { Transaction } from '../connection/database.ts'
import { lockClient } from '../limits/daily-limits.ts'
import { countOccurrences, lockAccount, recordOccurrences, type Subject } from '../limits/occurrences.ts'

/** Counts one more within the last hour. Tests of an account are counted one after another. @returns false when there were as many as it may */
export async function takeWebhookTest(sql: Transaction, accountId: number, most: number): Promise<boolean> {
  await lockAccount(sql, accountId)
  return takeWithinHour(sql, { kind: 'webhook test of account', subject: String(accountId) }, most)
}

/** Counts one more within the last hour. Replays of a client are counted one after another. @returns false when there were as many as it may */
export async function takeWebhookReplay(sql: Transaction, clientId: number, most: number): Promise<boolean> {
  await lockClient(sql, clientId)
  return takeWithinHour(sql, { kind: 'webhook replay of client', subject: String(clientId) }, most)
}

/** The caller holds a lock that all who count this subject take. */
async function takeWithinHour(sql: Transaction, subject: Subject, most: number): Promise<boolean> {
  const [count] = await countOccurrences(sql, [{ ...subject, withinMinutes: 60 }])
  if (count! >= most) return false
  await recordOccurrences(sql, [subject])
  return true
}
