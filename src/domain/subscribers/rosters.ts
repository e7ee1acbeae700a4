/**
 * The members of a list as they are answered.
 * See docs/decisions/wires.md#long-lists-are-streamed-page-by-page.
 */
import type { SubscriberRecord } from '../../contract/groups/historical/subscribers.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Database } from '../../store/connection/database.ts'
import type { State } from '../../store/lists/statistics.ts'
import {
  type MarkedSubscriber,
  markAt,
  type SubscriberRow,
  subscriberByAddress,
  subscribersAfter,
} from '../../store/subscribers/subscribers.ts'
import type { ListRef } from '../access/access.ts'
import { customFieldsOf } from '../lists/custom-fields.ts'
import { type FieldDefinition, writeCustomValues } from '../lists/custom-values.ts'
import { parseLocalTime } from '../text-rules/dates.ts'
import { readAddress } from './subscriptions.ts'

/** Rows read at a time: enough that round trips do not show, few enough that a million subscribers need no memory. */
const pageSize = 400

/**
 * Members who entered a state strictly after a date, by the time they did. Read page by page while the answer is written,
 * without a transaction: who leaves the state meanwhile may be missing, who stays in it never is.
 * @param date local time of the client
 * @throws Refusal InvalidDate, and what the first page meets, before anything is answered
 */
export async function subscribersSince(
  db: Database,
  list: ListRef,
  state: State,
  date: string | null,
  { limit = pageSize }: { readonly limit?: number } = {},
): Promise<AsyncIterable<SubscriberRecord>> {
  const since = parseLocalTime(date)
  if (since === undefined) throw new Refusal('InvalidDate', 'Date must be YYYY-MM-DD HH:MM:SS.')
  const [definitions, mark] = await Promise.all([customFieldsOf(db, list), markAt(db, since, list.timeZone)])
  const page = (after: { at: string; id: number }) =>
    subscribersAfter(db, list, state, after, { limit, timeZone: list.timeZone })
  return records(await page(mark), page, limit, definitions)
}

async function* records(
  first: readonly MarkedSubscriber[],
  read: (after: MarkedSubscriber) => Promise<readonly MarkedSubscriber[]>,
  limit: number,
  definitions: readonly FieldDefinition[],
): AsyncGenerator<SubscriberRecord> {
  for (let page = first; ; ) {
    // the next page is read while this one is written; a failure is thrown when its turn comes
    const next = page.length === limit ? read(page.at(-1)!) : undefined
    next?.catch(() => {})
    for (const row of page) yield subscriberRecord(row, definitions)
    if (!next) return
    page = await next
  }
}

/**
 * One member in any state; an empty record for an address that is not on the list.
 * @throws Refusal InvalidEmail
 */
export async function singleSubscriber(db: Database, list: ListRef, email: string | null): Promise<SubscriberRecord> {
  const { address } = readAddress(email)
  const [definitions, row] = await Promise.all([
    customFieldsOf(db, list),
    subscriberByAddress(db, { ...list, address }, list.timeZone),
  ])
  return row ? subscriberRecord(row, definitions) : {}
}

function subscriberRecord(row: SubscriberRow, definitions: readonly FieldDefinition[]): SubscriberRecord {
  return {
    EmailAddress: row.email,
    Name: row.name,
    Date: row.date,
    State: row.state,
    CustomFields: writeCustomValues(definitions, row.fields),
  }
}
