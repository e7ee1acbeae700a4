/** Tests that an account had us send to its webhooks lately. */
import type { Transaction } from './database.ts'
import { lockAccount } from './test-sends.ts'

const kind = 'webhook test of account'

/** Counts one more within the last hour. Tests of an account are counted one after another. @returns false when there were as many as it may */
export async function takeWebhookTest(sql: Transaction, accountId: number, most: number): Promise<boolean> {
  await lockAccount(sql, accountId)
  const { count } = await sql`
    insert into occurrences (kind, subject)
    select ${kind}, ${String(accountId)}
    where (
      select count(*) from occurrences
      where kind = ${kind} and subject = ${String(accountId)} and at > now() - interval '1 hour'
    ) < ${most}`
  return count > 0
}
