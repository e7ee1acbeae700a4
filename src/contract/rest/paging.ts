/** Pages by number, as the REST interface asks for and answers them (reference/rest.md §1.5). */
import { type Field, integer, many, object, text } from './fields.ts'
import { RestRefusal } from './refusals.ts'

export const shortestPage = 10
export const longestPage = 1000

/** What every paged call takes. */
export const pageQuery = { page: text, pagesize: text, orderdirection: text }
/** What those take that have an order. */
export const orderedQuery = { ...pageQuery, orderfield: text }

interface GivenPage {
  readonly page: string | undefined
  readonly pagesize: string | undefined
  readonly orderfield?: string | undefined
  readonly orderdirection: string | undefined
}

export interface Order<OrderField extends string> {
  /** As the query calls them; the first is the usual one. */
  readonly fields: readonly [OrderField, ...OrderField[]]
  readonly usual?: 'asc' | 'desc'
}

/** @throws RestRefusal for what is no page, size, field or direction */
export function readPage<OrderField extends string>(
  query: GivenPage,
  { fields, usual = 'asc' }: Order<OrderField>,
): { Page: number; PageSize: number; OrderField: OrderField; Descending: boolean } {
  const Page = numberIn(query.page, 1)
  if (Page === undefined || Page < 1 || Page > 1_000_000) throw new RestRefusal('InvalidPage')
  const PageSize = numberIn(query.pagesize, longestPage)
  if (PageSize === undefined || PageSize < shortestPage || PageSize > longestPage) {
    throw new RestRefusal('InvalidPageSize')
  }
  const field = (query.orderfield?.trim().toLowerCase() ?? '') || fields[0]
  const OrderField = fields.find(known => known === field)
  if (OrderField === undefined) throw new RestRefusal('InvalidOrderField')
  const direction = (query.orderdirection?.trim().toLowerCase() ?? '') || usual
  if (direction !== 'asc' && direction !== 'desc') throw new RestRefusal('InvalidOrderDirection')
  return { Page, PageSize, OrderField, Descending: direction === 'desc' }
}

function numberIn(given: string | undefined, otherwise: number): number | undefined {
  const digits = given?.trim() ?? ''
  if (digits === '') return otherwise
  return /^\d{1,9}$/.test(digits) ? Number(digits) : undefined
}

/** The answer of a paged call. */
export function pageOf<const Row extends Field>(name: string, row: Row) {
  return object(name, {
    Results: many(row),
    ResultsOrderedBy: text,
    OrderDirection: text,
    PageNumber: integer,
    PageSize: integer,
    RecordsOnThisPage: integer,
    TotalNumberOfRecords: integer,
    NumberOfPages: integer,
  })
}

/** @param orderedBy what the answer calls the order, where the query does not name it */
export function page<Row>(
  rows: readonly Row[],
  total: number,
  {
    Page,
    PageSize,
    OrderField,
    Descending,
  }: { Page: number; PageSize: number; OrderField: string; Descending: boolean },
  orderedBy = OrderField,
) {
  return {
    Results: rows,
    ResultsOrderedBy: orderedBy,
    OrderDirection: Descending ? 'desc' : 'asc',
    PageNumber: Page,
    PageSize,
    RecordsOnThisPage: rows.length,
    TotalNumberOfRecords: total,
    NumberOfPages: Math.ceil(total / PageSize),
  }
}

/**
 * A `date` of a query: `YYYY-MM-DD`, also with a time; undefined where it is absent or empty.
 * @throws RestRefusal InvalidDate for anything else
 */
export function readDate(given: string | undefined): string | undefined {
  const date = given?.trim() ?? ''
  if (date === '') return undefined
  const [, day, time, seconds = ':00'] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?)?$/.exec(date) ?? []
  if (day === undefined) throw new RestRefusal('InvalidDate')
  return time === undefined ? day : `${day} ${time}${seconds}`
}
