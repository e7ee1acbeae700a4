/** Causes of changes in the history of a subscriber, in words. */
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { plainWords } from '../../lib/plain-words.ts'

/** As the service writes them. */
const causes: Readonly<Record<string, MessageDescriptor>> = {
  added: msg`Added to the list`,
  resubscribed: msg`Added again`,
  confirmed: msg`Confirmed the address`,
  unsubscribed: msg`Unsubscribed`,
  complained: msg`Complained about a mail`,
  bounced: msg`A mail bounced permanently`,
  undone: msg`Undid the unsubscription`,
  imported: msg`Imported from a file`,
  'import undone': msg`The import was undone`,
  repaired: msg`Restored: a mail scanner had unsubscribed the address`,
  'tracking consent granted': msg`Agreed to tracking of opens and clicks`,
  'tracking consent denied': msg`Declined tracking of opens and clicks`,
  'tracking consent withdrawn': msg`Consent to tracking withdrawn`,
  'consent to personalising granted': msg`Agreed to personalised mails`,
  'consent to personalising denied': msg`Declined personalised mails`,
  'consent to personalising withdrawn': msg`Consent to personalised mails withdrawn`,
  'consent to keeping the last open granted': msg`Agreed that the date of the last open is kept`,
  'consent to keeping the last open denied': msg`Declined that the date of the last open is kept`,
  'consent to keeping the last open withdrawn': msg`Consent to the date of the last open withdrawn`,
  'suppressed: unsubscribed': msg`Added to the suppression list: unsubscribed from all mail`,
  'suppressed: bounced': msg`Added to the suppression list: a mail bounced`,
  'suppressed: complained': msg`Added to the suppression list: complained`,
  'suppressed: manual': msg`Added to the suppression list manually`,
  'suppression lifted: unsubscribed': msg`Removed from the suppression list`,
  'suppression lifted: bounced': msg`Removed from the suppression list`,
  'suppression lifted: complained': msg`Removed from the suppression list`,
  'suppression lifted: manual': msg`Removed from the suppression list`,
  deleted: msg`Removed from the list`,
  restored: msg`Restored to the list`,
  moved: msg`Moved between lists`,
  copied: msg`Copied from another list`,
  'change undone': msg`A bulk change was undone`,
  'soft bounces': msg`Mails bounced several times`,
  'address changed': msg`Address changed`,
  'unsubscribed again': msg`Unsubscribed again`,
  'pause ended': msg`Ended the pause`,
  'reason for leaving: too many': msg`Reason for leaving: too many mails`,
  'reason for leaving: not interesting': msg`Reason for leaving: not interesting`,
  'reason for leaving: never signed up': msg`Reason for leaving: never subscribed`,
  'reason for leaving: other address': msg`Reason for leaving: reads them at another address`,
  'reason for leaving: hard to read': msg`Reason for leaving: hard to read or broken`,
  'reason for leaving: other': msg`Reason for leaving: another one`,
}

/** Causes that end with a value or a reason. */
const beginnings: readonly (readonly [beginning: string, words: MessageDescriptor])[] = [
  ['paused until ', msg`Paused all mail`],
  ['field ', msg`Changed the own details`],
  ['basis: ', msg`Basis of mailing changed`],
  ['language ', msg`Language changed`],
  ['mobile ', msg`Mobile number changed`],
  ['suppressed for the account: ', msg`Added to the suppression list of the account`],
  ['suppressed for the list: ', msg`Added to the suppression list of this list`],
  ['suppression of the account lifted: ', msg`Removed from the suppression list of the account`],
  ['suppression of the list lifted: ', msg`Removed from the suppression list of this list`],
]

/** A cause that this console does not know is shown in its own words. */
export function causeInWords(i18n: I18n, cause: string): string {
  const known = causes[cause] ?? beginnings.find(([beginning]) => cause.startsWith(beginning))?.[1]
  return known ? i18n._(known) : plainWords(cause)
}
