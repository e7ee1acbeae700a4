/**
 * Messages about one list, in the format of the REST interface: many events a message
 * (reference/rest.md §2.3, “Webhook messages”). They are signed as other messages are; receivers that do not know it need not look.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { ListEventKind } from '../../contract/groups/list-settings.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { EventType, PublishedEvent } from '../../store/events/events.ts'
import type { Message } from './messages.ts'

/** What a receiver asks for, and the events that it comes of. */
const typesOfKind = {
  Subscribe: ['subscriber.subscribed', 'subscriber.confirmed'],
  Update: ['subscriber.updated'],
  Deactivate: ['subscriber.unsubscribed', 'subscriber.bounced', 'subscriber.deleted'],
} as const satisfies Record<ListEventKind, readonly EventType[]>
/** In the order in which a test sends them. */
export const kinds = Object.keys(typesOfKind) as readonly ListEventKind[] // its keys are no others

/** @param given in any case. @throws Refusal InvalidEventType */
export function readKinds(given: readonly (string | null)[]): readonly EventType[] {
  const asked = given.map(word => (word ?? '').trim().toLowerCase())
  const known = kinds.filter(kind => asked.includes(kind.toLowerCase()))
  if (asked.length === 0 || asked.some(word => !known.some(kind => kind.toLowerCase() === word)))
    throw new Refusal('InvalidEventType', `Events must be some of ${kinds.join(', ')}.`)
  return known.flatMap(kind => typesOfKind[kind])
}

/** The kinds whose events these are. */
export function kindsOf(types: readonly string[]): readonly ListEventKind[] {
  return kinds.filter(kind => typesOfKind[kind].some(type => types.includes(type)))
}

/** As `Key` and `Value` in the answers to other calls. */
export type FieldValues = readonly { readonly Key: string | null; readonly Value: string | null }[]

/**
 * @param events of the list, at least one, in order; `date` in the client's time zone
 * @param fieldsOf what is known of a member now, by the address of an event
 */
export function listMessage(
  { publicId, listPublicId }: { readonly publicId: string; readonly listPublicId: string },
  events: readonly PublishedEvent[],
  fieldsOf: (email: string) => FieldValues,
): Message {
  const marks = createHash('sha256')
  for (const { sequence, publishedAt } of events) marks.update(`${sequence}_${publishedAt.getTime()} `)
  return {
    id: `msg_${publicId}_${marks.digest('hex').slice(0, 32)}`,
    body: bodyOf(
      listPublicId,
      events.map(event => ({
        ...eventOf(event),
        CustomFields: fieldsOf(String(event.data.EmailAddress)),
      })),
    ),
  }
}

/** @param date now, in the client's time zone */
export function listTestMessage(
  {
    publicId,
    listPublicId,
    types,
  }: {
    readonly publicId: string
    readonly listPublicId: string
    readonly types: readonly string[]
  },
  date: string,
): Message {
  const data = { EmailAddress: 'test@example.com', OldEmailAddress: 'test@example.com', Name: 'Test Subscriber' }
  const events = kindsOf(types).map(kind => {
    const State = kind === 'Deactivate' ? 'Unsubscribed' : 'Active'
    return { ...eventOf({ type: typesOfKind[kind][0], date, data: { ...data, State } }), CustomFields: [] }
  })
  return { id: `msg_${publicId}_test_${randomBytes(8).toString('hex')}`, body: bodyOf(listPublicId, events) }
}

function bodyOf(ListID: string, Events: readonly object[]): Buffer {
  return Buffer.from(JSON.stringify({ Events, ListID }))
}

function eventOf({ type, date, data }: Pick<PublishedEvent, 'type' | 'date' | 'data'>) {
  const [kind] = kindsOf([type])
  return {
    Type: kind,
    Date: date,
    ...(kind === 'Update' && { OldEmailAddress: data.OldEmailAddress }),
    EmailAddress: data.EmailAddress,
    Name: data.Name,
    // which address a sign-up came from is not part of an event
    ...(kind === 'Subscribe' ? { SignupIPAddress: '' } : { State: data.State }),
  }
}
