/** What is known of one contact of a client. */

import { MembershipState, Suppression } from './overview-records.ts'
import { ConsentState, SubscriberChange } from './own-records.ts'
import { SubscriberCustomField } from './records.ts'
import { RecipientStep } from './report-records.ts'
import { boolean, int, list, record, text } from './shapes.ts'

export const MembershipOfContact = record('MembershipOfContact', {
  ListID: text,
  Title: text,
  Name: text,
  MobileNumber: text,
  State: MembershipState,
  StateDate: text,
  JoinedDate: text,
  TrackingConsent: ConsentState,
  Language: text,
  CustomFields: list(SubscriberCustomField),
})

/** Has either a Change or a Step. */
export const ContactEntry = record('ContactEntry', {
  Date: text,
  ListID: text,
  CampaignID: text,
  CampaignName: text,
  Number: int,
  Change: SubscriberChange,
  Step: RecipientStep,
})

export const Contact = record('Contact', {
  EmailAddress: text,
  Name: text,
  Memberships: list(MembershipOfContact),
  Suppression,
  ListSuppressions: list(Suppression),
  Timeline: list(ContactEntry),
  NextCursor: text,
})

/** The entries are in the order in which they happened. */
export const ContactProof = record('ContactProof', {
  EmailAddress: text,
  Name: text,
  PreparedDate: text,
  Timezone: text,
  HasMails: boolean,
  IsComplete: boolean,
  Memberships: list(MembershipOfContact),
  Suppression,
  ListSuppressions: list(Suppression),
  Entries: list(ContactEntry),
})
