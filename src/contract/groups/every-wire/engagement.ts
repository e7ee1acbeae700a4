/** Opens and clicks of a campaign. */

import { card, on, R, U } from '../../card.ts'
import { boolean, exemplify, int, list, record, text } from '../../shapes.ts'
import { fields, ofCampaign } from '../../words.ts'

/**
 * The first four are of now; those of people are of ClassifiedDate, some seconds after the hits. MachineShare is a fraction with
 * four digits, of the hits that are classified.
 */
export const CampaignEngagement = record('CampaignEngagement', {
  TotalOpened: fields.TotalOpened,
  UniqueOpened: fields.UniqueOpened,
  Clicks: fields.Clicks,
  UniqueClicked: int('How many recipients clicked.', 60),
  HumanOpened: fields.HumanOpened,
  HumanUniqueOpened: fields.HumanUniqueOpened,
  HumanClicks: int('How often people clicked, machines left out.', 41),
  HumanUniqueClicked: int('How many people clicked, machines left out.', 33),
  MachineShare: text('The share of machines among opens and clicks: a fraction with four digits.', '0.3896'),
  RulesVersion: int('The version of the rules that distinguish people from machines.', 2),
  Reclassifying: boolean('The campaign is being classified anew.', false),
  ClassifiedDate: text('When people were last distinguished from machines; a few seconds after the opens and clicks.', '2026-03-21 08:31:12'),
})

export const CampaignLink = record('CampaignLink', {
  Number: int('The number of the link in the campaign.'),
  Link: exemplify(fields.Link, 'https://shop.example.com/offers'),
  Clicks: int('How often it was clicked.', 70),
  UniqueClicked: int('How many recipients clicked it.', 44),
  HumanClicks: int('How often people clicked it, machines left out.', 30),
  HumanUniqueClicked: int('How many people clicked it, machines left out.', 25),
})

/** Date is when an hour of UTC begins, in the client's time zone; hours in which nothing happened are left out. */
export const CampaignHour = record('CampaignHour', {
  Date: text('When the hour begins, in the time zone of the client.', '2026-03-21 08:00:00'),
  Accepted: int('Mails that relays took.', 770),
  Opened: int('Opens.', 210),
  HumanOpened: int('Opens of people.', 130),
  Clicks: int('Clicks.', 40),
  HumanClicks: int('Clicks of people.', 18),
  Unsubscribed: int('Opt-outs.', 2),
  Bounced: int('Bounces.', 7),
  Complained: int('Complaints.', 0),
})

export const engagement = {
  'Campaign.GetEngagement': card('GetCampaignEngagement', on('CampaignID', 'ReadReports'), 'read', {
    summary: 'Opens and clicks of a campaign: all of them, and those of people, which versioned rules distinguish from machines.',
    parameters: ofCampaign,
    result: U(CampaignEngagement),
    refusals: [],
  }),
  'Campaign.GetLinks': card('GetCampaignLinks', on('CampaignID', 'ReadReports'), 'read', {
    summary: 'The links of a campaign, how often each was clicked, and how often by people.',
    parameters: ofCampaign,
    result: U(list(CampaignLink)),
    refusals: [],
  }),
  'Campaign.GetTimeline': card('GetCampaignTimeline', on('CampaignID', 'ReadReports'), 'read', {
    summary: 'A campaign hour by hour: what was sent and what came back.',
    parameters: ofCampaign,
    result: U(list(CampaignHour)),
    refusals: [],
  }),
  'Campaign.Reclassify': card('ReclassifyCampaign', on('CampaignID', 'ReadReports'), 'change', {
    summary: 'Has all opens and clicks of a campaign classified anew, by the rules of today.',
    parameters: ofCampaign,
    result: R,
    refusals: [],
  }),
}
