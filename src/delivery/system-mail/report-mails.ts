/** The mails with reports of a client, as jobs: each finds out itself whether it is still wanted, and is handed over once. */
import { findClientReport, leastForRates } from '../../domain/campaigns/reports/client-report.ts'
import { type Brand, brandFinder } from '../../domain/clients/brand.ts'
import { type MonthReport, rateOfCampaign, readMonthReport } from '../../domain/report-mails/month.ts'
import { formatFor } from '../../domain/texts/report/format.ts'
import { type Texts, textsIn } from '../../domain/texts/texts.ts'
import { linkBase, type MailLinks } from '../../domain/tokens/mail-links.ts'
import { reportReturn } from '../../domain/tokens/return-addresses.ts'
import { publicPaths, type Signer } from '../../domain/tokens/tokens.ts'
import type { Database } from '../../store/connection/database.ts'
import { enqueueAt, type Jobs } from '../../store/jobs/jobs.ts'
import {
  findReportToMail,
  moveReportMail,
  type ReportMailKey,
  type ReportToMail,
  readReportMailState,
} from '../../store/report-mails/runs.ts'
import {
  changeRecipientState,
  findPeopleAmong,
  findReportRecipient,
  forgetAsked,
  hasBounced,
  noteAsked,
  type ReportRecipient,
} from '../../store/report-mails/settings.ts'
import { hasStoppedConfirmations } from '../../store/subscribers/mail-slots.ts'
import { senderAt } from './account-mail.ts'
import { reportAskMail, reportMail } from './compose/report-mail.ts'
import type { SendNotice } from './notices.ts'
import { inMailSlot } from './system-mail.ts'

export interface ReportMailJobParts {
  readonly db: Database
  readonly tokens: Signer
  readonly mailLinks: MailLinks
  /** LETTERSHOP_CONTENT_URL, for logos. */
  readonly contentUrl: string | null
  /** LETTERSHOP_MAIL_FROM; null for an address at the host of the links. */
  readonly from: string | null
  /** Where bounces come back to; undefined without a mailbox. */
  readonly bounceDomain?: string | undefined
  readonly send: SendNotice
}

export interface ReportMailJobs {
  /** Asks an address whether reports are wanted, once. */
  reportAskMail(payload: Jobs['reportAskMail']): Promise<void>
  /** Sends a report to one recipient; nothing once it was withdrawn, or the recipient wants no more. */
  reportMail(payload: Jobs['reportMail']): Promise<void>
}

export function reportMailJobs({
  db,
  tokens,
  mailLinks,
  contentUrl,
  from,
  bounceDomain,
  send,
}: ReportMailJobParts): ReportMailJobs {
  const baseOf = linkBase(mailLinks)
  const findBrand = brandFinder(db, contentUrl)
  const sender = (name: string, base: string) => ({ name, email: from ?? senderAt(base) })
  const returnPath = (key: ReportMailKey) =>
    bounceDomain === undefined ? undefined : reportReturn(tokens, key, bounceDomain)

  return {
    async reportAskMail(key) {
      const recipient = await findReportRecipient(db, key)
      if (!recipient?.isWanted || recipient.isAsked || recipient.state !== 'asked') return
      if (await hasStoppedConfirmations(db, recipient.address)) return
      const { accountName, companyName, email, address } = recipient
      const base = baseOf(undefined)
      const brand = await findBrand(key.clientId)
      const link = base + publicPaths.reportConfirm(tokens.sign('report mail', key.clientId, key.recipientId))
      const content = { accountName, companyName, email, link, branded: brand && { brand, base } }
      await inMailSlot(
        db,
        address,
        at => enqueueAt(db, 'reportAskMail', key, at),
        async () => {
          if (!(await noteAsked(db, key))) return
          try {
            const notice = {
              from: sender(accountName, base),
              to: { name: '', email },
              returnPath: returnPath({ ...key, runId: 0 }),
              ...reportAskMail(textsIn(recipient.language), content),
            }
            if ((await send(null, notice, key)) === 'refused') await changeRecipientState(db, key, 'bounced')
          } catch (error) {
            await forgetAsked(db, key)
            throw error
          }
        },
      )
    },

    async reportMail(key) {
      if ((await readReportMailState(db, key)) !== 'planned') return
      const [report, recipient] = await Promise.all([findReportToMail(db, key), findReportRecipient(db, key)])
      if (!report || !recipient || !(await mayGet(db, recipient))) {
        await moveReportMail(db, key, 'planned', 'skipped')
        return
      }
      const base = baseOf(undefined)
      const texts = textsIn(report.language)
      const content = await contentOf(db, tokens, texts, report, recipient, base, await findBrand(report.clientId))
      if (!content) {
        await moveReportMail(db, key, 'planned', 'skipped')
        return
      }
      // durable before the mail is handed over: after a crash in between it is not sent again
      if (!(await moveReportMail(db, key, 'planned', 'handing over'))) return
      let outcome: Awaited<ReturnType<SendNotice>>
      try {
        const notice = {
          from: sender(report.accountName, base),
          to: { name: '', email: recipient.email },
          returnPath: returnPath(key),
          ...content,
        }
        outcome = await send(null, notice, key)
      } catch (error) {
        // it was not taken: it is tried again
        await moveReportMail(db, key, 'handing over', 'planned')
        throw error
      }
      await moveReportMail(db, key, 'handing over', outcome ?? 'accepted')
      if (outcome === 'refused') await changeRecipientState(db, key, 'bounced')
    },
  }
}

