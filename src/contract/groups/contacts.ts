/** Subscribers of a list page by page, contacts across the lists of a client, and changes of one contact. */

import { card, on, R, U } from '../card.ts'
import { boolean, describe, enumeration, exemplify, int, list, long, optional, record, text } from '../shapes.ts'
import { fields, id, moment, ofClient, ofList, page } from '../words.ts'
import { ConsentBasis } from './consents.ts'
import { ConsentState, SubscriberChange } from './every-wire/opt-outs.ts'
import { SubscriberCustomField } from './historical/subscribers.ts'
import { RecipientStep } from './reports.ts'
import { Suppression } from './suppressions.ts'
import { TagLabel, TagOfContact } from './tags.ts'

const listTitle = text('The title of the list.', 'Spring newsletter')
const StateDate = text('When the contact came into this state, in the time zone of the client.')
const JoinedDate = text('When the contact last joined the list, in the time zone of the client.')
const PausedUntil = text(
  'The last day on which no campaign of the client goes to the contact, because it asked for a pause, YYYY-MM-DD; empty without a pause. It is of the person: the same on every list.',
  '',
)
const latestName = text('The name of the membership that began last among those that have one; empty where none has.', 'Sam Reader')
const latestAddress = text('The address, as the membership that began last has it.', 'carla@bloom.example')

export const SubscriberOrder = enumeration('SubscriberOrder', 'Newest', 'Address')

export const MembershipState = enumeration('MembershipState', 'Active', 'Unconfirmed', 'Unsubscribed', 'Bounced', 'Deleted')

const State = describe(MembershipState, 'What the membership is now.')

/** CustomFields has the fields that were asked for. */
export const ListedSubscriber = record('ListedSubscriber', {
  EmailAddress: fields.EmailAddress,
  Name: fields.Name,
  State,
  StateDate: text('When the subscriber came into this state, in the time zone of the client.', '2026-03-20 09:30:00'),
  JoinedDate: text('When the subscriber last joined the list, in the time zone of the client.', '2026-03-20 09:28:14'),
  PausedUntil,
  CustomFields: list(SubscriberCustomField, 'The values of the fields named in Fields; a field without a value is left out.'),
})

export const SubscriberPage = record('SubscriberPage', {
  Subscribers: list(ListedSubscriber, 'The subscribers of this page, in the order asked for.'),
  NextCursor: fields.NextCursor,
})

export const ContactSearchBy = enumeration('ContactSearchBy', 'Address', 'Domain', 'Name', 'Tag', 'Any')

export const CountPrecision = enumeration('CountPrecision', 'Exact', 'AtLeast', 'About')

export const FoundCount = record('FoundCount', {
  Contacts: long('How many contacts are found, each once.', 812),
  Precision: describe(
    CountPrecision,
    'Exact: that many. AtLeast: more than that, which is as far as they are counted. About: an estimate, of several large lists whose people are partly the same.',
    'Exact',
  ),
})

export const ContactMembership = record('ContactMembership', { ListID: fields.ListID, Title: listTitle, State, StateDate, JoinedDate })

export const FoundContact = record('FoundContact', {
  EmailAddress: exemplify(fields.EmailAddress, 'carla@bloom.example'),
  Name: latestName,
  Memberships: list(ContactMembership, 'The memberships of lists that are not deleted, those first that began last; 100 at most.'),
  Tags: list(TagLabel, 'The tags of the contact, by name.'),
})

export const MembershipOfContact = record('MembershipOfContact', {
  ListID: fields.ListID,
  Title: listTitle,
  Name: text('The name that this membership has.', 'Sam Reader'),
  MobileNumber: text('In E.164 form; empty without one.', '+4915112345678'),
  State,
  StateDate,
  JoinedDate,
  TrackingConsent: describe(ConsentState, 'Whether the contact agreed to have opens and clicks recorded.'),
  PersonalisingConsent: describe(ConsentState, 'Whether the contact agreed that what was recorded chooses what it gets.', 'Unknown'),
  HygieneConsent: describe(ConsentState, 'Whether the contact agreed that the date of its last open is kept, to leave out the inactive.', 'Unknown'),
  LastOpenDate: text('The last day on which a letter was opened, YYYY-MM-DD, where it is kept for hygiene; empty else.', ''),
  PausedUntil,
  LeaveReason: text('Why the contact left, where it said so: TooMany, NotInteresting, NeverSignedUp, OtherAddress, HardToRead, Other; empty else.', ''),
  LeaveComment: text('What the contact wrote beside it; empty where it wrote nothing.', ''),
  Basis: describe(ConsentBasis, 'What allows that the contact is mailed.', 'Express'),
  BasisEndsOn: text('The last day of an implied consent, YYYY-MM-DD; empty for no end.', ''),
  Language: text('The language that the contact chose, as a tag such as de; empty where none was chosen.', 'de'),
  CustomFields: list(SubscriberCustomField, 'The values of the custom fields; a field without a value is left out.'),
})

