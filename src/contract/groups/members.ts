/** Members of a list: written with what is left out kept, in batches, and read in pages by number. */

import { card, on, R, U } from '../card.ts'
import { longestPage } from '../limits.ts'
import { boolean, describe, enumeration, exemplify, int, list, optional, record, text } from '../shapes.ts'
import { ChangedAfter, Descending, fields, Key, ofClient, ofList, Page, PageSize, SubscriberName } from '../words.ts'
import { ContactMembership, MembershipState } from './contacts.ts'
import { ConsentState } from './every-wire/opt-outs.ts'
import { addRefusals, SubscriberCustomField } from './historical/subscribers.ts'

const subscriberAddress = text('The address of the subscriber; case does not matter.', 'sam@reader.example')
const MobileNumber = text(
  'A mobile number in E.164 form, such as +4915112345678. Left out, a member keeps the one it has; an empty one takes it away.',
  '+4915112345678',
)

/** A value of a custom field, or with Clear the wish to have none: of a MultiSelectMany with a Value, not that option. */
export const FieldChange = record('FieldChange', {
  Key,
  Value: text('The value; for a MultiSelectMany field one option.', 'Tulip'),
  Clear: boolean('True to have no value: of a MultiSelectMany field with a Value, not that option.'),
})

/** What becomes of what a person agreed to. */
export const ConsentChange = enumeration('ConsentChange', 'Granted', 'Denied', 'Unchanged')

export const Member = record('Member', {
  EmailAddress: fields.EmailAddress,
  Name: fields.Name,
  State: describe(MembershipState, 'The state of the membership.'),
  StateDate: text('Since when it is in this state, in the time zone of the client.'),
  JoinedDate: text('When it joined the list, in the time zone of the client.'),
  MobileNumber: text('The mobile number in E.164 form; empty where none is known.', '+4915112345678'),
  TrackingConsent: describe(ConsentState, 'Whether the person agreed to have opens and clicks recorded; Unknown where nothing was said of it.'),
  MobileConsent: describe(ConsentState, 'Whether the person agreed to get messages on the mobile number; Unknown where nothing was said of it.', 'Unknown'),
  CustomFields: list(SubscriberCustomField, 'The values of its custom fields, an entry for each option of a MultiSelectMany field.'),
  Tags: list(text(), 'The names of the tags that the person has, on whatever list.', ['VIP']),
})

export const MailActionKind = enumeration('MailActionKind', 'Open', 'Click')

/** Network is where it came from, URL the link of a click. */
export const MailAction = record('MailAction', {
  Kind: describe(MailActionKind, 'Open or Click.'),
  Date: fields.Date,
  Network: text('The network that it came from, as far as it is kept.'),
  URL: text('The link that was clicked; empty for an open.', 'https://hooks.bloom.example/lettershop'),
})

/** Actions begin with the oldest; 60 at most. */
export const MemberMail = record('MemberMail', {
  CampaignID: fields.CampaignID,
  Name: fields.Name,
  Actions: list(MailAction, 'Opens and clicks, the oldest first; 60 at most.'),
})

const CustomFields = list(
  FieldChange,
  'Values by key; an empty value clears its field, and a MultiSelectMany field is given once for each option. Fields that are left out stay.',
  [{ Key: '[Favouriteflower]', Value: 'Tulip', Clear: false }],
)

const TrackingConsent = describe(
  ConsentChange,
  'Whether the person agreed to have opens and clicks recorded, on all lists of the client; Unchanged says nothing of it.',
)

const MobileConsent = describe(
  ConsentChange,
  'Whether the person agreed to get messages on the mobile number, on all lists of the client; Unchanged says nothing of it.',
  'Unchanged',
)

export const MemberEntry = record('MemberEntry', {
  EmailAddress: subscriberAddress,
  Name: fields.Name,
  MobileNumber,
  CustomFields,
  TrackingConsent,
  MobileConsent,
})

export const MemberFailure = record('MemberFailure', {
  EmailAddress: text('The address as it was given.', 'sam@'),
  Code: int('The code of the refusal.'),
  Message: text('The short message of the refusal.', 'Invalid Email Address'),
  Detail: text('What to do about it, in a sentence; empty where Message says it.', ''),
})

