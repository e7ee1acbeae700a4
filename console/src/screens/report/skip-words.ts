/** Why a recipient was skipped, in words. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** By the reasons of the ledger (src/store/ledger/ledger.ts, src/store/campaigns/consent-exclusions.ts). */
const skipped: Readonly<Record<string, MessageDescriptor>> = {
  'list deleted': msg`The list was deleted.`,
  suppressed: msg`The address is on a suppression list.`,
  deleted: msg`The subscriber was deleted.`,
  'unsubscribed since': msg`The subscriber unsubscribed after the campaign started.`,
  'bounced since': msg`Another mail to the address bounced after the campaign started.`,
  'not active any more': msg`The subscriber was no longer active.`,
  'consent expired': msg`The consent to be mailed had expired.`,
  'consent granted': msg`The subscriber had consented already.`,
  'asked before': msg`The subscriber had been asked before.`,
  'consent refused': msg`The subscriber had refused the consent.`,
  paused: msg`The subscriber had paused mails.`,
  'frequency cap': msg`The frequency cap was reached.`,
}

/** @returns undefined for a reason that this console does not know */
export function skipWordsOf(reason: string | null | undefined): MessageDescriptor | undefined {
  return reason && Object.hasOwn(skipped, reason) ? skipped[reason] : undefined
}
