/** Tables of many pages: events of the service read short ones again by themselves, and leave long ones alone. */
import { queryClient } from '../api/call.ts'

/** Pages that are read again at each event of the client; more of them only after a change that was made here. */
const mostLive = 5

interface PagesQuery {
  readonly state: { readonly data?: unknown; readonly fetchStatus: string }
}

/** Of a query of pages, for its option `enabled`: reading it again would also break off the reading of its next page. */
export function isShort({ state: { data, fetchStatus } }: PagesQuery): boolean {
  const pages = (data as { readonly pages?: readonly unknown[] } | undefined)?.pages // of every query of pages
  return pages === undefined || (pages.length <= mostLive && fetchStatus === 'idle')
}

/**
 * Reads the long ones that are shown again, after a change that was made here. Their screens show what a reading was refused with; the
 * change was made all the same.
 * @param operation that they are of
 */
export async function rereadLong(operation: string): Promise<void> {
  const shown = queryClient.getQueryCache().findAll({ queryKey: [operation] })
  const long = shown.filter(query => query.getObserversCount() > 0 && !isShort(query))
  await Promise.allSettled(long.map(query => query.fetch()))
}
