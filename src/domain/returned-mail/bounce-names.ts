/** Classes of bounces as callers read them, in operations and in events alike. */
import type { BounceClass as BounceClassShape } from '../../contract/groups/every-wire/returned-mail.ts'
import type { OutputOf } from '../../contract/shapes.ts'
import type { BounceClass } from '../../store/inbound/bounce-classes.ts'

export const bounceClassNames: Readonly<Record<BounceClass, OutputOf<typeof BounceClassShape>>> = {
  'recipient gone': 'RecipientGone',
  'mailbox full': 'MailboxFull',
  policy: 'Policy',
  content: 'Content',
  dns: 'Dns',
  transient: 'Transient',
  unknown: 'Unknown',
}