const Memberships = list(MembershipOfContact, 'The memberships of lists that are not deleted, those first that began last; 100 at most.')

const suppression = describe(
  Suppression,
  'The entry of the suppression list of the account or the client that suppresses the contact: no mail of the client goes there. Of several the account comes first; absent without one.',
)

const ListSuppressions = list(
  Suppression,
  'The entries of single lists that stand against the contact: it cannot join such a list, and no campaign that goes to it goes to the contact.',
)

/** Has either a Change or a Step. */
export const ContactEntry = record('ContactEntry', {
  Date: text('When it happened, in the time zone of the client.', '2026-03-20 09:30:00'),
  ListID: text('The list of the membership; empty for the suppression list of the client, and where the list is deleted.', id('b')),
  CampaignID: text('The campaign of the mail, or whose mail was the occasion of a change; empty without one.', id('d')),
  CampaignName: text('The name of the campaign of the mail; empty for changes.', 'Spring 2026'),
  Number: int('The Number of the recipient in the campaign, as Campaign.GetRecipientHistory takes it; 0 for changes.'),
  Change: describe(SubscriberChange, 'A change of a membership, of a preference or of the suppression, with its proof; absent for mails.'),
  Step: describe(RecipientStep, 'What happened to a mail; absent for changes.'),
})

export const Contact = record('Contact', {
  EmailAddress: latestAddress,
  Name: latestName,
  Memberships,
  Tags: list(TagOfContact, 'The tags of the contact, by name.'),
  Suppression: suppression,
  ListSuppressions,
  Timeline: list(
    ContactEntry,
    'What happened, newest first: of memberships of lists that are not deleted, and of mails of the 1,000 campaigns made last. Mails are there for callers who may read reports.',
  ),
  NextCursor: fields.NextCursor,
  HitsFromDate: fields.HitsFromDate,
})

export const ContactPage = record('ContactPage', {
  Contacts: list(
    FoundContact,
    'The contacts of this page, each once, in the order of the characters of their addresses; a search by name in that of the names.',
  ),
  NextCursor: fields.NextCursor,
})

/** The entries are in the order in which they happened. */
export const ContactProof = record('ContactProof', {
  EmailAddress: latestAddress,
  Name: latestName,
  PreparedDate: text('When this was put together, in the time zone of the client.'),
  Timezone: text('The time zone of the client, of all dates here.', '(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna'),
  HasMails: boolean('Whether mails are among the entries: they are for callers who may read reports.'),
  IsComplete: boolean('False when there are more than 5,000 entries; the oldest are left out then.'),
  HitsFromDate: fields.HitsFromDate,
  Memberships,
  Suppression: suppression,
  ListSuppressions,
  Entries: list(ContactEntry, 'What happened, in its order: of memberships of lists that are not deleted, and of mails of the 1,000 campaigns made last.'),
})

const contactEmail = text('The address of the contact.', 'sam@reader.example')

const subscriberEmail = text('The address of the subscriber.', 'sam@reader.example')

const contactFilter = {
  ListIDs: optional(list(text(), 'With Any: only contacts on one of these lists, 50 at most; left out or empty for all lists of the client.', [])),
  States: optional(
    list(text(), 'With Any: only contacts with a membership in one of these states, of one of the lists; left out or empty for all states.', []),
  ),
  Tag: optional(text('With Any: only contacts who have this tag, by its name or its TagID; left out or empty for all.', '')),
}

