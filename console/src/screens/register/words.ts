/** The names of what a register of processing lists. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ValueOf } from '../../../../src/client/client.ts'

export type Register = ValueOf<'Client.GetProcessingRegister'>
export type Activity = NonNullable<Register['Activities']>[number]
export type RegisteredList = NonNullable<Register['Lists']>[number]
export type Recipient = NonNullable<Register['Recipients']>[number]

type Named<Key extends string> = Readonly<Record<Key, MessageDescriptor>>

export const activityWords: Named<Activity['Activity']> = {
  Sending: msg`Sending of emails`,
  Confirming: msg`Confirmation of subscriptions`,
  Measuring: msg`Measuring of opens and clicks`,
  Personalising: msg`Choice of content by opens and clicks`,
  Hygiene: msg`Leaving out people who no longer read`,
  AnonymousCounts: msg`Counting of opens without persons`,
  Suppressing: msg`Suppression of addresses`,
  HandlingReturnedMail: msg`Handling of bounces and complaints`,
  ProvingConsent: msg`Proof of consent`,
  ImportingAndExporting: msg`Import and export`,
  PublishingEvents: msg`Events for other programs`,
  Auditing: msg`Audit log`,
}

/** How long data is kept that no period ends. */
export const keptWords: Partial<Named<Activity['Activity']>> = {
  Sending: msg`until the contact is erased`,
  Confirming: msg`until the contact is erased, as proof`,
  Hygiene: msg`one date, overwritten each time`,
  AnonymousCounts: msg`no personal data`,
  Suppressing: msg`as long as the address must not be mailed`,
  ProvingConsent: msg`until the contact is erased, as proof`,
}

export const dataWords: Named<NonNullable<Activity['Data']>[number]> = {
  EmailAddress: msg`email address`,
  Name: msg`name`,
  MobileNumber: msg`mobile number`,
  Language: msg`language`,
  CustomFields: msg`custom fields`,
  MailsSent: msg`emails sent and what became of them`,
  OpensAndClicks: msg`opens and clicks`,
  NetworkAddress: msg`network address`,
  MailProgram: msg`mail program or browser`,
  LastOpenDate: msg`date of the last open`,
  ConsentAnswers: msg`answers about consent`,
  History: msg`history of the subscription`,
  ReasonOfSuppression: msg`reason of the suppression`,
  ReturnedMail: msg`returned mail`,
  Files: msg`imported and exported files`,
  Events: msg`events`,
  Operators: msg`names and actions of users`,
}

export const recipientWords: Named<Recipient['Kind']> = {
  Relay: msg`SMTP relay, sends the emails`,
  Folder: msg`Folder on this machine, emails are not sent`,
  Webhook: msg`Webhook, receives events`,
  Person: msg`People with access`,
  ClientLogin: msg`Login of the client`,
  ApiKey: msg`API keys`,
}

export const measureWords: Named<NonNullable<Register['Measures']>[number]> = {
  PasswordsHashed: msg`Passwords are stored as hashes (scrypt).`,
  KeysHashed: msg`API keys are stored as hashes.`,
  SecretsEncrypted: msg`Secrets of webhooks and DKIM keys are stored encrypted (AES-256-GCM).`,
  LinksSigned: msg`Links in emails are signed, and name no address.`,
  RightsByRole: msg`Rights follow from roles, per client.`,
  ErasuresRemembered: msg`Erasures are repeated after a backup is restored.`,
  LinksOverHttps: msg`Links in emails use HTTPS.`,
  SecondFactorRequired: msg`Users need a second factor.`,
  AddressesShortened: msg`Network addresses of opens and clicks are shortened before they are stored.`,
  AddressesNotStored: msg`Network addresses of opens and clicks are not stored.`,
  BackupsDaily: msg`A backup is made every day.`,
  BackupsEncrypted: msg`Backups are encrypted.`,
}

export const purposeWords: Named<'Measuring' | 'Personalising' | 'Hygiene'> = {
  Measuring: msg`Opens and clicks`,
  Personalising: msg`Choice of content`,
  Hygiene: msg`Date of the last open`,
}

export const basisWords: Readonly<Record<string, MessageDescriptor>> = {
  Express: msg`express consent`,
  Implied: msg`implied consent`,
  Contract: msg`contract`,
  LegitimateInterest: msg`legitimate interest`,
  Unknown: msg`not recorded`,
}

export const trackingWords: Named<RegisteredList['Tracking']> = {
  Always: msg`of all who did not refuse`,
  Consent: msg`of those who agreed`,
  Never: msg`of no one`,
}
