/** Campaigns in pages by number, and the tags they are found by. */

import { card, on, R, U } from '../card.ts'
import { describe, enumeration, exemplify, int, list, optional, record, text } from '../shapes.ts'
import { Descending, FromEmail, FromName, fields, id, moment, ofCampaign, ofClient, Page, PageSize, ReplyTo } from '../words.ts'

export const CampaignKind = enumeration('CampaignKind', 'Sent', 'Scheduled', 'Draft')

/** Dates that have not come are empty. Sent campaigns are those that have started. */
export const NumberedCampaign = record('NumberedCampaign', {
  CampaignID: fields.CampaignID,
  Name: fields.CampaignName,
  Subject: text('The subject of its mails.', 'The tulips are out'),
  FromName,
  FromEmail,
  ReplyTo,
  CreatedDate: text('When it was made, in the time zone of the client.'),
  DueDate: text('When it is due, in the time zone of the client; empty where it is not scheduled.', ''),
  SentDate: text('When it began, in the time zone of the client; empty before.', '2026-03-21 08:00:00'),
  Timezone: text('The time zone of the client.', '(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna'),
  Recipients: int('How many it goes to, once it has begun; 0 before.', 148),
  Tags: list(text(), 'Its tags.', ['spring']),
  WebVersionURL: fields.WebVersionURL,
})

export const NumberedCampaignPage = record('NumberedCampaignPage', { Campaigns: list(NumberedCampaign, 'The campaigns of this page.'), Total: fields.Total })

export const RecipientEventKind = enumeration('RecipientEventKind', 'Recipient', 'Open', 'Click', 'Bounce', 'Unsubscribe', 'Complaint')

export const RecipientEventOrder = enumeration('RecipientEventOrder', 'EmailAddress', 'List', 'Date')

/** What does not belong to its kind is empty. */
export const RecipientEvent = record('RecipientEvent', {
  EmailAddress: text('The address as it was when the campaign began.', 'carla@bloom.example'),
  ListID: text('The list it came from; empty once that is purged.', id('b')),
  Date: text('When it happened, in the time zone of the client; empty for recipients.', '2026-03-20 09:30:00'),
  RemoteAddress: text('The network address that opened or clicked; otherwise empty.', '192.0.2.17'),
  URL: text('The link that was clicked; otherwise empty.', 'https://bloom.example/tulips'),
  BounceType: text('H for a hard bounce, S for a soft one; otherwise empty.', ''),
  Reason: text('Of a bounce, what the other server said; of a complaint, its kind; otherwise empty.', ''),
})

export const RecipientEventPage = record('RecipientEventPage', {
  Events: list(RecipientEvent, 'The events of this page.', [
    {
      EmailAddress: 'sam@reader.example',
      ListID: id('b'),
      Date: '2026-03-20 09:30:00',
      RemoteAddress: '192.0.2.17',
      URL: 'https://bloom.example/tulips',
      BounceType: '',
      Reason: '',
    },
  ]),
  Total: fields.Total,
  HitsFromDate: fields.HitsFromDate,
})

export const CampaignTag = record('CampaignTag', { Name: text('The tag.', 'spring'), Campaigns: int('How many campaigns have it.') })

export const campaignPages = {
  'Campaign.Page': card('GetCampaignsByPage', on('ClientID', 'ReadReports'), 'read', {
    summary: 'The campaigns of a client that were sent, are scheduled or are drafts, page by page by number, by date, with how many there are.',
    parameters: {
      ...ofClient,
      Kind: describe(CampaignKind, 'Sent: those that have started, by when they did. Scheduled: by when they are due. Draft: by when they were made.'),
      Tags: optional(list(text(), 'Only campaigns that have all of these tags; left out or empty for any.', [])),
      SentFrom: optional(text('Of those that were sent, only on this day of the client or later: YYYY-MM-DD. Left out or empty for any.', '2026-03-01')),
      SentUntil: optional(text('Of those that were sent, only on this day of the client or before: YYYY-MM-DD. Left out or empty for any.', '')),
      Page,
      PageSize,
      Descending: exemplify(Descending, true),
    },
    result: U(NumberedCampaignPage),
    refusals: ['InvalidDate'],
  }),
  'Campaign.PageEvents': card('GetRecipientEventsByPage', on('CampaignID', 'ReadReports'), 'bulk read', {
    summary:
      'The recipients of a campaign, or each open, click, bounce, opt-out or complaint with its date, page by page by number, with how many there are. Opens and clicks of machines are among them.',
    parameters: {
      ...ofCampaign,
      Kind: describe(RecipientEventKind, 'Recipient: whom it went to. The others: each event of that kind.', 'Click'),
      Since: optional(text(`Only events after this moment: ${moment} Left out or empty for all, and for recipients.`, '')),
      Page,
      PageSize,
      Order: describe(RecipientEventOrder, 'By address; by list, in the order in which recipients are numbered; or by date.', 'Date'),
      Descending,
    },
    result: U(RecipientEventPage),
    refusals: ['InvalidDate'],
  }),
  'Campaign.SetTags': card('SetCampaignTags', on('CampaignID', 'Draft'), 'change', {
    summary: 'Replaces the tags of a campaign, whatever its state.',
    parameters: {
      ...ofCampaign,
      Tags: optional(list(text(), 'Up to 20 tags of at most 50 characters; two that differ in case alone are one. Left out or empty for none.', ['spring'])),
    },
    result: R,
    refusals: [],
  }),
  'Client.GetTags': card('GetClientTags', on('ClientID', 'View'), 'read', {
    summary: 'The tags of the campaigns of a client, by name, with how many campaigns have each.',
    parameters: ofClient,
    result: U(list(CampaignTag)),
    refusals: [],
  }),
}
