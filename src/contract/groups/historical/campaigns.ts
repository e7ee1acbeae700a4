/** Historical operations about campaigns: their reports, drafting and sending. These cards never change (design §3). */

import { card, on, R, U } from '../../card.ts'
import { unsubscribeTags } from '../../refusals.ts'
import { exemplify, int, list, long, optional, record, text } from '../../shapes.ts'
import { CampaignID, ConfirmationEmail, FromEmail, FromName, fields, HtmlUrl, id, ofCampaign, ofClient, ReplyTo, SendDate, TextUrl } from '../../words.ts'
import { List } from './clients.ts'

export const SubscriberClickedLink = record('SubscriberClickedLink', { Link: fields.Link, Clicks: text('How often, as text.', '2') })

export const SubscriberClick = record('SubscriberClick', {
  EmailAddress: fields.EmailAddress,
  ListID: fields.ListID,
  ClickedLinks: list(SubscriberClickedLink, 'The links this subscriber clicked.'),
})

export const SubscriberOpen = record('SubscriberOpen', {
  EmailAddress: fields.EmailAddress,
  ListID: fields.ListID,
  NumberOfOpens: int('How often this subscriber opened the campaign.', 2),
})

/** BounceType is `H` (hard) or `S` (soft), reference/wire.md §6. */
export const SubscriberBounce = record('SubscriberBounce', { EmailAddress: fields.EmailAddress, ListID: fields.ListID, BounceType: fields.BounceType })

export const SubscriberUnsubscribe = record('SubscriberUnsubscribe', { EmailAddress: fields.EmailAddress, ListID: fields.ListID })

export const CampaignSummary = record('CampaignSummary', {
  Recipients: int('How many it went to.', 1000),
  TotalOpened: exemplify(fields.TotalOpened, 612),
  Clicks: exemplify(fields.Clicks, 148),
  Unsubscribed: fields.Unsubscribed,
  Bounced: int('How many copies bounced.', 7),
  UniqueOpened: exemplify(fields.UniqueOpened, 431),
})

/** A Result with the moment at which the campaign begins, until which Campaign.Unschedule stops it; in the time zone of the client. */
export const SendResult = record('SendResult', {
  Code: long('0.', 0),
  Message: text('Success.', 'Success'),
  DueDate: text(
    'For callers with a session: when the campaign begins, in the time zone of the client. Until then Campaign.Unschedule stops it. Left out for callers with a key.',
    '2026-03-21 08:01:00',
  ),
})

export const fromPagesRefusals = [
  'DuplicateCampaignName',
  'CampaignSubjectRequired',
  'FromNameRequired',
  'InvalidFromEmail',
  'ReplyToRequired',
  'InvalidReplyTo',
  'HtmlUrlRequired',
  'InvalidHtmlContent',
  'InvalidTextUrl',
  'InvalidListIds',
  'InvalidSegments',
  'ListsRequired',
  'ProblemsImportingLinks',
  'LinkTooLong',
  'TextUnsubscribeInHtml',
  'CampaignNameRequired',
  'NestedTooDeep',
  ...unsubscribeTags,
] as const

export const sentRefusals = [
  'InvalidDate',
  'AlreadySent',
  'NoRecipients',
  'InvalidSegments',
  'DeliveryDateInPast',
  'ConfirmationEmailRequired',
  'InvalidConfirmationEmail',
  'RecipientListsEmpty',
  'NotComposable',
  'CampaignNotReady',
  'NotResendable',
  'SubjectNotNew',
  'ResendTooSoon',
  'InvalidTiming',
  'TimeZonesPast',
  'InvalidVariants',
  'ClientHeld',
  'PublicUrlRequired',
  'DraftIncomplete',
  'StaleRevision',
  'ApprovalRequired',
  'AudienceNotConfirmed',
] as const

export const campaignReports = {
  'Campaign.GetSubscriberClicks': card('GetSubscriberClicks', on('CampaignID', 'ReadReports'), 'bulk read', {
    summary: 'Who clicked which links of a campaign.',
    parameters: ofCampaign,
    result: U(list(SubscriberClick)),
    refusals: [],
  }),
  'Campaign.GetOpens': card('GetCampaignOpens', on('CampaignID', 'ReadReports'), 'bulk read', {
    summary: 'Who opened a campaign, and how often.',
    parameters: ofCampaign,
    result: U(list(SubscriberOpen)),
    refusals: [],
  }),
  'Campaign.GetBounces': card('GetCampaignBounces', on('CampaignID', 'ReadReports'), 'bulk read', {
    summary: 'Whose copy bounced: H hard, S soft.',
    parameters: ofCampaign,
    result: U(list(SubscriberBounce)),
    refusals: [],
  }),
  'Campaign.GetUnsubscribes': card('GetCampaignUnsubscribes', on('CampaignID', 'ReadReports'), 'bulk read', {
    summary: 'Who unsubscribed from a campaign.',
    parameters: ofCampaign,
    result: U(list(SubscriberUnsubscribe)),
    refusals: [],
  }),
  'Campaign.GetSummary': card('GetCampaignSummary', on('CampaignID', 'ReadReports'), 'read', {
    summary: 'The counts of a campaign.',
    parameters: ofCampaign,
    result: U(CampaignSummary),
    refusals: [],
  }),
  'Campaign.GetLists': card('GetCampaignLists', on('CampaignID', 'ReadReports'), 'read', {
    summary: 'The lists a campaign goes to.',
    parameters: ofCampaign,
    result: U(list(List)),
    refusals: [],
  }),
}

export const campaigns = {
  'Campaign.Create': card('CreateCampaign', on('ClientID', 'ImportHtml'), 'prepared create', {
    summary: 'Creates a draft from pages fetched at once and yields its CampaignID.',
    parameters: {
      ...ofClient,
      CampaignName: text('The name of the campaign, by which you find it; no two drafts of a client have one name.', 'Spring 2026'),
      CampaignSubject: text('The subject of the mail; tags such as [firstname,fallback=friend] are filled in.', 'The tulips are out'),
      FromName,
      FromEmail,
      ReplyTo,
      HtmlUrl,
      TextUrl,
      SubscriberListIDs: optional(list(text(), 'ListIDs of the lists it goes to. This or ListSegments is needed.', [id('b')])),
      ListSegments: optional(list(List, 'Segments it goes to, each by the ListID of its list and its Name. This or SubscriberListIDs is needed.')),
    },
    either: ['SubscriberListIDs', 'ListSegments'],
    result: U(CampaignID),
    refusals: fromPagesRefusals,
  }),
  'Campaign.Send': card('SendCampaign', on('CampaignID', 'Send'), 'change', {
    summary: 'Sends a draft, Immediately or at a date.',
    parameters: { ...ofCampaign, ConfirmationEmail, SendDate },
    result: R,
    jsonResult: SendResult,
    refusals: sentRefusals,
  }),
  'Campaign.Delete': card('DeleteCampaign', on('CampaignID', 'Draft'), 'change', {
    summary: 'Deletes a campaign.',
    parameters: ofCampaign,
    result: R,
    refusals: [],
  }),
}
