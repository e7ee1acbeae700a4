/** What changes one contact, or takes it off a list. */
import { type Access, ofClient, ofList, on, R, type Row, row } from '../row.ts'
import { type Members, type Shape, text } from '../shapes.ts'

// biome-ignore format: a table reads by its columns
export const contacts = {
  'Subscriber.UpdateEmail': row('UpdateSubscriberEmail', { ...ofClient, ListID: text, Email: text, NewEmail: text }, R, on('ClientID', 'ChangeAudience'), 'Gives a person another address, on one list or on every list of the client where the address is active. Links in mails that were sent go on working. Nothing changes when either address is suppressed, or the new one is on such a list already.'),
  'Subscriber.Delete': row('DeleteSubscriber', { ...ofList, Email: text }, R, on('ListID', 'ChangeAudience'), 'Takes an active or unconfirmed subscriber off a list: the state becomes Deleted, and Subscriber.Restore takes it back for 30 days.'),
  'Subscriber.Restore': row('RestoreSubscriber', { ...ofList, Email: text }, R, on('ListID', 'ChangeAudience'), 'Brings back a subscriber whom Subscriber.Delete took off a list within 30 days, in the state of then.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>
