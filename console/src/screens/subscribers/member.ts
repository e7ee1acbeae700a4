/** One membership of a list, and what is read again after it changed. */
import type { ValueOf } from '../../../../src/client/client.ts'

export type Member = ValueOf<'Subscribers.GetSingleSubscriber'>
