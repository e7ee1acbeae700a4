/** The states of recipients in words, with icon and tone. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ValueOf } from '../../../../src/client/client.ts'
import type { StateWord } from '../../ui/page.tsx'

export type Progress = ValueOf<'Campaign.GetProgress'>
export type Recipient = ValueOf<'Campaign.FindRecipients'>[number]
export type RecipientState = Recipient['State']

/** In the order in which a bar shows them. */
export const recipientStates = [
  'Accepted',
  'HandingOver',
  'Planned',
  'Deferred',
  'Unknown',
  'Refused',
  'Excluded',
] as const satisfies readonly RecipientState[]

export const recipientWords: Readonly<
  Record<RecipientState, StateWord & { readonly meaning: MessageDescriptor; readonly colour: string }>
> = {
  Accepted: {
    label: msg({ message: 'Sent', context: 'recipients' }),
    meaning: msg`A relay accepted the mail.`,
    tone: 'good',
    icon: 'check',
    colour: 'var(--good)',
  },
  HandingOver: {
    label: msg`Sending`,
    meaning: msg`The mail is being sent to a relay now.`,
    tone: 'plain',
    icon: 'send',
    colour: 'var(--mantine-color-pine-5)',
  },
  Planned: {
    label: msg`Queued`,
    meaning: msg`Not sent yet.`,
    tone: 'plain',
    icon: 'clock',
    colour: 'var(--edge-strong)',
  },
  Deferred: {
    label: msg`Waiting for a retry`,
    meaning: msg`A relay deferred the mail, or could not be reached. We retry for two days.`,
    tone: 'warn',
    icon: 'clock',
    colour: 'var(--warn)',
  },
  Unknown: {
    label: msg`Undecided`,
    meaning: msg`The connection was lost before the relay answered. The mail may have arrived or not.`,
    tone: 'warn',
    icon: 'info',
    colour: 'var(--quiet)',
  },
  Refused: {
    label: msg`Failed`,
    meaning: msg`A relay refused the mail.`,
    tone: 'bad',
    icon: 'warning',
    colour: 'var(--bad)',
  },
  Excluded: {
    label: msg`Skipped`,
    meaning: msg`Not sent: unsubscribed, suppressed, paused, or the campaign was cancelled.`,
    tone: 'plain',
    icon: 'stop',
    colour: 'var(--mantine-color-gray-5)',
  },
}

/** Who is not written to yet and will be, if nothing is done. */
export function openOf({ Planned, HandingOver, Deferred }: Progress): number {
  return Planned + HandingOver + Deferred
}

export function isUnderWay({ State }: Progress): boolean {
  return State === 'Sending' || State === 'Paused'
}
