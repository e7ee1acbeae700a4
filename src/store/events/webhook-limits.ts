/** What callers may have us send to webhooks at will, counted within the last hour: tests by account, replays by client. */

import type { Transaction } from '../connection/database.ts'
import { takeWithinHour } from '../limits/occurrences.ts'

/** Counts one more within the last hour. @returns false when there were as many as it may */
export async function takeWebhookTest(sql: Transaction, accountId: number, most: number): Promise<boolean> {
  return !(await takeWithinHour(sql, [{ kind: 'webhook test of account', subject: String(accountId), most }]))
}

/** Counts one more within the last hour. @returns false when there were as many as it may */
export async function takeWebhookReplay(sql: Transaction, clientId: number, most: number): Promise<boolean> {
  return !(await takeWithinHour(sql, [{ kind: 'webhook replay of client', subject: String(clientId), most }]))
}
