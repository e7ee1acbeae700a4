/** The states of a subscriber on a list, in words. */
import { msg } from '@lingui/core/macro'
import type { ValueOf } from '../../../../src/client/client.ts'
import { type StateWord, StateWordChip } from '../../ui/page.tsx'
import { type State, stateOf } from '../audience-search.ts'

export type Subscriber = NonNullable<ValueOf<'Subscriber.List'>['Subscribers']>[number]
export type { State }
export { stateOf }

export const states: Readonly<Record<State, StateWord>> = {
  Active: { label: msg`Active`, tone: 'good', icon: 'check' },
  Unconfirmed: { label: msg`Unconfirmed`, tone: 'warn', icon: 'clock' },
  Unsubscribed: { label: msg`Unsubscribed`, tone: 'plain', icon: 'exit' },
  Bounced: { label: msg`Bounced`, tone: 'bad', icon: 'warning' },
  Deleted: { label: msg`Deleted`, tone: 'plain', icon: 'trash' },
}

export function StateChip({ state }: { readonly state: State }) {
  return <StateWordChip of={states[state]} />
}
