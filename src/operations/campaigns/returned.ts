/** What came back of a campaign: bounces with their reasons, and complaints. */
import type { CampaignRef } from '../../domain/access/access.ts'
import { readPage } from '../../domain/paging/paging.ts'
import { bounceClassNames } from '../../domain/returned-mail/bounce-names.ts'
import type { PageOf } from '../../store/campaigns/reports.ts'
import { bounceClasses } from '../../store/inbound/bounce-classes.ts'
import { readBounceDetails, readBounceSummary } from '../../store/inbound/bounces.ts'
import { readComplaintPage } from '../../store/inbound/complaints.ts'
import type { Handlers } from '../dependencies.ts'

type Returned = Pick<Handlers, 'Campaign.GetBounceDetails' | 'Campaign.GetBounceSummary' | 'Campaign.GetComplaints'>

export const returned: Returned = {
  async 'Campaign.GetBounceDetails'({ After, Limit }, { campaign }, { db }) {
    const rows = await readBounceDetails(db, page(campaign, After, Limit), campaign.timeZone)
    return rows.map(row => ({
      Number: row.number,
      EmailAddress: row.email,
      ListID: row.listPublicId,
      Date: row.date,
      BounceType: row.type,
      Class: bounceClassNames[row.class ?? 'unknown'],
      Status: row.status,
      Code: row.code ?? 0,
      Evidence: row.evidence,
      Reported: row.reported,
    }))
  },

  async 'Campaign.GetBounceSummary'(_params, { campaign }, { db }) {
    const counts = new Map((await readBounceSummary(db, campaign)).map(row => [row.class, row.recipients]))
    return bounceClasses.map(one => ({ Class: bounceClassNames[one], Recipients: counts.get(one) ?? 0 }))
  },

  async 'Campaign.GetComplaints'({ After, Limit }, { campaign }, { db }) {
    const rows = await readComplaintPage(db, page(campaign, After, Limit), campaign.timeZone)
    return rows.map(({ number, email, listPublicId, date, feedbackType, evidence }) => ({
      Number: number,
      EmailAddress: email,
      ListID: listPublicId,
      Date: date,
      FeedbackType: feedbackType,
      Evidence: evidence,
    }))
  },
}

/** @throws Refusal InvalidParameter */
function page({ clientId, campaignId }: CampaignRef, after: number, limit: number): PageOf {
  return { clientId, campaignId, ...readPage({ after, limit }) }
}
