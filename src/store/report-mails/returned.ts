/** Reports by mail that came back. */
import type { Sql, Transaction } from '../connection/database.ts'
import type { ReportMailKey } from './runs.ts'

/** A mail with a report, or the one that asks, and to whom it went. */
export interface ReturnedReport {
  readonly email: string
  readonly address: string
  /** The recipient gets reports, or is asked, and said so before the mail was handed over: nothing was set anew since. */
  readonly isCurrent: boolean
}

/** Undefined for a mail that was not handed over, for a recipient who is gone, and once the client is deleted. @param key run 0: the mail that asks */
export async function findReturnedReport(
  sql: Sql,
  { clientId, runId, recipientId }: ReportMailKey,
): Promise<ReturnedReport | undefined> {
  const [row] = await sql<ReturnedReport[]>`
    select r.email, r.address,
      r.wanted and case when ${runId} = 0 then r.state = 'asked' else r.state = 'confirmed' and r.state_at <= m.at end as is_current
    from report_recipients r
    join clients c on c.id = ${clientId} and c.deleted_at is null
    left join report_mails m on m.client_id = ${clientId} and m.run_id = ${runId} and m.recipient_id = ${recipientId}
      and m.state in ('handing over', 'accepted', 'refused', 'unknown')
    where r.client_id = ${clientId} and r.id = ${recipientId}
      and case when ${runId} = 0 then r.asked_at is not null else m.at is not null end`
  return row
}

/** The mail did not reach its recipient; idempotent. When it was handed over stays. */
export async function noteReportReturned(
  sql: Transaction,
  { clientId, runId, recipientId }: ReportMailKey,
): Promise<void> {
  await sql`
    update report_mails set state = 'refused'
    where client_id = ${clientId} and run_id = ${runId} and recipient_id = ${recipientId}
      and state in ('handing over', 'accepted', 'unknown')`
}
