import type { ValueOf } from '../../../../src/client/client.ts'

export type MailState = NonNullable<ValueOf<'Mailbox.List'>[number]['State']>

export const stateNames = [
  'Waiting',
  'Read',
  'Unrecognised',
  'Unmatched',
  'Unreadable',
] as const satisfies readonly MailState[]
