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
  Waiting: { label: msg`Waiting`, text: msg`Not read yet.`, tone: 'plain', icon: 'clock' },
  Read: { label: msg`Understood`, text: msg`What it asks for is done.`, tone: 'good', icon: 'check' },
  Unrecognised: {
    label: msg`Not understood`,
    text: msg`It came back to this client, but what it says is not known to the rules.`,
    tone: 'warn',
    icon: 'warning',
  },
  Unmatched: {
    label: msg`No recipient found`,
    text: msg`Nothing in it names a mail of ours, or the recipient is gone with its campaign.`,
    tone: 'warn',
    icon: 'person',
  },
  Unreadable: {
    label: msg`Unreadable`,
    text: msg`Reading it failed; the evidence says why.`,
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
  'opt-out': msg`Opt-out`,
  other: msg`Other`,
}

export const classes: Readonly<Record<string, MessageDescriptor>> = {
  RecipientGone: msg`the recipient is gone`,
  MailboxFull: msg`the mailbox is full`,
  Policy: msg`refused by policy`,
  Content: msg`refused for its content`,
  Dns: msg`a name could not be found`,
  Transient: msg`for the moment`,
  Unknown: msg`for no known reason`,
}
