/**
 * The files a page shows, gathered from its zip or over the network: each once, a few at a time, within limits for one, for
 * all and for the time they take.
 */
import { createHash } from 'node:crypto'
import type { Fetch } from '../../lib/fetcher.ts'
import { keptScheme } from '../tokens.ts'
import { type KeptFile, keptFolders } from './kept.ts'
import { extensionOf, type MediaType, mediaTypeOf } from './media.ts'
import { decodePage, fetchOk, PageRefused } from './pages.ts'

/** What references are relative to. */
export interface Base {
  readonly url: string
  /** The folder of the zip, with a slash at its end or empty; undefined for what came over the network from elsewhere. */
  readonly zipFolder: string | undefined
}

export interface Sources {
  readonly fetch: Fetch
  /** Files by path. */
  readonly zip?: ReadonlyMap<string, Buffer> | undefined
}

export interface PageFiles {
  /** Keeps a file. @returns what is to stand in its place; what cannot be kept stays at its address */
  keep(reference: string, base: Base): Promise<string>
  /** The text of a style sheet, with what its own references are relative to; undefined when it cannot be had. */
  sheet(reference: string, base: Base): Promise<{ readonly css: string; readonly base: Base } | undefined>
  /** What was kept so far, by path. */
  kept(): readonly KeptFile[]
  /** Files named relatively that neither the zip nor the page's address provides, as the page names them. */
  missing(): readonly string[]
}

const fileLimits = {
  count: 100,
  bytes: 5_000_000,
  totalBytes: 20_000_000,
  /** Of one file, and of all together. */
  timeoutMs: 10_000,
  totalMs: 20_000,
  parallel: 4,
} as const

/** Its functions throw PageRefused when the page refers to more than we keep. */
export function pageFiles({ fetch, zip }: Sources): PageFiles {
  const inZip = zip && zipFinder(zip)
  const until = performance.now() + fileLimits.totalMs
  const take = semaphore(fileLimits.parallel)
  const downloads = new Map<string, Promise<Download | undefined>>()
  const kept = new Map<string, KeptFile>()
  const missing = new Set<string>()
  let totalBytes = 0
  let refused: PageRefused | undefined

  function refuse(sentence: string): never {
    refused = new PageRefused(sentence)
    throw refused
  }

  /** Each URL once; undefined when it cannot be had. */
  function download(url: string): Promise<Download | undefined> {
    let found = downloads.get(url)
    if (!found) {
      if (downloads.size === fileLimits.count) refuse(`The page refers to more than ${fileLimits.count} files.`)
      found = take(() => fetchOnce(url))
      downloads.set(url, found)
    }
    return found
  }

  async function fetchOnce(url: string): Promise<Download | undefined> {
    const timeoutMs = Math.min(fileLimits.timeoutMs, Math.floor(until - performance.now()))
    if (refused) throw refused
    if (timeoutMs <= 0) return undefined
    try {
      const answer = await fetchOk(fetch, url, { maxBytes: fileLimits.bytes, timeoutMs })
      count(answer.body)
      return answer
    } catch (error) {
      // a file nobody can have stays a reference to where it is not
      if (error instanceof PageRefused && error !== refused) return undefined
      throw error
    }
  }

  function count({ length }: Buffer) {
    totalBytes += length
    if (totalBytes > fileLimits.totalBytes) {
      refuse(`The files the page refers to are larger than ${fileLimits.totalBytes} bytes together.`)
    }
  }

  function store(path: string, mediaType: MediaType, bytes: Buffer): string {
    if (kept.size === fileLimits.count && !kept.has(path))
      refuse(`The page refers to more than ${fileLimits.count} files.`)
    kept.set(path, { path, mediaType, bytes })
    return keptScheme + path
  }

  return {
    async keep(reference, base) {
      const target = resolve(reference, base)
      if (!target) return reference
      const entry = target.isRelative ? inZip?.(target.zipPath) : undefined
      const entryType = entry && mediaTypeOf(entry.bytes)
      if (entry && entryType && entry.bytes.length <= fileLimits.bytes) {
        return store(`${keptFolders.zip}/${safePath(entry.path, entryType)}`, entryType, entry.bytes)
      }
      const answer = entry ? undefined : await download(target.url)
      const type = answer && mediaTypeOf(answer.body)
      if (answer && type) {
        return store(`${keptFolders.fetched}/${hash(target.url)}.${extensionOf(type)}`, type, answer.body)
      }
      if (target.isRelative && (entry || !answer)) missing.add(reference)
      return target.url
    },

    async sheet(reference, base) {
      const target = resolve(reference, base)
      if (!target) return undefined
      const entry = target.isRelative ? inZip?.(target.zipPath) : undefined
      if (entry) {
        const zipFolder = entry.path.slice(0, entry.path.lastIndexOf('/') + 1)
        return {
          css: decodePage({ body: entry.bytes, charset: undefined }, 'text'),
          base: { url: target.url, zipFolder },
        }
      }
      const answer = await download(target.url)
      if (answer?.mediaType === 'text/css') {
        return {
          css: decodePage({ body: answer.body, charset: answer.charset }, 'text'),
          base: { url: answer.url, zipFolder: undefined },
        }
      }
      if (target.isRelative) missing.add(reference)
      return undefined
    },

    kept: () => [...kept.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
    missing: () => [...missing].sort(),
  }
}

type Download = Awaited<ReturnType<Fetch>>

interface Target {
  readonly url: string
  readonly isRelative: boolean
  readonly zipPath: string | undefined
}

/** Where a reference leads; undefined for what is to stay as it is: inline data, fragments, merge tags, other schemes. */
export function resolve(reference: string, { url, zipFolder }: Base): Target | undefined {
  if (/^(?:#|\[|<|$)/.test(reference) || reference.length > 4_096) return undefined
  const isRelative = !/^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(reference)
  if (!URL.canParse(reference, url)) return undefined
  const target = new URL(reference, url)
  if (target.protocol !== 'http:' && target.protocol !== 'https:') return undefined
  return {
    url: target.href,
    isRelative,
    zipPath: zipFolder === undefined ? undefined : pathInZip(reference, zipFolder),
  }
}

/** The path a relative reference names in the zip, dots resolved; it cannot leave it. */
function pathInZip(reference: string, folder: string): string | undefined {
  const written = reference.replace(/[?#].*$/s, '')
  let path: string
  try {
    path = decodeURIComponent(written)
  } catch {
    path = written
  }
  const parts: string[] = []
  for (const part of (path.startsWith('/') ? path : folder + path).split(/[\\/]/)) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined
    } else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

/** Case does not count, nor does a folder everything was zipped in: people zip on systems where neither matters. */
function zipFinder(zip: ReadonlyMap<string, Buffer>) {
  const byFolded = new Map([...zip].map(([path, bytes]) => [fold(path), { path, bytes }]))
  const tops = new Set([...zip.keys()].map(path => path.slice(0, path.indexOf('/') + 1)))
  const top = tops.size === 1 ? [...tops][0]! : ''
  return (path: string | undefined) =>
    path === undefined ? undefined : (byFolded.get(fold(path)) ?? byFolded.get(fold(top + path)))
}

function fold(path: string): string {
  return path.normalize('NFC').toLowerCase()
}

/** A kept path is fit for any context as it is; a name that is not gives way to its hash. */
function safePath(path: string, type: MediaType): string {
  return /^[\w./-]+$/.test(path) ? path : `${hash(path)}.${extensionOf(type)}`
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24)
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
