/** Looking at a feed: fetched by the guarded fetcher, read by a thread. */
import { type DocumentVersion, type Fetch, FetchRefused } from '../../lib/fetcher.ts'
import { TaskFault, type Tasks } from '../../lib/tasks.ts'
import { type Feed, feedLimits } from '../content/feeds/feed.ts'
import type { feedLetter } from '../content/feeds/letter.ts'
import type { readFeed } from '../content/feeds/reading.ts'

export type FeedTasks = Tasks<{ readonly readFeed: typeof readFeed; readonly feedLetter: typeof feedLetter }>

export type Look =
  | { readonly kind: 'feed'; readonly feed: Feed; readonly version: DocumentVersion }
  | { readonly kind: 'unchanged' }
  /** A sentence for the person whose feed it is. */
  | { readonly kind: 'problem'; readonly problem: string }

/**
 * A feed that is down, that is no feed or that takes too long to read is a problem, never one without items.
 * @param known the version of the last look; undefined to read the document in any case
 */
export async function lookAtFeed(
  { fetch, contentTasks }: { readonly fetch: Fetch; readonly contentTasks: Pick<FeedTasks, 'readFeed'> },
  clientId: number,
  address: string,
  known?: DocumentVersion,
): Promise<Look> {
  try {
    const limits = { maxBytes: feedLimits.bytes, timeoutMs: feedLimits.timeoutMs, unlessStill: known }
    const { status, url, body, charset, version = { etag: '', lastModified: '' } } = await fetch(address, limits)
    if (status === 304 && known) return { kind: 'unchanged' }
    if (status !== 200) return { kind: 'problem', problem: `The server answers ${status} instead of 200.` }
    const read = await contentTasks.readFeed({ url, body, charset }, { key: clientId })
    if ('problem' in read) return { kind: 'problem', problem: read.problem.slice(0, 500).toWellFormed() }
    return { kind: 'feed', feed: read.feed, version }
  } catch (error) {
    if (error instanceof FetchRefused) return { kind: 'problem', problem: error.message }
    if (error instanceof TaskFault)
      return { kind: 'problem', problem: `The document cannot be read: ${error.message}.` }
    throw error
  }
}
