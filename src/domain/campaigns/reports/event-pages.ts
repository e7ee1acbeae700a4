/** Campaign.PageEvents: what the recipients of a campaign did, in pages by number. */
import {
  countRecipientEvents,
  type EventMark,
  type EventOrderKey,
  type EventRecipients,
  type EventsFrom,
  type RecipientEventKind,
  type RecipientEventPage,
  type RecipientEventRow,
  type RecipientEventsAsked,
  readEventsRevision,
  readRecipientEvents,
  readRecipientsOfEvents,
} from '../../../store/campaigns/recipient-events.ts'
import type { Database, Sql } from '../../../store/connection/database.ts'
import { snapshot } from '../../../store/connection/transaction.ts'
import type { CampaignRef } from '../../access/access.ts'
import { fewBefore, PageMarks } from '../../paging/page-marks.ts'
import { readNumberedPage } from '../../paging/paging.ts'
import { readLocalTime } from '../../text-rules/dates.ts'
import { countUp } from './counting.ts'

/** Absent is null. */
export interface EventsRequest {
  readonly kind: RecipientEventKind
  /** Local time of the client. */
  readonly since: string | null
  readonly page: number
  readonly pageSize: number
  readonly order: RecipientEventPage['order']
  readonly descending: boolean
}

interface EventsPage {
  readonly rows: readonly RecipientEventRow[]
  readonly total: number
}

/** @throws Refusal InvalidParameter, InvalidDate */
export async function readEventsByPage(
  db: Database,
  campaign: CampaignRef,
  { kind, since, order, descending, ...request }: EventsRequest,
): Promise<EventsPage> {
  const { offset, limit } = readNumberedPage(request)
  const asked = { ...campaign, kind, since: readLocalTime('Since', since) }
  if (kind === 'Open' || kind === 'Click') await countUp(db, campaign)
  const total = await countRecipientEvents(db, asked)
  if (offset >= total) return { rows: [], total }
  const page = { order, descending, offset, limit, total }
  const read = beginningOf(asked, page)
  if (!read) return { rows: await readRecipientEvents(db, asked, page), total }
  return snapshot(db, async sql => ({ rows: await readRecipientEvents(sql, asked, page, await read(sql)), total }))
}

/** Where a page begins that would read many events before its own; undefined for others. */
function beginningOf(
  asked: RecipientEventsAsked,
  page: RecipientEventPage,
): ((sql: Sql) => Promise<EventsFrom>) | undefined {
  const { kind } = asked
  const { order, offset, total } = page
  if (kind !== 'Recipient' && kind !== 'Open' && kind !== 'Click') return undefined
  // the order of addresses is not that of an index, so the first page reads all too
  if (order === 'EmailAddress')
    return total > fewBefore && total <= mostOrdered ? sql => fromRecipients(sql, asked, page) : undefined
  return kind !== 'Recipient' && offset > fewBefore ? sql => fromMark(sql, asked, { ...page, order }) : undefined
}

const marks = new PageMarks<EventOrderKey>()

async function fromMark(
  sql: Sql,
  asked: RecipientEventsAsked,
  { order, descending, offset }: RecipientEventPage & { readonly order: 'List' | 'Date' },
): Promise<EventsFrom> {
  const { clientId, campaignId, kind, since } = asked
  const name = [clientId, campaignId, kind, since, order, descending].join(' ')
  const revision = await readEventsRevision(sql, asked)
  const mark = await marks.before(name, revision, offset, (from, rows) =>
    nextMark(sql, asked, { order, descending, offset: (from?.before ?? 0) + rows }, from),
  )
  return { mark }
}

/** Events among which one is looked for that has another key than the one before it. */
const mostOfOneKey = 10

/** The first event from a place on that can be a mark: the one before it has another key. */
async function nextMark(
  sql: Sql,
  asked: RecipientEventsAsked,
  { order, descending, offset }: Pick<RecipientEventPage, 'order' | 'descending' | 'offset'>,
  from: EventMark | undefined,
): Promise<EventMark | undefined> {
  for (let before = offset; ; before += mostOfOneKey - 1) {
    const place = { order, descending, offset: before, limit: mostOfOneKey, total: Number.MAX_SAFE_INTEGER }
    const keys = (await readRecipientEvents(sql, asked, place, { mark: from })).map(({ key }) => key)
    const index = keys.findIndex((key, n) => n > 0 && String(key) !== String(keys[n - 1]))
    if (index > 0) return { before: before + index, key: keys[index]! }
    if (keys.length < mostOfOneKey) return undefined
  }
}

/** Recipients whose order by address is kept in memory, of all campaigns: 8 bytes each. */
const mostOrdered = 4_000_000
/** By revision. The one asked for last is at the end. */
const ordered = new Map<string, EventRecipients>()

async function fromRecipients(
  sql: Sql,
  asked: RecipientEventsAsked,
  { descending, offset, limit }: RecipientEventPage,
): Promise<EventsFrom> {
  const { clientId, campaignId, kind, since } = asked
  const name = [clientId, campaignId, kind, since, await readEventsRevision(sql, asked)].join(' ')
  const recipients = ordered.get(name) ?? (await readRecipientsOfEvents(sql, asked))
  keepOrdered(name, recipients)
  return { recipients: recipientsOfPage(recipients, { descending, offset, limit }) }
}

function keepOrdered(name: string, recipients: EventRecipients): void {
  ordered.delete(name)
  ordered.set(name, recipients)
  let kept = 0
  for (const { numbers } of ordered.values()) kept += numbers.length
  for (const [oldest, { numbers }] of ordered) {
    if (kept <= mostOrdered) break
    ordered.delete(oldest)
    kept -= numbers.length
  }
}

/** Those whose events are on a page, and how many events of the first of them are before it. */
export function recipientsOfPage(
  { numbers, events }: EventRecipients,
  { descending, offset, limit }: Pick<RecipientEventPage, 'descending' | 'offset' | 'limit'>,
): { readonly numbers: readonly number[]; readonly before: number } {
  const found: number[] = []
  let before = 0
  let passed = 0
  for (let place = 0; place < numbers.length && passed < offset + limit; place++) {
    const index = descending ? numbers.length - 1 - place : place
    const next = passed + events[index]!
    if (next > offset) {
      if (found.length === 0) before = offset - passed
      found.push(numbers[index]!)
    }
    passed = next
  }
  return { numbers: found, before }
}