/** Who was confirmed as a person of the client has to be one still. */
async function mayGet(db: Database, recipient: ReportRecipient): Promise<boolean> {
  const { clientId, address, state, isWanted, isPerson } = recipient
  if (!isWanted || state !== 'confirmed') return false
  if (isPerson && !(await findPeopleAmong(db, recipient, [address])).has(address)) {
    await changeRecipientState(db, recipient, 'stopped')
    return false
  }
  if (!(await hasBounced(db, clientId, address))) return true
  await changeRecipientState(db, recipient, 'bounced')
  return false
}

async function contentOf(
  db: Database,
  tokens: Signer,
  texts: Texts,
  report: ReportToMail,
  { recipientId }: ReportRecipient,
  base: string,
  brand: Brand | undefined,
) {
  const { clientId, month } = report
  const { accountName, companyName } = report
  const common = {
    accountName,
    companyName,
    stop: base + publicPaths.reportStop(tokens.sign('report mail', clientId, recipientId)),
    branded: brand && { brand, base },
  }
  if (month !== null) {
    const found = await readMonthReport(db, report, month)
    const link = base + publicPaths.monthReport(tokens.sign('month report', clientId, report.runId))
    return reportMail(texts, { ...common, ...monthContent(texts, report, found), link })
  }
  const { campaignId, campaignPublicId, linkId } = report
  if (campaignId === null || campaignPublicId === null || linkId === null) return undefined
  const found = await findClientReport(db, { ...report, campaignId, campaignPublicId })
  if (!found) return undefined
  const link = base + publicPaths.report(tokens.sign('report', clientId, linkId))
  return reportMail(texts, { ...common, ...campaignContent(texts, found), link })
}

type CampaignReport = NonNullable<Awaited<ReturnType<typeof findClientReport>>>

function campaignContent(texts: Texts, { campaign, engagement, measured, compared }: CampaignReport) {
  const said = texts.reportMail
  const write = formatFor(texts)
  const usual = (name: 'opened' | 'clicked' | 'unsubscribed') => {
    const line = compared?.find(one => one.of === name)
    return line ? `${texts.report.comparison.places[line.place]}; ${said.usually(write.percent(line.median))}` : ''
  }
  const rate = (count: number) =>
    campaign.accepted < leastForRates ? write.count(count) : write.percent(count / campaign.accepted)
  const { delivered, opened, clicked, unsubscribed } = texts.report.glance
  return {
    subject: said.campaign.subject(campaign.name),
    lead: [said.campaign.reached(campaign.name, write.count(campaign.accepted), write.day(campaign.sentDate ?? ''))],
    figures: [
      { label: delivered, value: write.count(campaign.accepted), note: '' },
      measured.opens === 'no one'
        ? { label: opened, value: '–', note: said.notMeasured }
        : { label: opened, value: rate(engagement.humanUniqueOpens), note: usual('opened') },
      measured.clicks === 'no one'
        ? { label: clicked, value: '–', note: said.notMeasured }
        : { label: clicked, value: rate(engagement.humanUniqueClicks), note: usual('clicked') },
      { label: unsubscribed, value: rate(campaign.unsubscribes), note: usual('unsubscribed') },
    ],
    after: [],
  }
}

/** Rows of the mail; the page has all. */
const mostRows = 12

function monthContent(texts: Texts, { companyName }: ReportToMail, found: MonthReport) {
  const said = texts.reportMail
  const write = formatFor(texts)
  const { campaigns, accepted, before, growth } = found
  const month = write.month(found.month)
  const { delivered, opened, clicked } = texts.report.glance
  const rate = (value: number | undefined) => (value === undefined ? '–' : write.percent(value))
  const past = (value: number | undefined) => (value === undefined ? '' : said.month.before(write.percent(value)))
  const left = growth.unsubscribed + growth.bounced + growth.deleted
  return {
    subject: said.month.subject(month, companyName),
    lead: [said.month.sent(month, campaigns.length, write.count(accepted))],
    figures: [
      { label: opened, value: rate(found.opened), note: past(before.opened) },
      { label: clicked, value: rate(found.clicked), note: past(before.clicked) },
    ],
    table: {
      heads: [said.month.campaign, delivered, opened, clicked],
      rows: campaigns.slice(-mostRows).map(campaign => ({
        name: campaign.name,
        values: [
          write.count(campaign.accepted),
          rate(rateOfCampaign(campaign, 'opens')),
          rate(rateOfCampaign(campaign, 'clicks')),
        ],
      })),
    },
    after: [said.month.growth(write.count(growth.joined), write.count(left))],
  }
}
