/** Why a recipient got no mail, in words: because it was not taken, or not sent. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ValueOf } from '../../../../src/client/client.ts'
import { type BounceClass, bounceWords } from './bounce-words.ts'

export type Reason = ValueOf<'Campaign.FindRecipients'>[number]['Reason']

const skipWords: Readonly<Record<Exclude<Reason, 'None' | BounceClass>, MessageDescriptor>> = {
  ListDeleted: msg`The list was deleted.`,
  Suppressed: msg`The address is on a suppression list.`,
  Deleted: msg`The subscriber was deleted.`,
  Unsubscribed: msg`The subscriber unsubscribed after the campaign started.`,
  Bounced: msg`Another mail to the address bounced after the campaign started.`,
  NotActive: msg`The subscriber was no longer active.`,
  ConsentExpired: msg`The consent to be mailed had expired.`,
  ConsentGranted: msg`The subscriber had consented already.`,
  AskedBefore: msg`The subscriber had been asked before.`,
  ConsentRefused: msg`The subscriber had refused the consent.`,
  MailsPaused: msg`The subscriber had paused mails.`,
  FrequencyCap: msg`The frequency cap was reached.`,
  Cancelled: msg`The campaign was cancelled.`,
  TimePassed: msg`The time had passed in the recipient’s time zone.`,
  HeldOut: msg`The recipient is in the group of the test that gets no mail.`,
}

/** @returns a label, and its meaning if there is more to say; undefined for None */
export function reasonWords(
  reason: Reason,
): { readonly label: MessageDescriptor; readonly meaning?: MessageDescriptor } | undefined {
  if (reason === 'None') return undefined
  return isSkip(reason) ? { label: skipWords[reason] } : bounceWords[reason]
}

/** Whether it was not sent: what the service notes then says no more than the words for it. */
export function isSkip(reason: Reason): reason is keyof typeof skipWords {
  return Object.hasOwn(skipWords, reason)
}
