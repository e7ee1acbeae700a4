/** A contact as the service answers it, and the entries of its timeline. */
import type { ValueOf } from '../../../../src/client/client.ts'

export type Contact = ValueOf<'Subscriber.GetContact'>

export type Entry = NonNullable<Contact['Timeline']>[number]
