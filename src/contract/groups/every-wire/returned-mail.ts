/** Bounces and complaints of a campaign, holds for complaints, and the mails that came back. */

import { card, on, R, U } from '../../card.ts'
import { boolean, describe, enumeration, exemplify, int, list, long, optional, record, text } from '../../shapes.ts'
import { After, fields, id, Limit, ofCampaign, ofClient } from '../../words.ts'

const Status = text('The enhanced status code (RFC 3463); empty without one.', '5.2.2')
const Evidence = text('The line that says it.', '552 5.2.2 The mailbox is full')
const MailID = text('The returned mail: 32 hexadecimal digits, as Mailbox.List names it.', id('e'))
const sender = text('The envelope sender; empty for bounces.', '')
const SizeInBytes = long('The size in octets.', 4210)

export const BounceClass = enumeration('BounceClass', 'RecipientGone', 'MailboxFull', 'Policy', 'Content', 'Dns', 'Transient', 'Unknown')

/**
 * BounceType is `H` or `S`. Status is an enhanced status code or empty, Code an SMTP reply code or 0. Reported is the address the
 * report names, where that is another than the recipient's.
 */
export const BounceDetail = record('BounceDetail', {
  Number: fields.Number,
  EmailAddress: fields.EmailAddress,
  ListID: fields.ListID,
  Date: exemplify(fields.Date, '2026-03-21 08:05:40'),
  BounceType: exemplify(fields.BounceType, 'S'),
  Class: describe(BounceClass, 'Why the copy bounced.', 'MailboxFull'),
  Status,
  Code: int('The SMTP reply code, 0 without one.', 552),
  Evidence,
  Reported: text('The address the report names, where it is another than the recipient’s.', ''),
})

export const BounceCount = record('BounceCount', { Class: describe(BounceClass, 'The reason.', 'MailboxFull'), Recipients: int('How many bounced for it.', 4) })

/** FeedbackType is `abuse`, `fraud` … (RFC 5965). */
export const CampaignComplaint = record('CampaignComplaint', {
  Number: fields.Number,
  EmailAddress: fields.EmailAddress,
  ListID: fields.ListID,
  Date: exemplify(fields.Date, '2026-03-21 09:12:00'),
  FeedbackType: text('abuse, fraud … (RFC 5965).', 'abuse'),
  Evidence: exemplify(Evidence, 'Feedback-Type: abuse'),
})

export const AlarmKind = enumeration('AlarmKind', 'Warning', 'Hold')

/** CampaignID is empty where all campaigns of the client were judged together; ReleasedDate is empty until a hold is released. */
export const ComplaintAlarm = record('ComplaintAlarm', {
  Date: exemplify(fields.Date, '2026-03-21 09:12:00'),
  Kind: describe(AlarmKind, 'A Warning, or a Hold that stopped sending.', 'Hold'),
  CampaignID: text('The campaign; empty where all campaigns of the client were judged together.', id('d')),
  Reason: text('The share of complaints that caused it.', 'complaints 0.41 %: 41 of 10000 mails'),
  ReleasedDate: text('When the hold was released; empty before.', '2026-03-21 10:00:00'),
  ReleasedBy: text('Who released it.', 'carla'),
})

/** Complaints, Mails and Share are of the campaigns of the last 30 days, or since the latest release. Campaigns: those paused for complaints. */
export const ClientHold = record('ClientHold', {
  Held: fields.Held,
  Complaints: int('Complaints about campaigns of the last 30 days, or since the latest release.', 2),
  Mails: int('Mails of these campaigns.', 9800),
  Share: text('Complaints in percent of mails.', '0.02 %'),
  Campaigns: list(text(), 'CampaignIDs of those paused for complaints.', [id('d')]),
  Alarms: list(ComplaintAlarm, 'Warnings and holds, the newest first.'),
})

export const ReturnedMailState = enumeration('ReturnedMailState', 'Waiting', 'Read', 'Unrecognised', 'Unmatched', 'Unreadable')

/**
 * Kind is bounce, delay, delivery, complaint, auto-reply, opt-out or other; Class why a mail did not arrive, in the words of BounceClass;
 * Evidence the line that says it, or why the mail cannot be read. Sequence is what After takes. EmailAddress and Number are the recipient's it is about, if one is known.
 */