/** Unique = Added + Present + Failures. */
export const SavedMembers = record('SavedMembers', {
  Unique: int('How many different addresses were given: Added, Present and Failures together.', 3),
  Added: int('Those the list did not have.'),
  Present: int('Those the list had before, in any state.'),
  Duplicates: list(text(), 'The addresses that were given more than once.', []),
  Failures: list(MemberFailure, 'Those that were not saved.'),
})

export const MemberOrder = enumeration('MemberOrder', 'EmailAddress', 'Name', 'StateDate')

export const MemberPage = record('MemberPage', { Members: list(Member, 'The members of this page.'), Total: fields.Total })

const details = { Name: SubscriberName, MobileNumber: optional(MobileNumber), CustomFields: optional(CustomFields), TrackingConsent, MobileConsent }

const Resubscribe = boolean(
  'True to revive a subscriber who is not active; on a list with confirmation it is asked again. One that is suppressed is refused all the same.',
  false,
)

const savedRefusals = [...addRefusals, 'InvalidMobileNumber', 'InvalidCustomFieldValue', 'InvalidKey'] as const

const memberAddress = text('The address of the member; case does not matter.', 'sam@reader.example')

export const memberOrder = describe(MemberOrder, 'By address, by name without regard to case, or by the date of the last change of state.')

export const members = {
  'Subscriber.Save': card('SaveSubscriber', on('ListID', 'ChangeAudience'), 'change', {
    summary:
      'Adds a subscriber, or changes what is given of a member and keeps the rest; yields the address. One that is not active is revived with Resubscribe alone, one that is suppressed never.',
    parameters: { ...ofList, EmailAddress: subscriberAddress, ...details, Resubscribe },
    result: U(exemplify(text(), 'sam@reader.example')),
    refusals: savedRefusals,
  }),
  'Subscriber.Change': card('ChangeSubscriber', on('ListID', 'ChangeAudience'), 'change', {
    summary: 'Changes what is given of a member in whatever state it is, its address too, and keeps the rest.',
    parameters: {
      ...ofList,
      EmailAddress: text('The present address of the member; case does not matter.', 'sam@reader.example'),
      NewEmailAddress: optional(
        text('The address it is to have, of an active or unconfirmed member; left out or empty for the present one.', 'sam.reader@reader.example'),
      ),
      ...details,
      Resubscribe,
    },
    result: R,
    refusals: [...savedRefusals, 'NotInList', 'AddressIsOnList'],
  }),
  'Subscriber.GetMember': card('GetMember', on('ListID', 'ReadAudience'), 'read', {
    summary: 'One member of a list in any state.',
    parameters: { ...ofList, EmailAddress: memberAddress },
    result: U(Member),
    refusals: ['InvalidEmail', 'NotInList'],
  }),
  'Subscriber.GetMails': card('GetMemberMails', on('ListID', 'ReadReports'), 'read', {
    summary: 'The campaigns that a member of a list was sent, the latest first, with its opens and clicks.',
    parameters: { ...ofList, EmailAddress: memberAddress },
    result: U(list(MemberMail)),
    refusals: ['InvalidEmail', 'NotInList'],
  }),
  'Subscriber.FindLists': card('FindListsOfAddress', on('ClientID', 'ReadAudience'), 'read', {
    summary: 'The lists of a client that have an address, in any state, by title.',
    parameters: { ...ofClient, EmailAddress: text('The address that is looked for; case does not matter.', 'sam@reader.example') },
    result: U(list(ContactMembership)),
    refusals: ['InvalidEmail'],
  }),
  'Subscribers.Save': card('SaveSubscribers', on('ListID', 'ChangeAudience'), 'change', {
    summary: 'Does what Subscriber.Save does for up to 1,000 subscribers, and says which could not be saved and why.',
    parameters: {
      ...ofList,
      Subscribers: list(MemberEntry, `Up to ${longestPage} subscribers; of those that are given more than once the last counts.`),
      Resubscribe: exemplify(Resubscribe, true),
    },
    result: U(SavedMembers),
    refusals: [],
  }),
  'Subscribers.Page': card('GetSubscribersByPage', on('ListID', 'ReadAudience'), 'bulk read', {
    summary:
      'The members of a list in one state, page by page by number, with how many there are. Subscriber.List reads by cursor, which loses none where members come and go meanwhile.',
    parameters: { ...ofList, State: describe(MembershipState, 'The state of the members.'), ChangedAfter, Page, PageSize, Order: memberOrder, Descending },
    result: U(MemberPage),
    refusals: ['InvalidDate'],
  }),
}
