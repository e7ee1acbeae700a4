/** Campaign.GetReport, and single recipients. */

import type { ComparedRateName, Measured } from '../../contract/groups/reports.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { OutputOf } from '../../contract/shapes.ts'
import { readyToShow } from '../../domain/campaigns/drafting/draft-ready.ts'
import { makeClickMap } from '../../domain/campaigns/reports/click-map.ts'
import { findReportSummary } from '../../domain/campaigns/reports/client-report.ts'
import { findRecipients, readRecipientHistory } from '../../domain/campaigns/reports/recipient-history.ts'
import { reasonOf, stepOnWire } from '../../domain/campaigns/reports/step-record.ts'
import type { WireTree } from '../../domain/segments/wire.ts'
import { readJudgedAudience } from '../../store/campaigns/judged-audiences.ts'
import { readKeptOfCampaign } from '../../store/retention/kept.ts'
import { readAnonymousOpensOf } from '../../store/tracking/anonymous-opens.ts'
import { type Handlers, sourceParts } from '../dependencies.ts'
import { partsOf } from '../previews.ts'
import { recipientOnWire, wantedState } from './lifecycle.ts'
import { describeCampaign } from './list.ts'
import { webVersionUrl } from './web-version.ts'

type Reports = Pick<
  Handlers,
  | 'Campaign.GetJudgedAudience'
  | 'Campaign.GetReport'
  | 'Campaign.GetClickMap'
  | 'Campaign.FindRecipients'
  | 'Campaign.GetRecipientHistory'
>

export const campaignReports: Reports = {
  async 'Campaign.GetJudgedAudience'(_params, { campaign }, { db }) {
    const found = await readJudgedAudience(db, campaign)
    return {
      JudgedDate: found?.judgedDate ?? '',
      AsksForConsent: found?.asksForConsent ?? false,
      Places: (found?.places ?? []).map(({ isExcluded, listId, listTitle, segmentId }) => ({
        Excluded: isExcluded,
        ListID: listId,
        ListTitle: listTitle,
        SegmentID: segmentId,
      })),
      Segments: (found?.segments ?? []).map(({ segmentId, title, tree }) => ({
        SegmentID: segmentId,
        Title: title,
        Tree: tree as WireTree, // as describeAudience made it
      })),
    }
  },

  async 'Campaign.GetReport'(_params, { campaign, origin }, dependencies) {
    const report = await findReportSummary(dependencies.db, campaign)
    if (!report) throw new Refusal('InvalidCampaignId')
    const kept = await readKeptOfCampaign(dependencies.db, campaign)
    return {
      Campaign: describeCampaign(report.campaign),
      Timezone: campaign.timeZone,
      OpensMeasured: measuredNames[report.measured.opens],
      ClicksMeasured: measuredNames[report.measured.clicks],
      AnonymousOpens: await readAnonymousOpensOf(dependencies.db, campaign),
      Compared: (report.compared ?? []).map(({ of: rateName, rate, median, lowest, highest, campaigns }) => ({
        Name: rateNames[rateName],
        Rate: percent(rate),
        Median: percent(median),
        Lowest: percent(lowest),
        Highest: percent(highest),
        Campaigns: campaigns,
      })),
      WebVersionURL: report.campaign.sentDate ? webVersionUrl(dependencies, origin, campaign) : '',
      HitsFromDate: kept.hitsFromDate ?? '',
      PerPersonRemovedDate: kept.removedDate ?? '',
    }
  },

  async 'Campaign.GetClickMap'(_params, { campaign, origin }, dependencies) {
    const {
      db,
      mail: { mailLinks },
      content: { renderCampaign },
    } = dependencies
    await readyToShow(sourceParts(dependencies), campaign)
    const publicUrl = mailLinks.base() ?? origin.publicUrl
    const { at, links } = await makeClickMap(db, partsOf(dependencies, origin), renderCampaign, campaign, publicUrl)
    return { HtmlURL: at.html, ExpiresDate: at.expires, Links: links }
  },

  async 'Campaign.FindRecipients'({ Search, State, After, Limit }, { campaign }, { db }) {
    const page = { state: wantedState(State), after: After ?? 0, limit: Limit ?? 0 }
    const rows = await findRecipients(db, campaign, Search, page)
    return rows.map(row => ({ ...recipientOnWire(row), Reason: reasonOf(row.state, row.code, row.answer) }))
  },

  async 'Campaign.GetRecipientHistory'({ Number: number }, { campaign }, { db }) {
    const { recipient, steps } = await readRecipientHistory(db, campaign, number)
    return {
      Recipient: recipientOnWire(recipient),
      Steps: steps.map(stepOnWire),
      HitsFromDate: (await readKeptOfCampaign(db, campaign)).hitsFromDate ?? '',
    }
  },
}

const percent = (share: number) => (share * 100).toFixed(4)

/** How the wires name of whom something was measured. */
export const measuredNames: Readonly<Record<'everyone' | 'who agreed' | 'no one', OutputOf<typeof Measured>>> = {
  everyone: 'Everyone',
  'who agreed': 'WhoAgreed',
  'no one': 'NoOne',
}

type Rates = 'opened' | 'clicked' | 'bounced' | 'unsubscribed' | 'complained'
export const rateNames: Readonly<Record<Rates, OutputOf<typeof ComparedRateName>>> = {
  opened: 'Opened',
  clicked: 'Clicked',
  bounced: 'Bounced',
  unsubscribed: 'Unsubscribed',
  complained: 'Complained',
}
