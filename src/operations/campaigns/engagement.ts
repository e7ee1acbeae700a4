/** Human and machine engagement: Campaign.GetEngagement and related operations. */
import {
  readEngagement as engagementOf,
  readLinks,
  readMailPrograms,
  readTimeline,
  reclassify,
} from '../../domain/campaigns/reports/engagement.ts'
import type { Handlers } from '../dependencies.ts'

type Engagement = Pick<
  Handlers,
  | 'Campaign.GetEngagement'
  | 'Campaign.GetLinks'
  | 'Campaign.GetTimeline'
  | 'Campaign.GetMailPrograms'
  | 'Campaign.Reclassify'
>

export const engagement: Engagement = {
  async 'Campaign.GetEngagement'(_params, { campaign }, { db }) {
    const found = await engagementOf(db, campaign)
    return {
      TotalOpened: found.opens,
      UniqueOpened: found.uniqueOpens,
      Clicks: found.clicks,
      UniqueClicked: found.uniqueClicks,
      HumanOpened: found.humanOpens,
      HumanUniqueOpened: found.humanUniqueOpens,
      HumanClicks: found.humanClicks,
      HumanUniqueClicked: found.humanUniqueClicks,
      MachineShare: found.machineShare.toFixed(4),
      RulesVersion: found.rulesVersion,
      Reclassifying: found.redoing,
      ClassifiedDate: found.classifiedDate,
    }
  },

  async 'Campaign.GetLinks'(_params, { campaign }, { db }) {
    const found = await readLinks(db, campaign)
    return found.map(({ number, url, clicks, uniqueClicks, humanClicks, humanUniqueClicks }) => ({
      Number: number,
      Link: url,
      Clicks: clicks,
      UniqueClicked: uniqueClicks,
      HumanClicks: humanClicks,
      HumanUniqueClicked: humanUniqueClicks,
    }))
  },

  async 'Campaign.GetTimeline'(_params, { campaign }, { db }) {
    const found = await readTimeline(db, campaign)
    return found.map(hour => ({
      Date: hour.date,
      Accepted: hour.accepted,
      Opened: hour.opens,
      HumanOpened: hour.humanOpens,
      Clicks: hour.clicks,
      HumanClicks: hour.humanClicks,
      Unsubscribed: hour.unsubscribes,
      Bounced: hour.bounces,
      Complained: hour.complaints,
    }))
  },

  async 'Campaign.GetMailPrograms'(_params, { campaign }, { db }) {
    const found = await readMailPrograms(db, campaign)
    return found.map(({ name, version, recipients, share }) => ({
      Name: name,
      Version: version,
      Recipients: recipients,
      Percentage: (100 * share).toFixed(4),
    }))
  },

  'Campaign.Reclassify': (_params, { campaign }, { db }) => reclassify(db, campaign),
}
