/** The states of a subscriber on a list, in words. */
import { msg } from '@lingui/core/macro'
import type { ValueOf } from '../../../../src/client/client.ts'
import type { StateWord } from '../../ui/page.tsx'
import { type State, stateOf } from '../audience-search.ts'

export type Subscriber = NonNullable<ValueOf<'Subscriber.List'>['Subscribers']>[number]
export type { State }
export { stateOf }

export const subscriberWords: Readonly<Record<State, StateWord>> = {
  Active: { label: msg`Active`, tone: 'good', icon: 'check' },
  Unconfirmed: { label: msg`Unconfirmed`, tone: 'warn', icon: 'clock' },
  Unsubscribed: { label: msg`Unsubscribed`, tone: 'plain', icon: 'exit' },
  Bounced: { label: msg`Bounced`, tone: 'bad', icon: 'warning' },
  Deleted: { label: msg`Deleted`, tone: 'plain', icon: 'trash' },
}
