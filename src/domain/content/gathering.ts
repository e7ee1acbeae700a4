/**
 * The files a page shows, fetched for `page-files.ts`: each once, a few at a time, within limits for one, for all and for the
 * time they take. The page is read, the files it names are fetched, and it is read again, until nothing is missing.
 */
import type { Fetch } from '../../lib/fetcher.ts'
import type { Asset } from './assets.ts'
import { type MediaType, mediaTypeOf } from './media.ts'
import { type AssetReference, type FetchedFile, fileLimits, type KnownFiles, type Wanted } from './page-files.ts'
import { fetchOk, PageRefused } from './pages.ts'

export interface Sources {
  readonly fetch: Fetch
  /** Files by path. */
  readonly zip?: ReadonlyMap<string, Buffer> | undefined
  /** Where in the zip the page is, with a slash at its end; '' for the top. */
  readonly zipFolder?: string | undefined
}

const times = {
  /** Of one file, and of all together. */
  timeoutMs: 10_000,
  totalMs: 20_000,
  parallel: 4,
} as const

/** The page, its style sheets, what these import three deep, and the files of the deepest of them. */
const mostRounds = 6

/**
 * Reads a page as often as it wants more files, and gives the assets their bytes.
 * @param read a pure function of what is known; it wants nothing when everything it asks for is in `fetched`
 * @throws PageRefused when the page refers to more than we keep, and what `read` throws
 */
export async function gather<Done extends { readonly kept: readonly AssetReference[] }>(
  read: (known: KnownFiles) => Promise<Done | { readonly wanted: Wanted }>,
  { fetch, zip, zipFolder }: Sources,
): Promise<Omit<Done, 'kept'> & { readonly files: readonly Asset[] }> {
  const fetched = new Map<string, FetchedFile | undefined>()
  const bodies = new Map<string, Buffer>()
  const sheets = new Set<string>()
  const types = zip && new Map([...zip].map(([path, bytes]) => [path, mediaTypeOf(bytes)]))
  const download = downloader(fetch)
  for (let round = 0; round < mostRounds; round++) {
    const result = await read({ zip: zip && types && entriesOf(zip, types, sheets), zipFolder, fetched })
    if (!('wanted' in result)) {
      const { kept, ...rest } = result
      const files = kept.map(({ path, mediaType, from }) => {
        const bytes = 'zip' in from ? zip?.get(from.zip) : bodies.get(from.url)
        if (!bytes) throw new Error(`nothing was fetched for ${path}`)
        return { path, mediaType, bytes }
      })
      return { ...rest, files }
    }
    for (const path of result.wanted.sheets) sheets.add(path)
    // the same limit as in page-files.ts, before anything is asked for
    const urls = result.wanted.urls.slice(0, fileLimits.count)
    const answers = await Promise.allSettled(urls.map(download))
    for (const [index, answer] of answers.entries()) {
      if (answer.status === 'rejected') throw answer.reason
      const file = answer.value
      const type = file && mediaTypeOf(file.body)
      if (file && type) bodies.set(urls[index]!, file.body)
      const sheet = file?.mediaType === 'text/css' ? { body: file.body, charset: file.charset } : undefined
      fetched.set(urls[index]!, file && { url: file.url, type, sheet })
    }
  }
  throw new Error('a page wants more after all of its files were fetched')
}

function entriesOf(
  zip: ReadonlyMap<string, Buffer>,
  types: ReadonlyMap<string, MediaType | undefined>,
  sheets: ReadonlySet<string>,
) {
  return [...zip].map(([path, bytes]) => ({
    path,
    size: bytes.length,
    type: types.get(path),
    sheet: sheets.has(path) ? bytes : undefined,
  }))
}

/** @returns a function that fetches one file; undefined for what cannot be had. It throws PageRefused for more than we keep. */
function downloader(fetch: Fetch) {
  const until = performance.now() + times.totalMs
  const take = semaphore(times.parallel)
  let totalBytes = 0
  let refused: PageRefused | undefined

  return (url: string) =>
    take(async () => {
      const timeoutMs = Math.min(times.timeoutMs, Math.floor(until - performance.now()))
      if (refused) throw refused
      if (timeoutMs <= 0) return undefined
      const answer = await fetchOk(fetch, url, { maxBytes: fileLimits.bytes, timeoutMs }).catch(error => {
        // a file that cannot be fetched stays a reference to its address
        if (error instanceof PageRefused) return undefined
        throw error
      })
      totalBytes += answer?.body.length ?? 0
      if (totalBytes <= fileLimits.totalBytes) return answer
      refused = new PageRefused(`The files the page refers to are larger than ${fileLimits.totalBytes} bytes together.`)
      throw refused
    })
}

/** Runs at most so many at once, in the order they came. */
function semaphore(most: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <Value>(run: () => Promise<Value>): Promise<Value> => {
    if (running === most) await new Promise<void>(resolve => waiting.push(resolve))
    else running++
    try {
      return await run()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
