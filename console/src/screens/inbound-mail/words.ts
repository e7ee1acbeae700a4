/** What became of mail that came back, in words (docs/returned-mail.md). */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ValueOf } from '../../../../src/client/client.ts'
import type { StateWord } from '../../ui/page.tsx'
import type { MailState } from './states.ts'

export type Mail = ValueOf<'Mailbox.List'>[number]

interface Words extends StateWord {
  readonly text: MessageDescriptor
}

export const states: Readonly<Record<MailState, Words>> = {
  Waiting: { label: msg`Waiting`, text: msg`Not processed yet.`, tone: 'plain', icon: 'clock' },
  Read: { label: msg`Processed`, text: msg`The mail was processed.`, tone: 'good', icon: 'check' },
  Unrecognised: {
    label: msg`Not recognised`,
    text: msg`It was returned to this client, but the rules do not recognise its text.`,
    tone: 'warn',
    icon: 'warning',
  },
  Unmatched: {
    label: msg`No recipient found`,
    text: msg`It contains no reference to a sent mail, or the recipient was deleted with its campaign.`,
    tone: 'warn',
    icon: 'person',
  },
  Unreadable: {
    label: msg`Unreadable`,
    text: msg`Processing failed; the evidence shows why.`,
    tone: 'bad',
    icon: 'warning',
  },
}

/** By the words of the service; others are shown as they are. */
export const kinds: Readonly<Record<string, MessageDescriptor>> = {
  bounce: msg`Bounce`,
  delay: msg`Delay`,
  delivery: msg`Receipt`,
  complaint: msg`Complaint`,
  'auto-reply': msg`Automatic reply`,
  'opt-out': msg`Unsubscribe`,
  other: msg`Other`,
}

export const classes: Readonly<Record<string, MessageDescriptor>> = {
  RecipientGone: msg`the recipient no longer exists`,
  MailboxFull: msg`the mailbox is full`,
  Policy: msg`refused by policy`,
  Content: msg`refused for its content`,
  Dns: msg`a name could not be found`,
  Transient: msg`temporary`,
  Unknown: msg`for an unknown reason`,
}