export const readingContacts = {
  'Subscriber.List': card('ListSubscribers', on('ListID', 'ReadAudience'), 'bulk read', {
    summary: 'The subscribers of a list, page by page, by date or by address.',
    parameters: {
      ...ofList,
      State: optional(text('Only subscribers in this state; left out or empty for all.', 'Active')),
      States: optional(list(text(), 'Only subscribers in one of these states, if State is left out or empty; left out or empty for all.', [])),
      Search: optional(
        text(
          'Only addresses that begin with this, with the domain in A-labels; case does not matter. Goes with Order Address; left out or empty for all.',
          'sam',
        ),
      ),
      JoinedSince: optional(text(`Only those who joined then or later: ${moment} Goes with Order Newest; left out or empty for any.`, '')),
      JoinedUntil: optional(text(`Only those who joined before: ${moment} Goes with Order Newest; left out or empty for any.`, '')),
      Order: describe(SubscriberOrder, 'Newest: who joined last comes first. Address: in the order of the characters of the addresses.', 'Address'),
      Fields: optional(list(text(), 'Keys of the custom fields to answer, with or without brackets; left out or empty for none.', ['Favouriteflower'])),
      ...page,
    },
    result: U(SubscriberPage),
    refusals: ['InvalidDate', 'InvalidKey'],
  }),
  'Subscriber.Search': card('SearchContacts', on('ClientID', 'ReadAudience'), 'bulk read', {
    summary: 'Contacts of a client across its lists, each with its memberships and tags, page by page: by address, domain, name or tag.',
    parameters: {
      ...ofClient,
      By: describe(
        ContactSearchBy,
        'Address: contacts whose address begins with Search. Domain: those whose address has this domain. Name: those one of whose names has Search in it, from three characters on; a shorter one, and where the database has no index for parts, begins with it. Tag: those who have the tag that Search names, by its name or its TagID, and are on a list. Any: those whom Search finds as the beginning of an address, as a domain or, from three characters on, as a part of a name or as beginnings of words of custom fields.',
      ),
      Search: optional(
        text(
          'The beginning of an address or of a name, or a whole domain, domains in A-labels; case does not matter. Left out or empty with Address or Any for all contacts.',
          'sam',
        ),
      ),
      ...contactFilter,
      ...page,
    },
    result: U(ContactPage),
    refusals: ['InvalidListId', 'UnknownTag'],
  }),
  'Subscriber.CountFound': card('CountFoundContacts', on('ClientID', 'ReadAudience'), 'read', {
    summary: 'How many contacts Subscriber.Search finds by Any with the same text and filters, counted one by one up to 10,000.',
    parameters: {
      ...ofClient,
      Search: optional(text('As of Subscriber.Search; left out or empty for all contacts.', 'sam')),
      ListIDs: optional(list(text(), 'As of Subscriber.Search; left out or empty for all lists.', [])),
      States: optional(list(text(), 'As of Subscriber.Search; left out or empty for all states.', [])),
      Tag: optional(text('As of Subscriber.Search; left out or empty for all.', '')),
    },
    result: U(FoundCount),
    refusals: ['InvalidListId', 'UnknownTag'],
  }),
  'Subscriber.GetContact': card('GetContact', on('ClientID', 'ReadAudience'), 'read', {
    summary:
      'One contact of a client: its memberships, consent, suppression, and a timeline of all that happened to it and to its mails, newest first, page by page.',
    parameters: { ...ofClient, Email: contactEmail, ...page },
    result: U(Contact),
    refusals: ['InvalidEmail', 'NotInList'],
  }),
  'Subscriber.GetProof': card('GetContactProof', on('ClientID', 'ReadAudience'), 'bulk read', {
    summary:
      'Everything that shows what a contact agreed to and what it was sent, in one answer: memberships with consent, suppression, and every change and mail in the order in which they happened. It is in the audit log.',
    parameters: { ...ofClient, Email: contactEmail },
    result: U(ContactProof),
    refusals: ['InvalidEmail', 'NotInList'],
  }),
}

export const changingContacts = {
  'Subscriber.UpdateEmail': card('UpdateSubscriberEmail', on('ClientID', 'ChangeAudience'), 'change', {
    summary:
      'Gives a person another address, on one list or on every list of the client where the address is active. Links in mails that were sent go on working. Nothing changes when either address is suppressed, or the new one is on such a list already.',
    parameters: {
      ...ofClient,
      ListID: optional(text('The list whose subscriber gets the new address; left out or empty for every list on which the address is active.', id('b'))),
      Email: text('The present address.', 'sam@reader.example'),
      NewEmail: text('The new address. Another spelling of the same address is one, too.'),
    },
    result: R,
    refusals: [
      'InvalidEmail',
      'InvalidListId',
      'NotInList',
      'IsUnconfirmed',
      'IsUnsubscribed',
      'IsBounced',
      'IsDeleted',
      'InSuppressionList',
      'AddressIsOnList',
    ],
  }),
  'Subscriber.SetPause': card('SetSubscriberPause', on('ClientID', 'ChangeAudience'), 'change', {
    summary:
      'Pauses all campaigns of the client to a contact until a day has passed in the time zone of the client, or ends the pause. States of memberships stay as they are, and so do opt-outs.',
    parameters: {
      ...ofClient,
      Email: contactEmail,
      Until: optional(text('The last day without mail, YYYY-MM-DD, within 366 days; left out or empty to end the pause.', '2026-12-26')),
    },
    result: R,
    refusals: ['InvalidEmail', 'NotInList', 'InvalidDate'],
  }),
  'Subscriber.Delete': card('DeleteSubscriber', on('ListID', 'ChangeAudience'), 'change', {
    summary: 'Takes an active or unconfirmed subscriber off a list: the state becomes Deleted, and Subscriber.Restore takes it back for 30 days.',
    parameters: { ...ofList, Email: subscriberEmail },
    result: R,
    refusals: ['InvalidEmail', 'NotInList', 'IsUnsubscribed', 'IsBounced', 'IsDeleted'],
  }),
  'Subscriber.Restore': card('RestoreSubscriber', on('ListID', 'ChangeAudience'), 'change', {
    summary: 'Brings back a subscriber whom Subscriber.Delete took off a list within 30 days, in the state of then.',
    parameters: { ...ofList, Email: subscriberEmail },
    result: R,
    refusals: ['InvalidEmail', 'NotInList', 'RestoreTooLate', 'InSuppressionList'],
  }),
}
