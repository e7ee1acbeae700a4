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
  Unsubscribe: { label: msg`Unsubscribe`, description: msg`They no longer get mail of this list.` },
  Delete: { label: msg`Remove from the list`, description: msg`They are shown as deleted and can be restored.` },
  SetField: { label: msg`Set a custom field`, description: msg`All get the same value.` },
  ClearField: { label: msg`Empty a custom field`, description: msg`Their value is removed.` },
  AddTag: { label: msg`Add a tag`, description: msg`On this list; people keep the tag on all their lists.` },
  RemoveTag: { label: msg`Remove a tag`, description: msg`Their other tags stay.` },
  Copy: {
    label: msg`Copy to another list`,
    description: msg`They are on both lists; unsubscribed people stay unsubscribed.`,
  },
  Move: {
    label: msg`Move to another list`,
    description: msg`They leave this list; unsubscribed people stay unsubscribed on both.`,
  },
}

/** @param sentence what the state means to the people of the change */
export const changeStateWords: Readonly<Record<ChangeState, StateWord & { readonly sentence: MessageDescriptor }>> = {
  Choosing: { label: msg`Counting`, sentence: msg`They are being counted.`, tone: 'plain', icon: 'clock' },
  Changing: { label: msg`Being changed`, sentence: msg`They are being changed.`, tone: 'plain', icon: 'clock' },
  Done: { label: msg`Done`, sentence: msg`Done.`, tone: 'good', icon: 'check' },
  Cancelled: {
    label: msg`Stopped`,
    sentence: msg`Stopped. People changed before that stay changed.`,
    tone: 'warn',
    icon: 'stop',
  },
  Undoing: { label: msg`Being undone`, sentence: msg`It is being undone.`, tone: 'plain', icon: 'clock' },
  Undone: { label: msg`Undone`, sentence: msg`Undone.`, tone: 'plain', icon: 'exit' },
  Failed: { label: msg`Failed`, sentence: msg`The change failed.`, tone: 'bad', icon: 'warning' },
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
