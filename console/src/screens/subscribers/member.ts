/** One membership of a list, as the service answers it. */
import type { ValueOf } from '../../../../src/client/client.ts'

export type Member = ValueOf<'Subscribers.GetSingleSubscriber'>
