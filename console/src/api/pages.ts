/** Lists of an operation that answers page by page. */
import { infiniteQueryOptions } from '@tanstack/react-query'
import type { OperationName, ParametersOf, ValueOf } from '../../../src/client/client.ts'
import { call } from './call.ts'

/** Of operations that take Cursor and Limit and answer NextCursor. @param parameters without them */
type PagedName = {
  [Name in OperationName]: ParametersOf<Name> extends { Cursor?: string; Limit?: number }
    ? ValueOf<Name> extends { NextCursor?: string }
      ? Name
      : never
    : never
}[OperationName]

/** Rows of a page: more are asked for when the reader wants them. */
const rowsOfPage = 100

export function readPages<Name extends PagedName>(
  operation: Name,
  parameters: Omit<ParametersOf<Name>, 'ApiKey' | 'Cursor' | 'Limit'>,
) {
  return infiniteQueryOptions({
    queryKey: [operation, parameters, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(operation, { ...parameters, Cursor: pageParam, Limit: rowsOfPage } as unknown as ParametersOf<Name>, {
        signal,
      }), // whole again
    initialPageParam: '',
    getNextPageParam: page => (page as { readonly NextCursor?: string }).NextCursor || undefined, // by the type of Name
  })
}
