/** Client.GetResults and Campaign.Compare. */
import type { CampaignResult, DifferenceVerdict } from '../contract/groups/results.ts'
import type { OutputOf } from '../contract/shapes.ts'
import { stateNames } from '../domain/campaign-state/state-names.ts'
import { compareCampaigns, type RateDifference } from '../domain/campaigns/reports/campaign-pair.ts'
import {
  highBouncePercent,
  type MeasuredCampaign,
  readClientResults,
} from '../domain/campaigns/reports/client-results.ts'
import { measuredNames, rateNames } from './campaigns/report.ts'
import type { Handlers } from './dependencies.ts'

export const results: Pick<Handlers, 'Client.GetResults' | 'Campaign.Compare'> = {
  async 'Client.GetResults'({ From, Until }, { client }, { db, limits: { complaintLimits = { warn: 0, hold: 0 } } }) {
    const found = await readClientResults(db, client, { from: From, until: Until })
    return {
      From: found.from,
      Until: found.until,
      Timezone: client.timeZone,
      Campaigns: found.campaigns.map(resultOnWire),
      HasMore: found.hasMore,
      Hours: found.hours.map(({ weekday, hour, humanOpens, humanClicks }) => ({
        Weekday: weekday,
        Hour: hour,
        HumanOpened: humanOpens,
        HumanClicks: humanClicks,
      })),
      Links: found.links.map(({ url, campaigns, humanClicks, humanUniqueClicks }) => ({
        URL: url,
        Campaigns: campaigns,
        HumanClicks: humanClicks,
        HumanUniqueClicked: humanUniqueClicks,
      })),
      Limits: {
        BouncesHighAbove: `${highBouncePercent}`,
        ComplaintsWarnAbove: limitOnWire(complaintLimits.warn),
        ComplaintsHoldAbove: limitOnWire(complaintLimits.hold),
      },
    }
  },

  async 'Campaign.Compare'({ OtherCampaignID }, { campaign }, { db, now }) {
    const { one, other, rates, isStillComing } = await compareCampaigns(db, campaign, OtherCampaignID, now())
    return {
      One: resultOnWire(one),
      Other: resultOnWire(other),
      Rates: rates.map(({ of: name, one: own, other: its, p, verdict }) => ({
        Name: rateNames[name],
        One: { Count: own.reacted, Of: own.people },
        Other: { Count: its.reacted, Of: its.people },
        PValue: p === undefined ? '' : p.toFixed(4),
        Verdict: verdictNames[verdict],
      })),
      StillComing: isStillComing,
    }
  },
}

const verdictNames: Readonly<Record<RateDifference['verdict'], OutputOf<typeof DifferenceVerdict>>> = {
  higher: 'Higher',
  lower: 'Lower',
  'no difference': 'NoDifference',
  'too few': 'TooFew',
  'not measured': 'NotMeasured',
  'measured differently': 'MeasuredDifferently',
}

function resultOnWire(row: MeasuredCampaign): OutputOf<typeof CampaignResult> {
  return {
    CampaignID: row.publicId,
    Name: row.name,
    Subject: row.subject,
    State: stateNames[row.state],
    SentDate: row.sentDate,
    Accepted: row.accepted,
    Tried: row.accepted + row.refused,
    HumanUniqueOpened: row.humanUniqueOpens,
    HumanUniqueClicked: row.humanUniqueClicks,
    Unsubscribed: row.unsubscribes,
    Bounced: row.bounces,
    Complained: row.complaints,
    OpensMeasured: measuredNames[row.measured.opens],
    ClicksMeasured: measuredNames[row.measured.clicks],
  }
}

/** Such as `0.3`; empty for no limit. */
function limitOnWire(limit: number): string {
  return limit === 0 ? '' : String(limit)
}
