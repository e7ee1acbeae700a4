/** Retention with the usual periods, as the job does it. */
import { type RetentionDays, usualDays } from '../../src/domain/retention/rules.ts'
import { removeAll } from '../../src/domain/retention/worker.ts'
import type { Database } from '../../src/store/connection/database.ts'

/** Removes what is too old. @param days from today on @returns steps that found a table in use */
export function retain(
  db: Database,
  { days = 0, usual = usualDays }: { readonly days?: number; readonly usual?: RetentionDays } = {},
): Promise<readonly string[]> {
  const now = () => new Date(Date.now() + days * 86_400_000)
  return removeAll({ db, retention: usual, auditMonths: 24, now }, new AbortController().signal)
}
