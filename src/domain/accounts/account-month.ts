/** The numbers of an account in the present month. See docs/decisions/overviews.md#the-month-of-an-account-is-counted-now-and-then. */
import {
  type AccountMonth,
  askForAccountMonth,
  countAccountMonth,
  findAccountMonth,
} from '../../store/accounts/account-month.ts'
import type { Database } from '../../store/connection/database.ts'

/** Numbers that are older are counted anew by a job. */
const freshMs = 5 * 60_000
/** Numbers that are older than this are counted while the caller waits: some hundred milliseconds for 25,000 campaigns. */
const oldestMs = 3_600_000

/** Never older than an hour. */
export async function readMonth(db: Database, accountId: number, now: Date): Promise<AccountMonth> {
  const known = await findAccountMonth(db, accountId, now)
  if (known && known.ageMs <= oldestMs) {
    if (known.ageMs > freshMs) await askForAccountMonth(db, accountId, now, new Date(now.getTime() - freshMs))
    return known
  }
  await countAccountMonth(db, accountId, now)
  return (await findAccountMonth(db, accountId, now))! // it was written just now
}
