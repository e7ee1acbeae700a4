/** The states of an import and the verdicts of its rows in words, with icon and tone. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ValueOf } from '../../../../src/client/client.ts'
import type { StateWord } from '../../ui/page.tsx'
import type { Verdict } from './search.ts'

export type Import = ValueOf<'Import.Get'>
export type State = Import['State']
export type Counts = NonNullable<Import['Judged']>
export type { Verdict }

export const stateWords: Readonly<Record<State, StateWord>> = {
  Fetching: { label: msg`Being loaded`, tone: 'plain', icon: 'clock' },
  Reading: { label: msg`Being read`, tone: 'plain', icon: 'clock' },
  Mapping: { label: msg`Waiting for the columns`, tone: 'warn', icon: 'columns' },
  Judging: { label: msg`Being checked`, tone: 'plain', icon: 'clock' },
  Judged: { label: msg`Waiting for review`, tone: 'warn', icon: 'hand' },
  Committing: { label: msg`Being imported`, tone: 'plain', icon: 'clock' },
  Done: { label: msg`Imported`, tone: 'good', icon: 'check' },
  Undoing: { label: msg`Being undone`, tone: 'plain', icon: 'clock' },
  Undone: { label: msg`Undone`, tone: 'plain', icon: 'exit' },
  Cancelled: { label: msg`Cancelled`, tone: 'plain', icon: 'stop' },
  Failed: { label: msg`Failed`, tone: 'bad', icon: 'warning' },
}

export const verdictWords: Readonly<
  Record<Verdict, StateWord & { readonly meaning: MessageDescriptor; readonly colour: string }>
> = {
  New: {
    label: msg`New`,
    meaning: msg`Not on the list yet: they are added with the state in the file.`,
    tone: 'good',
    icon: 'plus',
    colour: 'var(--good)',
  },
  Updated: {
    label: msg`Updated`,
    meaning: msg`Already on the list: they get the values of the file.`,
    tone: 'good',
    icon: 'check',
    colour: 'var(--mantine-color-pine-5)',
  },
  StateMadeStricter: {
    label: msg`Removed`,
    meaning: msg`On the list; in the file they unsubscribed, bounced or are suppressed.`,
    tone: 'warn',
    icon: 'exit',
    colour: 'var(--warn)',
  },
  Unchanged: {
    label: msg`Unchanged`,
    meaning: msg`On the list with the same values as in the file.`,
    tone: 'plain',
    icon: 'check',
    colour: 'var(--mantine-color-gray-5)',
  },
  OptOutKept: {
    label: msg`Unsubscribed before`,
    meaning: msg`They unsubscribed from the list before. An import does not resubscribe them.`,
    tone: 'plain',
    icon: 'hand',
    colour: 'var(--mantine-color-gray-6)',
  },
  BouncedKept: {
    label: msg`Bounced before`,
    meaning: msg`Mail to them bounced before. An import does not reactivate them.`,
    tone: 'plain',
    icon: 'warning',
    colour: 'var(--mantine-color-gray-6)',
  },
  Suppressed: {
    label: msg`Suppressed`,
    meaning: msg`On the suppression list of this client: they are not added.`,
    tone: 'plain',
    icon: 'stop',
    colour: 'var(--mantine-color-gray-6)',
  },
  Duplicate: {
    label: msg`Duplicate address`,
    meaning: msg`Another row of the file has the same address and is used.`,
    tone: 'plain',
    icon: 'copy',
    colour: 'var(--mantine-color-gray-4)',
  },
  Skipped: {
    label: msg`Skipped`,
    meaning: msg`Their state is skipped by the column settings.`,
    tone: 'plain',
    icon: 'divider',
    colour: 'var(--mantine-color-gray-3)',
  },
  Refused: {
    label: msg`Cannot be imported`,
    meaning: msg`They cannot be imported, for example rows without an email address.`,
    tone: 'bad',
    icon: 'warning',
    colour: 'var(--bad)',
  },
}

const atWork: readonly State[] = ['Fetching', 'Reading', 'Judging', 'Committing', 'Undoing']

/** Whether the service works on it now. */
export function isAtWork(state: State): boolean {
  return atWork.includes(state)
}

const cancellable: readonly State[] = ['Fetching', 'Reading', 'Mapping', 'Judging', 'Judged', 'Committing']

/** Whether it can still be given up. */
export function isOpen(state: State): boolean {
  return cancellable.includes(state)
}
