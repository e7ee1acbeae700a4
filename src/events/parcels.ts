/** Events of a webhook as the messages that are sent: one each, or, to the webhook of a list, many in one. */

import { readCustomFields } from '../domain/lists/custom-fields.ts'
import { writeCustomValues } from '../domain/lists/custom-values.ts'
import { parseAddress } from '../domain/text-rules/address.ts'
import { type FieldValues, kindsOf, listMessage } from '../domain/webhooks/list-messages.ts'
import { type Message, messageOf } from '../domain/webhooks/messages.ts'
import type { Database } from '../store/connection/database.ts'
import type { PublishedEvent } from '../store/events/events.ts'
import type { WebhookLease } from '../store/events/webhook-leases.ts'
import { readFieldsOfMembers } from '../store/subscribers/subscribers.ts'

export interface Parcel {
  readonly message: Message
  /** Of its last event. */
  readonly sequence: number
  /** The type that the list of attempts shows. */
  readonly type: string
}

/** @param events in order; may be none */
export async function* makeParcels(
  db: Database,
  { clientId, publicId, listId, listPublicId }: WebhookLease,
  events: readonly PublishedEvent[],
): AsyncGenerator<Parcel> {
  if (listId === null || listPublicId === null) {
    for (const event of events)
      yield { message: messageOf(publicId, event), sequence: event.sequence, type: event.type }
    return
  }
  const last = events.at(-1)
  if (!last) return
  const fieldsOf = await fieldsOfEvents(db, { clientId, listId }, events)
  yield {
    message: listMessage({ publicId, listPublicId }, events, fieldsOf),
    sequence: last.sequence,
    type: kindsOf(events.map(({ type }) => type)).join(', '),
  }
}

/** The custom fields of the members that events name, as they are now; of those that are gone, none. */
async function fieldsOfEvents(
  db: Database,
  list: { readonly clientId: number; readonly listId: number },
  events: readonly PublishedEvent[],
): Promise<(email: string) => FieldValues> {
  const addressOf = (email: string) => parseAddress(email)?.address ?? email
  const addresses = new Set(events.map(({ data }) => addressOf(String(data.EmailAddress))))
  const [definitions, fields] = await Promise.all([
    readCustomFields(db, list),
    readFieldsOfMembers(db, list, [...addresses]),
  ])
  return email => writeCustomValues(definitions, fields.get(addressOf(email)) ?? {})
}
