/**
 * Reports by mail that come back. A hard bounce ends the mails to the address, as a refusal at the hand-over does, until a person sets it anew;
 * any other bounce is one mail that did not arrive. What people and programs write to the address does nothing.
 * See docs/content.md#reports-by-mail.
 */
import type { Database } from '../store/connection/database.ts'
import { transaction } from '../store/connection/transaction.ts'
import { findReturnedReport, noteReportReturned } from '../store/report-mails/returned.ts'
import type { ReportMailKey } from '../store/report-mails/runs.ts'
import { changeRecipientState } from '../store/report-mails/settings.ts'
import { bounceOf } from './bounce-processor.ts'
import type { ParsedReport } from './parsed-report.ts'

/** Idempotent. @returns its effect, for the log */
export async function applyReportBounce(
  db: Database,
  key: ReportMailKey,
  reading: ParsedReport,
): Promise<'hard bounce' | 'bounce noted' | 'nothing'> {
  if (reading.kind !== 'bounce') return 'nothing'
  return transaction(db, async sql => {
    const returned = await findReturnedReport(sql, key)
    const said = returned && bounceOf(returned, reading)
    if (!returned || !said) return 'nothing'
    await noteReportReturned(sql, key)
    if (said.type !== 'H') return 'bounce noted'
    if (!returned.isCurrent) return 'nothing'
    await changeRecipientState(sql, key, 'bounced', said.evidence || 'The mailbox does not exist.')
    return 'hard bounce'
  })
}
