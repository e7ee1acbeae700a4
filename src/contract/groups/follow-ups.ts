/** Campaigns that follow another: resends to those who did not react. */

import { card, on, U } from '../card.ts'
import { boolean, describe, enumeration, int, intOrAbsent, list, optional, record, text } from '../shapes.ts'
import { id, ofCampaign } from '../words.ts'
import { SavedDraft } from './drafts.ts'
import { campaign, campaignCounts } from './overviews.ts'

export const FollowUpKind = enumeration('FollowUpKind', 'Original', 'Resend', 'CatchUp')

/** Dates that have not come are empty; counts are 0 before the mail has started. */
export const FamilyMail = record('FamilyMail', {
  ...campaign,
  Kind: describe(
    FollowUpKind,
    'Original: the first one. Resend: to those who did not react to the one it follows. CatchUp: to those whom the frequency cap left out of it.',
    'Resend',
  ),
  FollowsID: text('The campaign that it follows; empty for the original.', id('d')),
  EarliestDate: text(
    'Of a resend: when it may start, in the time zone of the client; empty for others, and while the one it follows is being sent.',
    '2026-03-23 08:04:00',
  ),
  ...campaignCounts,
})

/** A person who reacted to several mails counts once. */
export const FamilyTotals = record('FamilyTotals', {
  Recipients: int('People of the original: the others go to some of them.', 1000),
  Accepted: int('People who got the content: of the original, and of catch-ups.', 980),
  HumanUniqueOpened: int('People who opened or clicked one of the mails.', 460),
  HumanUniqueClicked: int('People who clicked in one of the mails.', 75),
  Unsubscribed: int('Opt-outs by all mails.', 9),
  Bounced: int('Copies of all mails that bounced.', 12),
  Complained: int('Complaints about all mails.', 1),
})

export const CampaignFamily = record('CampaignFamily', {
  Mails: list(FamilyMail, 'The original, and the campaigns that follow it or each other, in the order in which they were made. Deleted ones are left out.'),
  Together: describe(FamilyTotals, 'All of them together.'),
  Capped: int('How many recipients the frequency cap left out of the campaign that is asked about.', 40),
  CanCatchUp: boolean('Whether Campaign.CatchUp makes a draft for them: the campaign was sent to its end, and has no catch-up.', true),
  CanResend: boolean(
    'Whether Campaign.Resend makes a draft of the campaign that is asked about: it was sent to its end, its opens and clicks were recorded, and it has no resend.',
    true,
  ),
})

export const followUps = {
  'Campaign.Resend': card('ResendCampaign', on('CampaignID', 'Draft'), 'create', {
    summary:
      'Begins a draft that sends a campaign again, with another subject, to people whose mail was accepted and measured and who did not open or click any mail of its family. Who that is, is judged when the draft is sent. Once for each campaign.',
    parameters: {
      ...ofCampaign,
      Subject: text(
        'The subject, one line of at most 500 characters, which no earlier mail to these people had; merge tags are filled in.',
        'Have you seen the tulips?',
      ),
      Name: optional(text('A name, one line of at most 250 characters; when left out, Resend of … with a number where that is taken.', 'Spring 2026, again')),
      AfterHours: intOrAbsent('How many hours after the end of the campaign the resend may start, 24 to 2160; left out for 48.', 48),
    },
    result: U(SavedDraft),
    refusals: ['NotResendable', 'AlreadyResent', 'SubjectNotNew', 'InvalidParameter', 'DuplicateCampaignName', 'ServiceUnavailable'],
  }),
  'Campaign.CatchUp': card('CatchUpCampaign', on('CampaignID', 'Draft'), 'create', {
    summary:
      'Begins a draft that sends a campaign to those whom the frequency cap left out of it. Who may get it, is judged again when it is sent. Once for each campaign.',
    parameters: {
      ...ofCampaign,
      Name: optional(
        text('A name, one line of at most 250 characters; when left out, Catch-up of … with a number where that is taken.', 'Spring 2026, for the rest'),
      ),
    },
    result: U(SavedDraft),
    refusals: ['NotResendable', 'AlreadyResent', 'DuplicateCampaignName', 'ServiceUnavailable'],
  }),
  'Campaign.GetFollowUps': card('GetCampaignFollowUps', on('CampaignID', 'ReadReports'), 'read', {
    summary: 'A campaign with those that it follows or that follow it, side by side and together.',
    parameters: ofCampaign,
    result: U(CampaignFamily),
    refusals: [],
  }),
} as const
