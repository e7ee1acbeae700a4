/**
 * Pages of subscribers of one list, or of several side by side. Subscriber.List is of one list; of several, each is read by its own
 * cursor, and the rows are merged in the order that is asked for.
 */
import type { ParametersOf, ValueOf } from '../../../../src/client/client.ts'
import { call } from '../../api/call.ts'
import type { Subscriber } from './state-words.ts'

export interface Row extends Subscriber {
  readonly listId: string
}

export type Question = Omit<ParametersOf<'Subscriber.List'>, 'ListID' | 'Cursor' | 'Limit' | 'ApiKey'>

/** Where a list goes on: what is read of it and not shown yet, and the cursor of what comes after; '' at its end. */
interface Place {
  readonly listId: string
  readonly waiting: readonly Row[]
  readonly cursor: string
}

export interface SubscriberPage {
  readonly rows: readonly Row[]
  /** Undefined at the end. */
  readonly next: readonly Place[] | undefined
}

export const pageSize = 50
/** Lists that are shown side by side: each costs a call. */
export const mostTogether = 10

/** @param places undefined for the first page. @throws as call */
export async function readPage(
  listIds: readonly string[],
  question: Question,
  places: readonly Place[] | undefined,
  signal: AbortSignal,
): Promise<SubscriberPage> {
  const present = await Promise.all(
    (places ?? listIds.map(listId => ({ listId, waiting: [], cursor: undefined }))).map(place =>
      fill(place, question, signal),
    ),
  )
  const { rows, left } = merge(present, isBefore(question.Order))
  const isAtEnd = left.every(({ waiting, cursor }) => waiting.length === 0 && cursor === '')
  return { rows, next: isAtEnd ? undefined : left }
}

/** A page of each is enough for a page of all: no list gives more rows than that. */
async function fill(
  { listId, waiting, cursor }: Omit<Place, 'cursor'> & { readonly cursor: string | undefined },
  question: Question,
  signal: AbortSignal,
): Promise<Place> {
  if (waiting.length >= pageSize || cursor === '') return { listId, waiting, cursor: cursor ?? '' }
  const { Subscribers = [], NextCursor = '' }: ValueOf<'Subscriber.List'> = await call(
    'Subscriber.List',
    { ...question, ListID: listId, Cursor: cursor ?? '', Limit: pageSize },
    { signal },
  )
  return { listId, waiting: [...waiting, ...Subscribers.map(row => ({ ...row, listId }))], cursor: NextCursor }
}

function merge(places: readonly Place[], comesBefore: (one: Row, other: Row) => boolean) {
  const at = places.map(() => 0)
  const rows: Row[] = []
  while (rows.length < pageSize) {
    let first: { readonly row: Row; readonly n: number } | undefined
    for (const [n, { waiting }] of places.entries()) {
      const row = waiting[at[n]!]
      if (row && (!first || comesBefore(row, first.row))) first = { row, n }
    }
    if (!first) break
    rows.push(first.row)
    at[first.n]!++
  }
  return { rows, left: places.map((place, n) => ({ ...place, waiting: place.waiting.slice(at[n]) })) }
}

function isBefore(order: Question['Order']): (one: Row, other: Row) => boolean {
  if (order === 'Address') return (one, other) => addressOf(one) < addressOf(other)
  return (one, other) => (one.JoinedDate ?? '') > (other.JoinedDate ?? '')
}

function addressOf({ EmailAddress = '' }: Row): string {
  return EmailAddress.toLowerCase()
}
