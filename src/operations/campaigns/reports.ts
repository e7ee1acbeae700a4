/** The reports of a campaign: Campaign.GetSummary and the lists of who did what. */
import { bounced, clickers, leavers, openers, readSummary } from '../../domain/campaigns/reports/reports.ts'
import { readCampaignForwards } from '../../store/campaigns/forwards.ts'
import type { Handlers } from '../dependencies.ts'

type Reports = Pick<
  Handlers,
  | 'Campaign.GetSummary'
  | 'Campaign.GetOpens'
  | 'Campaign.GetSubscriberClicks'
  | 'Campaign.GetBounces'
  | 'Campaign.GetUnsubscribes'
  | 'Campaign.GetForwards'
>

export const reports: Reports = {
  async 'Campaign.GetSummary'(_params, { campaign }, { db }) {
    const found = await readSummary(db, campaign)
    return {
      Recipients: found.recipients,
      TotalOpened: found.opens,
      Clicks: found.clicks,
      Unsubscribed: found.unsubscribes,
      Bounced: found.bounces,
      UniqueOpened: found.uniqueOpens,
    }
  },

  'Campaign.GetForwards': (_params, { campaign }, { db }) =>
    readCampaignForwards(db, campaign.clientId, campaign.campaignId),

  async 'Campaign.GetOpens'(_params, { campaign }, { db }) {
    return openers(db, campaign).map(({ email, listPublicId, opens }) => ({
      EmailAddress: email,
      ListID: listPublicId,
      NumberOfOpens: opens,
    }))
  },

  async 'Campaign.GetSubscriberClicks'(_params, { campaign }, { db }) {
    return clickers(db, campaign).map(({ email, listPublicId, links }) => ({
      EmailAddress: email,
      ListID: listPublicId,
      ClickedLinks: links.map(({ url, clicks }) => ({ Link: url, Clicks: String(clicks) })),
    }))
  },

  async 'Campaign.GetBounces'(_params, { campaign }, { db }) {
    return bounced(db, campaign).map(({ email, listPublicId, type }) => ({
      EmailAddress: email,
      ListID: listPublicId,
      BounceType: type,
    }))
  },

  async 'Campaign.GetUnsubscribes'(_params, { campaign }, { db }) {
    return leavers(db, campaign).map(({ email, listPublicId }) => ({ EmailAddress: email, ListID: listPublicId }))
  },
}
