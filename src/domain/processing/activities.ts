/**
 * What personal data of a client is processed for, with the kinds of data of each purpose, and the periods that end them. Whether a purpose
 * applies follows from the settings of the lists. Nothing else says it. See docs/personal-data.md#the-register-of-processing.
 */
import type { RegisteredList } from '../../store/accounts/processing.ts'
import type { RetentionKind } from '../retention/rules.ts'

export type Activity =
  | 'Sending'
  | 'Confirming'
  | 'Measuring'
  | 'Personalising'
  | 'Hygiene'
  | 'AnonymousCounts'
  | 'Suppressing'
  | 'HandlingReturnedMail'
  | 'ProvingConsent'
  | 'ImportingAndExporting'
  | 'PublishingEvents'
  | 'Auditing'

export type DataKind =
  | 'EmailAddress'
  | 'Name'
  | 'MobileNumber'
  | 'Language'
  | 'CustomFields'
  | 'MailsSent'
  | 'OpensAndClicks'
  | 'NetworkAddress'
  | 'MailProgram'
  | 'LastOpenDate'
  | 'ConsentAnswers'
  | 'History'
  | 'ReasonOfSuppression'
  | 'ReturnedMail'
  | 'Files'
  | 'Events'
  | 'Operators'

interface Rule {
  /** Whether it is done for a list; absent where it is always done. */
  readonly appliesTo?: (list: RegisteredList) => boolean
  readonly data: readonly DataKind[]
  /** Periods after which data of it goes; none where it is kept with the membership. */
  readonly retention: readonly RetentionKind[]
}

const person = ['EmailAddress', 'Name', 'MobileNumber', 'Language', 'CustomFields'] as const

export const activityRules: Readonly<Record<Activity, Rule>> = {
  Sending: { data: [...person, 'MailsSent'], retention: ['DeletedMembers'] },
  Confirming: {
    appliesTo: list => list.confirmOptIn,
    data: ['EmailAddress', 'Language', 'NetworkAddress', 'MailProgram', 'History'],
    retention: [],
  },
  Measuring: {
    appliesTo: list => list.tracking !== 'never',
    data: ['EmailAddress', 'OpensAndClicks', 'NetworkAddress', 'MailProgram'],
    retention: ['RawHits', 'OpensAndClicks', 'Events'],
  },
  Personalising: {
    appliesTo: list => list.personalising,
    data: ['EmailAddress', 'OpensAndClicks'],
    retention: ['RawHits', 'OpensAndClicks'],
  },
  // one date, overwritten
  Hygiene: { appliesTo: list => list.hygiene, data: ['LastOpenDate'], retention: [] },
  // no personal data
  AnonymousCounts: { appliesTo: list => list.anonymousOpens, data: [], retention: [] },
  Suppressing: { data: ['EmailAddress', 'ReasonOfSuppression', 'History'], retention: [] },
  HandlingReturnedMail: { data: ['EmailAddress', 'ReturnedMail'], retention: ['ReturnedMail'] },
  ProvingConsent: { data: ['ConsentAnswers', 'History', 'NetworkAddress', 'MailProgram'], retention: [] },
  ImportingAndExporting: { data: [...person, 'Files'], retention: ['ImportFiles', 'RefusedRows', 'Exports'] },
  PublishingEvents: { data: ['EmailAddress', 'Events'], retention: ['Events'] },
  // by months of the installation
  Auditing: { data: ['Operators', 'NetworkAddress'], retention: [] },
}

export const activities = Object.keys(activityRules) as readonly Activity[] // the keys above
