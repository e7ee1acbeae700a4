/** ReportMail.*: reports by mail. */
import type { ReportRecipientState } from '../contract/groups/report-mails.ts'
import type { OutputOf } from '../contract/shapes.ts'
import {
  listSentReports,
  readReportMailing,
  revokeSentReport,
  setReportMailing,
} from '../domain/report-mails/settings.ts'
import type { SentReportRow } from '../store/report-mails/runs.ts'
import type { RecipientState } from '../store/report-mails/settings.ts'
import type { HandlersOf } from './dependencies.ts'

export const reportMailOperations: HandlersOf<'ReportMail'> = {
  async 'ReportMail.Get'(_params, { client }, { db }) {
    const { monthly, afterDays, language, problem, recipients } = await readReportMailing(db, client)
    return {
      Monthly: monthly,
      AfterCampaigns: afterDays !== null,
      DaysAfter: afterDays ?? usualDaysAfter,
      Language: language,
      Recipients: recipients.map(({ email, state, stateDate, problem: said }) => ({
        EmailAddress: email,
        State: stateNames[state],
        StateDate: stateDate,
        Problem: said,
      })),
      Problem: problem,
    }
  },

  'ReportMail.Set': ({ Monthly, AfterCampaigns, DaysAfter, Language, Addresses }, { client, principal }, { db }) =>
    setReportMailing(
      db,
      client,
      {
        monthly: Monthly,
        afterCampaigns: AfterCampaigns,
        daysAfter: DaysAfter,
        language: Language,
        addresses: Addresses ?? null,
      },
      principal,
    ),

  async 'ReportMail.ListSent'({ Cursor, Limit }, { client }, { db }) {
    const { rows, nextCursor } = await listSentReports(db, client, { cursor: Cursor, limit: Limit })
    return { SentReports: rows.map(onWire), NextCursor: nextCursor }
  },

  'ReportMail.Revoke': ({ SentReportID }, { client }, { db }) => revokeSentReport(db, client, SentReportID),
}

/** Most opens and clicks come within so many days. */
const usualDaysAfter = 3

const stateNames: Readonly<Record<RecipientState, OutputOf<typeof ReportRecipientState>>> = {
  asked: 'Asked',
  confirmed: 'Confirmed',
  stopped: 'Stopped',
  bounced: 'Bounced',
}

function onWire(report: SentReportRow) {
  return {
    SentReportID: report.publicId,
    Kind: report.month === null ? ('Campaign' as const) : ('Month' as const),
    Month: report.month ?? '',
    CampaignID: report.campaignPublicId ?? '',
    CampaignName: report.campaignName ?? '',
    Date: report.date,
    Accepted: report.accepted,
    Failed: report.failed,
    Waiting: report.waiting,
    Views: report.views,
    Revoked: report.isRevoked,
  }
}
