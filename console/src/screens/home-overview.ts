/** The clients by what they need, page by page: the router asks for them before the screen is there. */
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

export const overviewQuery = infiniteQueryOptions({
  queryKey: ['Account.GetOverview', 'pages'],
  queryFn: ({ pageParam, signal }) => call('Account.GetOverview', { Cursor: pageParam, Limit: 50 }, { signal }),
  initialPageParam: '',
  getNextPageParam: ({ NextCursor }) => NextCursor || undefined,
})
