/** The results of a client over time, and two campaigns side by side. */

import { card, on, U } from '../card.ts'
import { boolean, describe, enumeration, exemplify, int, list, optional, record, text } from '../shapes.ts'
import { fields, id, ofCampaign, ofClient } from '../words.ts'
import { campaignState } from './every-wire/sending.ts'
import { Rate } from './overviews.ts'
import { ComparedRateName, Measured } from './reports.ts'

/** Opens and clicks are those of people. */
export const CampaignResult = record('CampaignResult', {
  CampaignID: fields.CampaignID,
  Name: fields.CampaignName,
  Subject: fields.Subject,
  State: campaignState,
  SentDate: text('When it started to be sent, in the time zone of the client.', '2026-03-21 08:00:00'),
  Accepted: exemplify(fields.Accepted, 988),
  Tried: int('How many mails relays accepted or refused.', 996),
  HumanUniqueOpened: exemplify(fields.HumanUniqueOpened, 260),
  HumanUniqueClicked: int('How many people clicked a link, machines left out.', 33),
  Unsubscribed: fields.Unsubscribed,
  Bounced: int('How many copies bounced, at the hand-over or later.', 7),
  Complained: int('How many recipients complained.', 0),
  OpensMeasured: describe(Measured, 'Of whom opens were recorded: of everyone who did not object, of those who agreed, or of no one.'),
  ClicksMeasured: describe(Measured, 'Of whom clicks were recorded, as OpensMeasured.'),
})

/** Hours without an open or a click of a person are left out. */
export const ReadingHour = record('ReadingHour', {
  Weekday: int('1 for Monday to 7 for Sunday.', 2),
  Hour: int('0 to 23, in the time zone of the client.', 9),
  HumanOpened: int('How often people opened mails in this hour of the week, machines left out.', 41),
  HumanClicks: int('How often people clicked links in it, machines left out.', 12),
})

export const RankedLink = record('RankedLink', {
  URL: text('Where it leads, without UTM tags.', 'https://bloom.example/tulips'),
  Campaigns: int('In how many campaigns of the period people clicked it.', 3),
  HumanClicks: int('How often people clicked it, machines left out.', 120),
  HumanUniqueClicked: int('How many people clicked it; who did so in several campaigns counts in each.', 97),
})

/** Percentages are text, empty for none. */
export const ResultLimits = record('ResultLimits', {
  BouncesHighAbove: text('The percentage of bounces above which a list needs care.', '2'),
  ComplaintsWarnAbove: text('The percentage of complaints above which there is a warning, such as 0.1; empty for none.', '0.1'),
  ComplaintsHoldAbove: text('The percentage of complaints above which sending is held; empty for none.', '0.3'),
})

export const ClientResults = record('ClientResults', {
  From: text('The first day of the period, in the time zone of the client: YYYY-MM-DD.', '2026-01-01'),
  Until: text('The last day: YYYY-MM-DD.', '2026-03-31'),
  Timezone: text('The time zone of the client, of all dates and hours.', 'Europe/Berlin'),
  Campaigns: list(CampaignResult, 'The campaigns that began in the period, by that time; of more than 100 the last ones. Mails of series are not among them.'),
  HasMore: boolean('Whether more campaigns began in the period; hours and links are of those that are listed.', false),
  Hours: list(ReadingHour, 'Opens and clicks by weekday and hour, of 7 days after the beginning of each campaign.'),
  Links: list(RankedLink, 'The 20 links that most people clicked.'),
  Limits: describe(ResultLimits, 'What is compared with bounces and complaints.'),
})

export const DifferenceVerdict = enumeration('DifferenceVerdict', 'Higher', 'Lower', 'NoDifference', 'TooFew', 'NotMeasured', 'MeasuredDifferently')

export const RateDifference = record('RateDifference', {
  Name: describe(ComparedRateName, 'Which rate it is.'),
  One: describe(Rate, 'That of the first campaign.', { Count: 260, Of: 988 }),
  Other: describe(Rate, 'That of the other campaign.', { Count: 198, Of: 1004 }),
  PValue: text(
    'The probability that chance alone makes such a difference, with four digits after the point, corrected for the number of rates; empty where none is computed.',
    '0.0021',
  ),
  Verdict: describe(
    DifferenceVerdict,
    'Higher or Lower: the rate of the first campaign is shown to be higher or lower, at a level of 5 %. NoDifference: none is shown. TooFew: too few mails, or too few who reacted. NotMeasured: no one was measured in one of them. MeasuredDifferently: one measured everyone, the other those who agreed.',
  ),
})

export const CampaignDifference = record('CampaignDifference', {
  One: describe(CampaignResult, 'The campaign.'),
  Other: describe(CampaignResult, 'The one it is compared with.'),
  Rates: list(RateDifference, 'Opened, Clicked, Bounced, Unsubscribed and Complained, in this order.'),
  StillComing: boolean('Whether one of them began less than 48 hours ago, so that more opens and clicks are to come.', false),
})

export const results = {
  'Client.GetResults': card('GetClientResults', on('ClientID', 'ReadReports'), 'read', {
    summary: 'The campaigns of a client over a period with their counts, the hours in which people read them, and the links that they clicked.',
    parameters: {
      ...ofClient,
      From: optional(text('The first day of the client’s calendar: YYYY-MM-DD; left out or empty for 90 days in all.', '2026-01-01')),
      Until: optional(text('The last day: YYYY-MM-DD; left out or empty for today. At most 1,000 days.', '2026-03-31')),
    },
    result: U(ClientResults),
    refusals: ['InvalidDate'],
  }),
  'Campaign.Compare': card('CompareCampaigns', on('CampaignID', 'ReadReports'), 'read', {
    summary: 'Two campaigns of a client side by side: rates, and whether their differences are more than chance.',
    parameters: { ...ofCampaign, OtherCampaignID: text('The other campaign, of the same client: 32 hexadecimal digits.', id('9')) },
    result: U(CampaignDifference),
    refusals: ['CampaignNotStarted'],
  }),
}
