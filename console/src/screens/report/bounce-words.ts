/** Why a mail came back or was not taken, in words. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ValueOf } from '../../../../src/client/client.ts'
import type { Tone } from '../../ui/page.tsx'

export type BounceClass = ValueOf<'Campaign.GetBounceDetails'>[number]['Class']

export const bounceWords: Readonly<
  Record<BounceClass, { readonly label: MessageDescriptor; readonly meaning: MessageDescriptor; readonly tone: Tone }>
> = {
  RecipientGone: {
    label: msg`Address does not exist`,
    meaning: msg`Unknown, closed or moved. It is not mailed again.`,
    tone: 'bad',
  },
  MailboxFull: { label: msg`Mailbox full`, meaning: msg`The mailbox has no space left.`, tone: 'warn' },
  Policy: {
    label: msg`Refused by policy`,
    meaning: msg`The sender, its network or its reputation was refused, not the recipient.`,
    tone: 'warn',
  },
  Content: { label: msg`Content refused`, meaning: msg`This message: its size, a word, a header.`, tone: 'warn' },
  Dns: { label: msg`Domain not found`, meaning: msg`The domain is unknown or accepts no mail.`, tone: 'warn' },
  Transient: { label: msg`Temporary`, meaning: msg`Timeouts, busy servers, greylisting.`, tone: 'plain' },
  Unknown: {
    label: msg`No reason given`,
    meaning: msg`The answer gives no reason, or contradicts itself.`,
    tone: 'plain',
  },
}
