/** Options of a list, consent and history of a subscriber, suppression by address, and opt-outs made by scanners. */

import { card, on, R, U } from '../../card.ts'
import { describe, enumeration, exemplify, int, list, optional, record, text } from '../../shapes.ts'
import { Deliberately, Email, fields, id, ofCampaign, ofClient, ofList, RemovedEntry, SuppressedEntry } from '../../words.ts'

const Language = text('The language of pages and mails for subscribers: en, de, fr or es, also with a region such as de-AT.', 'de')
const Agent = text('The User-Agent of the program that did it.', 'Mozilla/5.0')
const Detail = text('More about it, for people to read.', '')

export const UnsubscribeScope = enumeration('UnsubscribeScope', 'List', 'Client')

export const Tracking = enumeration('Tracking', 'Always', 'Consent', 'Never')

export const unsubscribeScope = describe(UnsubscribeScope, 'Whether an opt-out ends this membership only or bars the address from the whole client.')

const tracking = describe(Tracking, 'Whose opens and clicks are recorded: of all recipients, of those who agreed, of none.')

export const ListOptions = record('ListOptions', { UnsubscribeScope: unsubscribeScope, Tracking: tracking, Language })

/**
 * One change of a membership and the proof of it. By is api, page, one-click, mail, bounce, complaint, console or operator;
 * FromState is empty for the first; what does not apply is empty. Where only a preference or the suppression of the address
 * changed, both states are the one it had.
 */
export const SubscriberChange = record('SubscriberChange', {
  Date: fields.Date,
  FromState: text('The state before; empty for the first change.', 'Active'),
  ToState: text('The state after.', 'Unsubscribed'),
  Cause: text('What happened.', 'unsubscribed'),
  By: text('How: api, page, one-click, mail, bounce, complaint, console or operator.', 'one-click'),
  Username: exemplify(fields.Username, ''),
  Wire: text('The wire of the call; empty where it was none.', ''),
  RemoteAddress: text('The network address it came from; empty where it came from none.', '192.0.2.17'),
  Agent,
  CampaignID: text('The campaign whose mail was the occasion; empty where it was none.', id('d')),
  Detail,
})

/** Unknown: never asked, or no longer known. */
export const ConsentState = enumeration('ConsentState', 'Granted', 'Denied', 'Unknown')

export const ScannerReason = enumeration('ScannerReason', 'Burst', 'EveryLink')

/** An opt-out that looks like a machine's; Network is the beginning of the address it came from. */
export const ScannerOptOut = record('ScannerOptOut', {
  EmailAddress: fields.EmailAddress,
  ListID: fields.ListID,
  Date: fields.Date,
  By: text('How: page, one-click or mail.', 'page'),
  Network: text('The beginning of the network address it came from.', '192.0.2.0'),
  Agent,
  Reason: describe(ScannerReason, 'Burst: many at once from one place. EveryLink: all links were followed around it.', 'EveryLink'),
  Detail: exemplify(Detail, '4 of 5 links were followed within 10 seconds of it.'),
})

export const optOuts = {
  'List.SetOptions': card('SetListOptions', on('ListID', 'ChangeAudience'), 'change', {
    summary: 'Sets whether an opt-out counts for the list or the whole client, who is tracked, and the language of pages and mails.',
    parameters: { ...ofList, UnsubscribeScope: unsubscribeScope, Tracking: tracking, Language },
    result: R,
    refusals: ['InvalidLanguage'],
  }),
  'List.GetOptions': card('GetListOptions', on('ListID', 'View'), 'read', {
    summary: 'How far an opt-out from a list reaches, who is tracked, and its language.',
    parameters: ofList,
    result: U(ListOptions),
    refusals: [],
  }),
  'Subscriber.GetHistory': card('GetSubscriberHistory', on('ListID', 'ReadAudience'), 'read', {
    summary: 'Every change of a membership with its proof: when, by whom, from where, because of which mail.',
    parameters: { ...ofList, Email },
    result: U(list(SubscriberChange)),
    refusals: ['InvalidEmail'],
  }),
  'Subscriber.SetTrackingConsent': card('SetTrackingConsent', on('ListID', 'ChangeAudience'), 'change', {
    summary: 'Records whether a subscriber agreed to have opens and clicks recorded; mails composed from now on go by it.',
    parameters: { ...ofList, Email, Consent: describe(ConsentState, 'What the subscriber said; Unknown forgets it.') },
    result: R,
    refusals: ['InvalidEmail', 'NotInList'],
  }),
  'Subscriber.GetTrackingConsent': card('GetTrackingConsent', on('ListID', 'ReadAudience'), 'read', {
    summary: 'Whether a subscriber agreed to have opens and clicks recorded.',
    parameters: { ...ofList, Email },
    result: U(ConsentState),
    refusals: ['InvalidEmail', 'NotInList'],
  }),
  'Campaign.GetForwards': card('GetCampaignForwards', on('CampaignID', 'ReadReports'), 'read', {
    summary: 'How many friends a campaign was sent on to.',
    parameters: ofCampaign,
    result: U(exemplify(int(), 23)),
    refusals: [],
  }),
  'Client.AddSuppression': card('AddClientSuppression', on('ClientID', 'Settings'), 'change', {
    summary: 'Puts an address on the suppression list of a client.',
    parameters: { ...ofClient, EmailAddress: SuppressedEntry },
    result: R,
    refusals: ['InvalidEmail'],
  }),
  'Client.RemoveSuppression': card('RemoveClientSuppression', on('ClientID', 'Settings'), 'change', {
    summary: 'Takes an address off the suppression list; one that opted out, bounced or complained only Deliberately.',
    parameters: { ...ofClient, EmailAddress: RemovedEntry, Deliberately },
    result: R,
    refusals: ['InvalidEmail', 'NotSuppressed', 'RemovalNotDeliberate', 'ContactErased'],
  }),
  'Campaign.FindScannerOptOuts': card('FindScannerOptOuts', on('CampaignID', 'ReadAudience'), 'bulk read', {
    summary: 'Opt-outs from a campaign that look like those of a mail scanner, each with the reason.',
    parameters: ofCampaign,
    result: U(list(ScannerOptOut)),
    refusals: [],
  }),
  'Campaign.RepairOptOuts': card('RepairOptOuts', on('CampaignID', 'ChangeAudience'), 'change', {
    summary: 'Brings back those of these addresses that left through a mail of this campaign in the last 30 days; yields how many.',
    parameters: { ...ofCampaign, EmailAddresses: optional(list(text(), 'Email addresses, up to 10,000.', ['sam@reader.example'])) },
    result: U(int()),
    refusals: ['InvalidEmail'],
  }),
}
