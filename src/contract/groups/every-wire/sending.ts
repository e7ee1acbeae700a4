/** The state of a campaign and of its recipients, test mails, and steering a campaign that is sent. */

import { card, on, R, U } from '../../card.ts'
import { boolean, describe, enumeration, exemplify, int, list, optional, record, text } from '../../shapes.ts'
import { After, fields, Limit, ofCampaign, PersonalizeAs } from '../../words.ts'

const Code = int('The reply code of the relay, 0 without one.', 450)

export const CampaignState = enumeration('CampaignState', 'Draft', 'Scheduled', 'Sending', 'Paused', 'Cancelled', 'Sent')

export const campaignState = describe(CampaignState, 'What the campaign does now.', 'Sent')

/** Recipients is always the sum of the seven counts after it. Dates are in the client's time zone. */
export const CampaignProgress = record('CampaignProgress', {
  State: exemplify(campaignState, 'Sending'),
  Recipients: int('All recipients: the sum of the seven counts that follow.', 1000),
  Planned: exemplify(fields.Planned, 200),
  HandingOver: exemplify(fields.HandingOver, 10),
  Accepted: exemplify(fields.Accepted, 770),
  Deferred: exemplify(fields.Deferred, 8),
  Refused: fields.Refused,
  Unknown: fields.Unknown,
  Excluded: fields.Excluded,
  DueDate: text('When it is to start, in the time zone of the client; empty for a draft.', '2026-03-21 08:00:00'),
  SentDate: fields.SentDate,
  FinishedDate: fields.FinishedDate,
})

export const RecipientState = enumeration('RecipientState', 'Planned', 'HandingOver', 'Accepted', 'Deferred', 'Refused', 'Unknown', 'Excluded')

/** A RecipientState as text. */
export const wantedState = optional(text('Only recipients in this state; left out or empty for all.', ''))

/** Code is the relay's reply code, 0 without a reply; Answer is the relay's words, or why no relay was asked. */
export const CampaignRecipient = record('CampaignRecipient', {
  Number: fields.Number,
  EmailAddress: fields.EmailAddress,
  ListID: fields.ListID,
  State: describe(RecipientState, 'What became of the recipient so far.', 'Deferred'),
  Attempts: int('How often the mail was handed over.'),
  Date: text('When the state was reached, in the time zone of the client.', '2026-03-21 08:00:02'),
  Code,
  Answer: text('What the relay said, or why no relay was asked.', '4.2.0 try again later'),
  RetryDate: fields.RetryDate,
})

export const CampaignEvent = record('CampaignEvent', {
  Date: exemplify(fields.Date, '2026-03-21 08:02:00'),
  Action: text('What was done.', 'pause'),
  Username: fields.Username,
  Detail: text('From which state to which, and what belongs to it.', 'sending → paused; waiting: 12135'),
})

/** State is Accepted, Deferred, Refused or Unknown. */
export const TestResult = record('TestResult', {
  EmailAddress: exemplify(fields.EmailAddress, 'carla@bloom.example'),
  State: describe(RecipientState, 'Accepted, Deferred, Refused or Unknown.', 'Accepted'),
  Code: exemplify(Code, 250),
  Answer: text('What the relay said.', '2.0.0 taken'),
})

export const Settlement = enumeration('Settlement', 'Accepted', 'Refused', 'Retry')

/** What test mails take and answer, whichever call sends them. */
export const testMails = {
  recipients: list(text(), 'Up to 15 email addresses.', ['carla@bloom.example']),
  result: U(list(TestResult)),
  refusals: [
    'InvalidEmail',
    'NotInList',
    'TestRecipientsRequired',
    'TooManyTestRecipients',
    'TestLimit',
    'PublicUrlRequired',
    'DraftIncomplete',
    'NotComposable',
    'StaleRevision',
  ],
} as const

