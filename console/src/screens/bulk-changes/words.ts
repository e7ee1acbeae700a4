/** The actions and the states of bulk changes in words. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ParametersOf, ValueOf } from '../../../../src/client/client.ts'
import type { StateWord } from '../../ui/page.tsx'

export type Change = ValueOf<'BulkChange.Get'>
export type Action = ParametersOf<'BulkChange.Create'>['Action']
export type ChangeState = Change['Progress']

export const actionWords: Readonly<
  Record<Action, { readonly label: MessageDescriptor; readonly description: MessageDescriptor }>
> = {
  Unsubscribe: { label: msg`Unsubscribe`, description: msg`They get no mail of this list any more.` },
  Delete: { label: msg`Take off the list`, description: msg`They are shown as deleted, and can come back.` },
  SetField: { label: msg`Set a custom field`, description: msg`All get the same value.` },
  ClearField: { label: msg`Empty a custom field`, description: msg`The value they have is taken away.` },
  Copy: { label: msg`Copy to another list`, description: msg`They are on both lists; who left stays gone.` },
  Move: { label: msg`Move to another list`, description: msg`They leave this list; who left stays gone on both.` },
}

/** @param sentence what the state means to the people of the change */
export const changeStateWords: Readonly<Record<ChangeState, StateWord & { readonly sentence: MessageDescriptor }>> = {
  Choosing: { label: msg`Being counted out`, sentence: msg`They are being counted out.`, tone: 'plain', icon: 'clock' },
  Changing: { label: msg`Being changed`, sentence: msg`They are being changed.`, tone: 'plain', icon: 'clock' },
  Done: { label: msg`Done`, sentence: msg`Done.`, tone: 'good', icon: 'check' },
  Cancelled: {
    label: msg`Stopped`,
    sentence: msg`Stopped. Who was changed by then stays so.`,
    tone: 'warn',
    icon: 'stop',
  },
  Undoing: { label: msg`Being undone`, sentence: msg`It is being undone.`, tone: 'plain', icon: 'clock' },
  Undone: { label: msg`Undone`, sentence: msg`Undone.`, tone: 'plain', icon: 'exit' },
  Failed: { label: msg`Failed`, sentence: msg`It could not be done.`, tone: 'bad', icon: 'warning' },
}

/** The service works on it now. */
export function isUnderWay(state: ChangeState): boolean {
  return state === 'Choosing' || state === 'Changing' || state === 'Undoing'
}

/** It can be stopped. */
export function isCancellable(state: ChangeState): boolean {
  return state === 'Choosing' || state === 'Changing'
}

/** Subscribers whom it has to come to: undone is only what was done. */
export function subscribersOf({ Progress, Changed, LeftAlone, Subscribers }: Change): number {
  return Progress === 'Undoing' ? Changed + LeftAlone : Subscribers
}

/** Milliseconds between two looks; events of the live stream come in between. */
export const lookMs = 1000
