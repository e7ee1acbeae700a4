/**
 * The background work of reports by mail: finds months and campaigns whose report is due, and hands a mail for each recipient to the queue. The
 * report, the link to it and its mails are one transaction, so a crash leaves none of them or all; each is made once. See
 * docs/content.md#reports-by-mail.
 */
import { Refusal } from '../../contract/refusals.ts'
import type { Log } from '../../lib/log.ts'
import { type Poller, startPoller } from '../../lib/poller.ts'
import type { Database } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { ClaimLost } from '../../store/jobs/claiming.ts'
import {
  claimMailing,
  insertReportRun,
  isMonthReported,
  type MailingAtWork,
  type MailingClaim,
  mailingClaims,
  readDueCampaigns,
  readMailingAtWork,
  settleMailing,
} from '../../store/report-mails/runs.ts'
import { reportMailsChannel } from '../../store/report-mails/settings.ts'
import type { CampaignRef } from '../access/access.ts'
import { workOnClaimed } from '../background/ranged.ts'
import { type ShareParts, shareReport } from '../campaigns/reports/report-links.ts'
import { readMonthReport } from './month.ts'
import { mostDaysAfter } from './settings.ts'

export interface ReportMailParts extends ShareParts {
  readonly db: Database
  /** Not empty while nothing may be sent, because this database may be older than its mails. */
  readonly holds?: (() => Promise<readonly unknown[]>) | undefined
  readonly log: Log
  readonly pollMs?: number
}

/** Campaigns are looked for so often. */
const lookMinutes = 30
/** A campaign that ran longer than this is not reported. */
const longestRunDays = 60
/** Reports of one look; the others are made at the next. */
const mostReports = 20
/** How long the page of a month is shown. */
const monthPageDays = 366

export function startReportMails(parts: ReportMailParts): Poller {
  return startPoller({
    name: 'report mails',
    every: parts.pollMs ?? 60_000,
    work: stopping => workOnReports(parts, stopping),
    listen: wake => parts.db.listen(reportMailsChannel, wake),
    log: parts.log,
  })
}

/** Looks at the settings that have been due for longest. @returns whether there may be more */
export async function workOnReports(parts: ReportMailParts, stopping: AbortSignal): Promise<boolean> {
  const { db, holds = async () => [] } = parts
  if ((await holds()).length > 0) return false
  return workOnClaimed(db, stopping, {
    claims: mailingClaims,
    claim: claimMailing,
    idOf: ({ mailingId }: MailingClaim) => mailingId,
    work: claim => workOn(parts, claim),
    giveUp: claim => settleMailing(db, claim, 'The reports could not be made in ten attempts.', lookMinutes),
  })
}

async function workOn(parts: ReportMailParts, claim: MailingClaim): Promise<void> {
  const { db } = parts
  const mailing = await readMailingAtWork(db, claim)
  if (!mailing) return
  let problem = ''
  try {
    if (mailing.dueMonth !== null) await reportMonth(parts, mailing, mailing.dueMonth)
    if (mailing.afterDays !== null) await reportCampaigns(parts, mailing)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    problem = `${error.title}: ${error.detail ?? ''}`.slice(0, 500).toWellFormed()
  }
  await settleMailing(db, mailing, problem, lookMinutes)
}

/** A month in which nothing was sent is no news. */
async function reportMonth({ db, mailLinks }: ReportMailParts, mailing: MailingAtWork, month: string): Promise<void> {
  if (await isMonthReported(db, mailing.clientId, month)) return
  const { campaigns } = await readMonthReport(db, mailing, month)
  if (campaigns.length === 0) return
  if (mailLinks.base() === undefined)
    throw new Refusal('PublicUrlRequired', 'Reports by mail need LETTERSHOP_PUBLIC_URL; ask the operator to set it.')
  const { language } = mailing
  await transaction(db, sql =>
    insertReportRun(sql, mailing, { month, campaignId: null, linkPublicId: null, language, days: monthPageDays }),
  )
}

async function reportCampaigns(parts: ReportMailParts, mailing: MailingAtWork): Promise<void> {
  const looked = (mailing.afterDays ?? 0) + longestRunDays + mostDaysAfter
  for (const campaign of await readDueCampaigns(parts.db, mailing, { looked, most: mostReports }))
    await reportCampaign(parts, mailing, campaign)
}

async function reportCampaign(parts: ReportMailParts, { language }: MailingAtWork, campaign: CampaignRef) {
  const link = { label: 'Reports by mail', expiresDate: null, language }
  await shareReport(parts, campaign, link, 'Lettershop', async (sql, { publicId }) => {
    const run = { month: null, campaignId: campaign.campaignId, linkPublicId: publicId, language, days: monthPageDays }
    // a link without its mails would be left over
    if (!(await insertReportRun(sql, campaign, run))) throw new ClaimLost('The campaign was reported already.')
  })
}
