/** The record types of members of a list as they are written and read one by one, in batches, and in pages by number. */
import { MembershipState } from './overview-records.ts'
import { ConsentState } from './own-records.ts'
import { SubscriberCustomField } from './records.ts'
import { boolean, enumeration, int, list, record, text } from './shapes.ts'

/** What becomes of what a person agreed to. */
export const ConsentChange = enumeration('ConsentChange', 'Granted', 'Denied', 'Unchanged')

/** A value of a custom field, or with Clear the wish to have none: of a MultiSelectMany with a Value, not that option. */
export const FieldChange = record('FieldChange', { Key: text, Value: text, Clear: boolean })

const given = {
  EmailAddress: text,
  Name: text,
  MobileNumber: text,
  CustomFields: list(FieldChange),
  TrackingConsent: ConsentChange,
  MobileConsent: ConsentChange,
}

/** What is given of a member; what is left out stays as it is. */
export const memberEntry = given
export const MemberEntry = record('MemberEntry', given)

export const Member = record('Member', {
  EmailAddress: text,
  Name: text,
  State: MembershipState,
  StateDate: text,
  JoinedDate: text,
  MobileNumber: text,
  TrackingConsent: ConsentState,
  MobileConsent: ConsentState,
  CustomFields: list(SubscriberCustomField),
})

export const MailActionKind = enumeration('MailActionKind', 'Open', 'Click')

/** Network is where it came from, URL the link of a click. */
export const MailAction = record('MailAction', { Kind: MailActionKind, Date: text, Network: text, URL: text })

/** Actions begin with the oldest; 60 at most. */
export const MemberMail = record('MemberMail', { CampaignID: text, Name: text, Actions: list(MailAction) })

export const MemberOrder = enumeration('MemberOrder', 'EmailAddress', 'Name', 'StateDate')

export const MemberPage = record('MemberPage', { Members: list(Member), Total: int })

export const MemberFailure = record('MemberFailure', { EmailAddress: text, Code: int, Message: text, Detail: text })

/** Unique = Added + Present + Failures. */
export const SavedMembers = record('SavedMembers', {
  Unique: int,
  Added: int,
  Present: int,
  Duplicates: list(text),
  Failures: list(MemberFailure),
})
