/** Hourly limits for calls that send to webhooks: tests by account, replays by client. */

import type { Transaction } from '../connection/database.ts'
import { takeWithinHour } from '../limits/occurrences.ts'

/** Counts a test within the last hour. @returns false if the limit is reached */
export async function takeWebhookTest(sql: Transaction, accountId: number, most: number): Promise<boolean> {
  return !(await takeWithinHour(sql, [{ kind: 'webhook test of account', subject: String(accountId), most }]))
}

/** Counts a replay within the last hour. @returns false if the limit is reached */
export async function takeWebhookReplay(sql: Transaction, clientId: number, most: number): Promise<boolean> {
  return !(await takeWithinHour(sql, [{ kind: 'webhook replay of client', subject: String(clientId), most }]))
}
