/** Lists of an operation that answers page by page. */
import type { OperationName, ParametersOf, ValueOf } from '../../../src/client/client.ts'
import { call } from './call.ts'

/** Of operations that take Cursor and Limit and answer NextCursor. */
type PagedName = {
  [Name in OperationName]: ParametersOf<Name> extends { Cursor?: string; Limit?: number }
    ? ValueOf<Name> extends { NextCursor?: string }
      ? Name
      : never
    : never
}[OperationName]

/** Of operations that take After and Limit and answer rows that carry a number. */
type NumberedName = {
  [Name in OperationName]: ParametersOf<Name> extends { After?: number; Limit?: number }
    ? ValueOf<Name> extends readonly object[]
      ? Name
      : never
    : never
}[OperationName]

type RowOf<Value> = Value extends readonly (infer Row)[] ? Row : never

/** What useInfiniteQuery is given: pages with where the next begins, a cursor or a number. */
export interface Pages<Page, At extends string | number = string> {
  readonly queryKey: readonly [operation: OperationName, parameters: object, 'pages']
  readonly queryFn: (context: { readonly pageParam: At; readonly signal: AbortSignal }) => Promise<Page>
  readonly initialPageParam: At
  readonly getNextPageParam: (page: Page) => At | undefined
}

/** Rows of a page: more are asked for when the reader wants them. */
const rowsOfPage = 100

/**
 * Pages that follow each other by NextCursor.
 * @param parameters without Cursor and Limit
 * @param rows of a page
 */
export function readPages<Name extends PagedName>(
  operation: Name,
  parameters: Omit<ParametersOf<Name>, 'ApiKey' | 'Cursor' | 'Limit'>,
  rows = rowsOfPage,
): Pages<ValueOf<Name>> {
  return {
    queryKey: [operation, parameters, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(operation, { ...parameters, Cursor: pageParam, Limit: rows } as unknown as ParametersOf<Name>, { signal }), // whole again
    initialPageParam: '',
    getNextPageParam: page => (page as { readonly NextCursor?: string }).NextCursor || undefined, // by the type of Name
  }
}

/**
 * Pages that follow each other by the number of their last row; one that is not full is the last.
 * @param parameters without After and Limit
 * @param numberOf what the next page begins after
 * @param rows of a page
 */
export function readNumbered<Name extends NumberedName>(
  operation: Name,
  parameters: Omit<ParametersOf<Name>, 'ApiKey' | 'After' | 'Limit'>,
  numberOf: (row: RowOf<ValueOf<Name>>) => number | undefined,
  rows = rowsOfPage,
): Pages<readonly RowOf<ValueOf<Name>>[], number> {
  return {
    queryKey: [operation, parameters, 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      const asked = { ...parameters, After: pageParam, Limit: rows } as unknown as ParametersOf<Name> // whole again
      return (await call(operation, asked, { signal })) as unknown as readonly RowOf<ValueOf<Name>>[] // by the type of Name
    },
    initialPageParam: 0,
    getNextPageParam: page => {
      const last = page.at(-1)
      return last === undefined || page.length < rows ? undefined : numberOf(last)
    },
  }
}