export const sending = {
  'Campaign.GetProgress': card('GetCampaignProgress', on('CampaignID', 'ReadReports'), 'read', {
    summary: 'How far a campaign is: how many recipients are in which state.',
    parameters: ofCampaign,
    result: U(CampaignProgress),
    refusals: [],
  }),
  'Campaign.GetRecipients': card('GetCampaignRecipients', on('CampaignID', 'ReadReports'), 'bulk read', {
    summary: 'The recipients of a campaign with what became of each, page by page: those in one state, or all.',
    parameters: {
      ...ofCampaign,
      State: exemplify(wantedState, 'Refused'),
      After,
      Limit: exemplify(Limit, 1000),
    },
    result: U(list(CampaignRecipient)),
    refusals: ['InvalidRecipientState'],
  }),
  'Campaign.GetHistory': card('GetCampaignHistory', on('CampaignID', 'ReadReports'), 'read', {
    summary: 'What was done to a campaign and by whom, newest first.',
    parameters: ofCampaign,
    result: U(list(CampaignEvent)),
    refusals: [],
  }),
  'Campaign.SendTest': card('SendCampaignTest', on('CampaignID', 'Draft'), 'change', {
    summary: 'Sends the message of a campaign to up to 15 addresses, marked as a test and counted nowhere.',
    parameters: { ...ofCampaign, Recipients: testMails.recipients, PersonalizeAs },
    result: testMails.result,
    refusals: testMails.refusals,
  }),
  'Campaign.SetAtLeastOnce': card('SetCampaignAtLeastOnce', on('CampaignID', 'Draft'), 'change', {
    summary: 'Chooses, before it begins, whether who was under way when a sender died is sent to again: at least once instead of at most once.',
    parameters: { ...ofCampaign, AtLeastOnce: boolean('True: recipients in flight when a sender died are sent to again and may get two copies.') },
    result: R,
    refusals: ['AlreadySent', 'CampaignCancelled'],
  }),
  'Campaign.Unschedule': card('UnscheduleCampaign', on('CampaignID', 'Send'), 'change', {
    summary: 'Makes a scheduled campaign a draft again.',
    parameters: ofCampaign,
    result: R,
    refusals: ['CampaignNotScheduled'],
  }),
  'Campaign.Pause': card('PauseCampaign', on('CampaignID', 'Send'), 'change', {
    summary: 'Stops sending until the campaign is resumed.',
    parameters: ofCampaign,
    result: R,
    refusals: ['AlreadySent', 'CampaignNotSending', 'CampaignCancelled'],
  }),
  'Campaign.Resume': card('ResumeCampaign', on('CampaignID', 'Send'), 'change', {
    summary: 'Goes on with a paused campaign where it was.',
    parameters: ofCampaign,
    result: R,
    refusals: ['DuplicateCampaignName', 'AlreadySent', 'CampaignNotPaused', 'CampaignCancelled', 'ClientHeld', 'CampaignHeld'],
  }),
  'Campaign.Cancel': card('CancelCampaign', on('CampaignID', 'Send'), 'change', {
    summary: 'Stops a campaign for good: no further recipient is sent to.',
    parameters: ofCampaign,
    result: R,
    refusals: ['AlreadySent', 'CampaignNotSending'],
  }),
  'Campaign.RetryFailed': card('RetryFailedRecipients', on('CampaignID', 'Send'), 'change', {
    summary: 'Sends again to recipients who were refused or wait for a later attempt; yields how many.',
    parameters: ofCampaign,
    result: U(exemplify(int(), 7)),
    refusals: ['CampaignNotStarted', 'CampaignCancelled', 'ClientHeld'],
  }),
  'Campaign.SettleUnknown': card('SettleUnknownRecipients', on('CampaignID', 'Send'), 'change', {
    summary: 'Decides what became of one recipient who is unknown, or with Number 0 of all; yields how many.',
    parameters: {
      ...ofCampaign,
      Number: int('The Number of the recipient, 0 for all who are unknown.', 17),
      As: describe(Settlement, 'What became of them; Retry sends to them again.', 'Retry'),
    },
    result: U(int()),
    refusals: ['CampaignNotStarted', 'CampaignCancelled', 'UnknownRecipient', 'ClientHeld'],
  }),
}
