/** The steps of a mail in words, with icon and tone, and which part of a contact's timeline they are in. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ValueOf } from '../../../../src/client/client.ts'
import type { StateWord } from '../../ui/page.tsx'

type Step = NonNullable<ValueOf<'Campaign.GetRecipientHistory'>['Steps']>[number]
type Kind = Step['Kind']

interface StepWords extends StateWord {
  readonly part: 'mails' | 'reading' | 'trouble'
}

export const stepWords: Readonly<Record<Kind, StepWords>> = {
  HandingOver: { label: msg`Sending started`, tone: 'plain', icon: 'send', part: 'mails' },
  Accepted: { label: msg`A relay accepted the mail`, tone: 'good', icon: 'check', part: 'mails' },
  Deferred: { label: msg`A relay deferred the mail`, tone: 'warn', icon: 'clock', part: 'mails' },
  Refused: { label: msg`A relay refused the mail`, tone: 'bad', icon: 'warning', part: 'mails' },
  Unknown: { label: msg`The result is unknown`, tone: 'warn', icon: 'info', part: 'mails' },
  Excluded: { label: msg`Skipped`, tone: 'plain', icon: 'stop', part: 'mails' },
  Arrived: { label: msg`The receiving server reported delivery`, tone: 'good', icon: 'inbox', part: 'mails' },
  AutoReplied: { label: msg`An automatic reply was received`, tone: 'plain', icon: 'inbox', part: 'mails' },
  Opened: { label: msg`Opened`, tone: 'good', icon: 'campaign', part: 'reading' },
  Clicked: { label: msg`A link was clicked`, tone: 'good', icon: 'globe', part: 'reading' },
  Bounced: { label: msg`Bounced`, tone: 'bad', icon: 'warning', part: 'trouble' },
  Complained: { label: msg`Marked as spam`, tone: 'bad', icon: 'warning', part: 'trouble' },
  Unsubscribed: { label: msg`Unsubscribed`, tone: 'warn', icon: 'exit', part: 'trouble' },
}

/** Who opened or clicked, by the rules the report counts with. */
export const readers: Readonly<Record<Exclude<Step['Reader'], 'None'>, MessageDescriptor>> = {
  Person: msg`a person`,
  Machine: msg`a bot, not counted as a person`,
  Unknown: msg`person or bot unknown`,
}
