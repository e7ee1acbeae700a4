/** The register of processing of a client. */

import { card, on, U } from '../card.ts'
import { boolean, describe, enumeration, int, list, long, record, text } from '../shapes.ts'
import { fields, ofClient } from '../words.ts'
import { Tracking } from './every-wire/opt-outs.ts'
import { ClientRetention, RetentionKind } from './retention.ts'

export const ProcessingActivityName = enumeration(
  'ProcessingActivityName',
  'Sending',
  'Confirming',
  'Measuring',
  'Personalising',
  'Hygiene',
  'AnonymousCounts',
  'Suppressing',
  'HandlingReturnedMail',
  'ProvingConsent',
  'ImportingAndExporting',
  'PublishingEvents',
  'Auditing',
)

export const PersonalDataKind = enumeration(
  'PersonalDataKind',
  'EmailAddress',
  'Name',
  'MobileNumber',
  'Language',
  'CustomFields',
  'MailsSent',
  'OpensAndClicks',
  'NetworkAddress',
  'MailProgram',
  'LastOpenDate',
  'ConsentAnswers',
  'History',
  'ReasonOfSuppression',
  'ReturnedMail',
  'Files',
  'Events',
  'Operators',
)

export const ProcessingActivity = record('ProcessingActivity', {
  Activity: describe(ProcessingActivityName, 'What data is processed for.', 'Measuring'),
  Data: list(PersonalDataKind, 'The kinds of data; none where no person is known.', ['EmailAddress', 'OpensAndClicks']),
  Retention: list(RetentionKind, 'Which periods end its data; empty where it is kept with the membership.', ['RawHits', 'OpensAndClicks']),
  Lists: list(text(), 'Titles of the lists it applies to; empty where it is for the complete client.', ['News']),
})

/** Numbers of active members. */
export const AnswerCount = record('AnswerCount', {
  Purpose: describe(ProcessingActivityName, 'Measuring, Personalising or Hygiene.', 'Measuring'),
  Granted: long('Members who agreed.', 310),
  Denied: long('Members who refused.', 12),
  Unknown: long('Members of whom nothing is recorded.', 78),
})

export const BasisCount = record('BasisCount', {
  Basis: text('Express, Implied, Contract or LegitimateInterest; Unknown where none is recorded.', 'Express'),
  Members: long('Active members.', 400),
})

export const ProcessingList = record('ProcessingList', {
  ListID: fields.ListID,
  Title: text('The title of the list.', 'News'),
  Law: text('The profile of law: FR, IT, DE, CH, UK, US, CA, JP, BR or other.', 'FR'),
  Tracking: describe(Tracking, 'Whose opens and clicks are recorded.', 'Consent'),
  Personalising: boolean('Whether it asks for consent to personalising.'),
  Hygiene: boolean('Whether it keeps the date of the last open of members who are not measured.'),
  AnonymousOpens: boolean('Whether opens of members who are not measured are counted without persons.'),
  ConfirmOptIn: boolean('Whether new members confirm by mail.', true),
  CustomFields: list(text(), 'Names of its custom fields.', ['City']),
  Members: long('Active members.', 400),
  Known: boolean('Whether members are counted by answer and basis: counting is given up after two seconds.', true),
  Answers: list(AnswerCount, 'Active members by their answer to each purpose; empty where it is not known.'),
  Bases: list(BasisCount, 'Active members by the basis on which they are mailed; empty where it is not known.'),
})

export const DataRecipientKind = enumeration('DataRecipientKind', 'Relay', 'Folder', 'Webhook', 'Person', 'ClientLogin', 'ApiKey')

export const DataRecipient = record('DataRecipient', {
  Kind: describe(DataRecipientKind, 'Relay: mails. Folder: mails that are not sent. Webhook: events. The others read or change data by their rights.', 'Relay'),
  Name: text('The host; of people their role; else empty.', 'smtp.relay.example'),
  Count: int('How many of them.', 1),
  IsThisMachine: boolean('Whether the host is the machine itself, so that data does not leave it.'),
})

export const SecurityMeasure = enumeration(
  'SecurityMeasure',
  'PasswordsHashed',
  'KeysHashed',
  'SecretsEncrypted',
  'LinksSigned',
  'RightsByRole',
  'ErasuresRemembered',
  'LinksOverHttps',
  'SecondFactorRequired',
  'AddressesShortened',
  'AddressesNotStored',
  'BackupsDaily',
  'BackupsEncrypted',
)

export const ProcessingRegister = record('ProcessingRegister', {
  PreparedDate: text('When the register was made, in the time zone of the client.', '2026-11-26 09:30:00'),
  Timezone: text('The time zone of the client, of all dates here.', 'Europe/Berlin'),
  CompanyName: text('The controller.', 'Bloom'),
  ContactName: text('The contact of the controller.', 'Carla Bloom'),
  EmailAddress: text('The address of the contact.', 'carla@bloom.example'),
  Country: text('The country of the controller.', 'Germany'),
  PostalAddress: text('As mails and pages show it; empty where none is set.', 'Rosenweg 1, 10115 Berlin'),
  ImprintUrl: text('The legal notice; empty where none is set.', 'https://bloom.example/imprint'),
  ProcessorName: text('The account, which processes data for the controller.', 'Agency'),
  ProcessorUrl: text('The site of the account.', 'https://agency.example'),
  Activities: list(ProcessingActivity, 'What data is processed for; purposes that apply to no list are left out.'),
  Lists: list(ProcessingList, 'The rules of each list, with its members by answer.'),
  Retention: describe(ClientRetention, 'How long data is kept.'),
  DeletedDays: int('For how many days deleted lists and campaigns can be restored before they are removed.', 30),
  Recipients: list(DataRecipient, 'Who gets data or reaches it. In which country a host is, is not known here.'),
  Measures: list(SecurityMeasure, 'What protects the data; only what is in force.', ['PasswordsHashed', 'LinksOverHttps']),
  People: int('People who reach data of the client.', 5),
  PeopleWithFactor: int('Those of them with a second factor.', 4),
  BackupsKept: int('Backups of the schedule that are kept; 0 without a schedule.', 14),
  LastBackupDate: text('When the last backup was made, in the time zone of the client; empty without one.', '2026-11-26 03:00:00'),
  BackupVerifiedDate: text('When a backup was last found readable, in the time zone of the client; empty for never.', '2026-11-26 03:10:00'),
})

export const processing = {
  'Client.GetProcessingRegister': card('GetClientProcessingRegister', on('ClientID', 'View'), 'read', {
    summary:
      'The register of processing of a client, from what is set: controller, purposes with their data, lists with their rules and answers, periods, recipients, security.',
    parameters: ofClient,
    result: U(ProcessingRegister),
    refusals: [],
  }),
} as const
