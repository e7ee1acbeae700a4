/**
 * The members of a list as they are answered.
 * See docs/decisions/wires.md#long-lists-are-streamed-page-by-page.
 */
import type { SubscriberRecord } from '../../contract/groups/historical/subscribers.ts'
import { Refusal } from '../../contract/refusals.ts'
import { Paged } from '../../lib/paged.ts'
import type { Database } from '../../store/connection/database.ts'
import type { State } from '../../store/lists/statistics.ts'
import {
  findSubscriberByAddress,
  type Mark,
  type MarkedSubscriber,
  markAt,
  readSubscribersAfter,
} from '../../store/subscribers/subscribers.ts'
import type { ListRef } from '../access/access.ts'
import { readCustomFields } from '../lists/custom-fields.ts'
import { type FieldDefinition, writeCustomValues } from '../lists/custom-values.ts'
import { readPagesAfter } from '../paging/paging.ts'
import { parseLocalTime } from '../text-rules/dates.ts'
import { readAddress } from './subscriptions.ts'

/** Rows read at a time: enough that round trips do not show, few enough that a million subscribers need no memory. */
const pageSize = 1_000

/**
 * Members who entered a state strictly after a date, by the time they did. Read page by page while the answer is written,
 * without a transaction: who leaves the state meanwhile may be missing, who stays in it never is.
 * @param date local time of the client
 * @throws Refusal InvalidDate, and what the first page meets, before anything is answered
 */
export async function readSubscribersSince(
  db: Database,
  list: ListRef,
  state: State,
  date: string | null,
  { limit = pageSize }: { readonly limit?: number } = {},
): Promise<Paged<SubscriberRecord>> {
  const since = parseLocalTime(date)
  if (since === undefined) throw new Refusal('InvalidDate', 'Date must be YYYY-MM-DD HH:MM:SS.')
  const [definitions, mark] = await Promise.all([readCustomFields(db, list), markAt(db, since, list.timeZone)])
  const page = (after: Mark) =>
    readSubscribersAfter(db, list, state, after, { limit, timeZone: list.timeZone, withFields: definitions.length > 0 })
  const first = await page(mark)
  return new Paged(() => readPagesAfter(first, page, row => row, limit)).map(row =>
    subscriberRecord(row, state, definitions),
  )
}

/**
 * One member in any state; an empty record for an address that is not on the list.
 * @throws Refusal InvalidEmail
 */
export async function readSingleSubscriber(
  db: Database,
  list: ListRef,
  email: string | null,
): Promise<SubscriberRecord> {
  const { address } = readAddress(email)
  const [definitions, row] = await Promise.all([
    readCustomFields(db, list),
    findSubscriberByAddress(db, { ...list, address }, list.timeZone),
  ])
  return row ? subscriberRecord(row, row.state, definitions) : {}
}

function subscriberRecord(
  { email, name, date, fields = {} }: Omit<MarkedSubscriber, keyof Mark>,
  state: State,
  definitions: readonly FieldDefinition[],
): SubscriberRecord {
  return {
    EmailAddress: email,
    Name: name,
    Date: date,
    State: state,
    CustomFields: writeCustomValues(definitions, fields),
  }
}