export const ReturnedMail = record('ReturnedMail', {
  MailID,
  Date: fields.Date,
  State: describe(ReturnedMailState, 'How far it was understood.', 'Read'),
  Kind: text('bounce, delay, delivery, complaint, auto-reply, opt-out or other.', 'bounce'),
  Class: text('Why a mail did not arrive, in the words of BounceClass; empty for other kinds.', 'MailboxFull'),
  Status,
  Evidence: text('The line that says it, or why the mail cannot be read.', '552 5.2.2 The mailbox is over quota'),
  EmailAddress: text('The recipient it is about; empty where none is known.', 'sam@reader.example'),
  CampaignID: text('The campaign it is about; empty where none is known.', id('d')),
  Number: long('The number of that recipient; 0 where none is known.', 17),
  Sender: sender,
  SizeInBytes,
  Sequence: long('The place in the order of arrival, as After takes it.', 1204),
})

/** Cut: there is more of it than Text shows. */
export const ReturnedMessage = record('ReturnedMessage', {
  Date: fields.Date,
  Remote: text('The network address it came from.', '192.0.2.25'),
  Helo: text('What the sending host called itself.', 'mx.reader.example'),
  Sender: sender,
  Recipient: text('The envelope recipient.', 'b+aebagbafaydqqcikbmga2dqpcaireeyuculbogazdinryhi6@bounce.bloom.example'),
  SizeInBytes,
  Headers: text('The headers as they came.', 'Subject: Undelivered Mail Returned to Sender'),
  Text: text('What follows them, as it came: encoded parts stay encoded.', 'The mailbox is over quota'),
  Cut: boolean('There is more of it than Text shows.', false),
})

export const complaints = {
  'Campaign.GetBounceDetails': card('GetCampaignBounceDetails', on('CampaignID', 'ReadReports'), 'bulk read', {
    summary: 'Whose copy bounced, why, and what said so, page by page.',
    parameters: { ...ofCampaign, After, Limit: exemplify(Limit, 1000) },
    result: U(list(BounceDetail)),
    refusals: [],
  }),
  'Campaign.GetBounceSummary': card('GetCampaignBounceSummary', on('CampaignID', 'ReadReports'), 'read', {
    summary: 'How many recipients of a campaign bounced for which reason.',
    parameters: ofCampaign,
    result: U(list(BounceCount)),
    refusals: [],
  }),
  'Campaign.GetComplaints': card('GetCampaignComplaints', on('CampaignID', 'ReadReports'), 'bulk read', {
    summary: 'Who complained about a campaign, page by page.',
    parameters: { ...ofCampaign, After, Limit: exemplify(Limit, 1000) },
    result: U(list(CampaignComplaint)),
    refusals: [],
  }),
  'Client.GetHold': card('GetClientHold', on('ClientID', 'Draft'), 'read', {
    summary: 'How many recipients of a client complain, and whether its sending is held for that.',
    parameters: ofClient,
    result: U(ClientHold),
    refusals: [],
  }),
  'Client.ReleaseHold': card('ReleaseClientHold', on('ClientID', 'Settings'), 'change', {
    summary: 'Lets a client that is held for complaints send again, and its campaigns that were paused for them go on.',
    parameters: ofClient,
    result: R,
    refusals: [],
  }),
}

export const mailbox = {
  'Mailbox.List': card('GetReturnedMail', on('ClientID', 'Settings'), 'bulk read', {
    summary: 'Mail that came back to a client, newest first, page by page: bounces, complaints, opt-outs by mail, and what was not recognised.',
    parameters: {
      ...ofClient,
      State: optional(text('Only mails in this state; left out or empty for all.', 'Unrecognised')),
      After: long('The Sequence of the last row you have read, 0 for the first page.', 0),
      Limit,
    },
    result: U(list(ReturnedMail)),
    refusals: ['InvalidMailState'],
  }),
  'Mailbox.GetMessage': card('GetReturnedMessage', on('ClientID', 'Settings'), 'bulk read', {
    summary: 'A returned mail as it came: where from, its headers, and the beginning of its text.',
    parameters: { ...ofClient, MailID },
    result: U(ReturnedMessage),
    refusals: ['UnknownMail'],
  }),
  'Mailbox.ReadAgain': card('ReadReturnedMailAgain', on('ClientID', 'Settings'), 'change', {
    summary: 'Has returned mail that was not recognised read again, by the rules of today; yields how many mails.',
    parameters: ofClient,
    result: U(exemplify(int(), 12)),
    refusals: [],
  }),
}
