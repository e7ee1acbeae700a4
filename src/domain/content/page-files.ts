/**
 * The files a page refers to, while the page is rewritten: nothing is fetched here. What is not known yet is noted, and the page
 * is read again when it is (`gathering.ts`); so reading a page is a function of plain data, which a thread can run.
 */
import { createHash } from 'node:crypto'
import { assetScheme } from '../tokens/tokens.ts'
import { assetFolders } from './assets.ts'
import { extensionOf, type MediaType } from './media.ts'
import { decodePage, PageRefused } from './pages.ts'

/** What references are relative to. */
export interface Base {
  /** One that nothing can be relative to, such as `about:blank`, for content that has no address. */
  readonly url: string
  /** The folder of the zip, with a slash at its end or empty; undefined for what came over the network from elsewhere. */
  readonly zipFolder: string | undefined
}

/** A file of the zip. */
export interface ZipEntry {
  readonly path: string
  readonly size: number
  /** Undefined for what is no image and no font. */
  readonly type: MediaType | undefined
  /** Its bytes, where they were asked for as a style sheet's. */
  readonly sheet?: Uint8Array | undefined
}

/** A file that was fetched. */
export interface FetchedFile {
  /** After redirects. */
  readonly url: string
  /** Undefined for what is no image and no font, whatever the server calls it. */
  readonly type: MediaType | undefined
  /** Of what the server calls a style sheet. */
  readonly sheet?: { readonly body: Uint8Array; readonly charset: string | undefined } | undefined
}

/** Plain data: what is known so far. */
export interface KnownFiles {
  /** Absent without a zip. */
  readonly zip?: readonly ZipEntry[] | undefined
  /** The page's folder in the zip; absent for the top. */
  readonly zipFolder?: string | undefined
  /** By URL as it was asked for; undefined for what cannot be had. */
  readonly fetched: ReadonlyMap<string, FetchedFile | undefined>
}

/** What has to be known before the page can be rewritten. */
export interface Wanted {
  readonly urls: readonly string[]
  /** Paths of zip entries whose bytes are wanted as style sheets. */
  readonly sheets: readonly string[]
}

/** A file to keep, by where its bytes are. */
export interface AssetReference {
  readonly path: string
  readonly mediaType: MediaType
  readonly from: { readonly zip: string } | { readonly url: string }
}

export interface PageFiles {
  /** Keeps a file. @returns what is to stand in its place; what cannot be kept stays at its address */
  keep(reference: string, base: Base): string
  /** The text of a style sheet, with what its own references are relative to; undefined when it cannot be had. */
  sheet(reference: string, base: Base): { readonly css: string; readonly base: Base } | undefined
  /** What was kept, in the order of the paths. */
  kept(): readonly AssetReference[]
  /** Files named relatively that neither the zip nor the page's address provides, as the page names them. */
  missing(): readonly string[]
  /** Undefined when all is known. */
  wanted(): Wanted | undefined
}

/** How the path begins that a file gets that is fetched from a URL; its extension follows. */
export function fetchedPath(url: string): string {
  return `${assetFolders.fetched}/${hash(new URL(url).href)}`
}

export const fileLimits = {
  count: 100,
  bytes: 5_000_000,
  totalBytes: 20_000_000,
  /** Characters of all style sheets that are put into the page; one that is imported twice counts twice. */
  sheets: 5_000_000,
} as const

/** Its functions throw PageRefused when the page refers to more than we keep. */
export function pageFiles({ zip, fetched }: KnownFiles): PageFiles {
  const inZip = zip && zipFinder(zip)
  const asked = new Set<string>()
  const wantedUrls = new Set<string>()
  const wantedSheets = new Set<string>()
  const kept = new Map<string, AssetReference>()
  const missing = new Set<string>()
  let sheetLength = 0

  function fetchedFile(url: string): FetchedFile | undefined {
    if (!asked.has(url) && asked.size === fileLimits.count) throw tooMany()
    asked.add(url)
    if (!fetched.has(url)) wantedUrls.add(url)
    return fetched.get(url)
  }

  function store(path: string, mediaType: MediaType, from: AssetReference['from']): string {
    if (kept.size === fileLimits.count && !kept.has(path)) throw tooMany()
    kept.set(path, { path, mediaType, from })
    return assetScheme + path
  }

  function counted(css: string): string {
    sheetLength += css.length
    if (sheetLength > fileLimits.sheets)
      throw new PageRefused(`The style sheets of the page are longer than ${fileLimits.sheets} characters together.`)
    return css
  }

  function zipSheet({ path, sheet }: ZipEntry, url: string) {
    if (sheet === undefined) {
      wantedSheets.add(path)
      return undefined
    }
    return {
      css: counted(decodePage({ body: sheet, charset: undefined }, 'text')),
      base: { url, zipFolder: folderOf(path) },
    }
  }

  return {
    keep(reference, base) {
      const target = resolve(reference, base)
      if (!target) return reference
      const entry = target.isRelative ? inZip?.(target.zipPaths) : undefined
      if (entry?.type && entry.size <= fileLimits.bytes) {
        return store(`${assetFolders.zip}/${safePath(entry.path, entry.type)}`, entry.type, { zip: entry.path })
      }
      const file = entry || target.url === undefined ? undefined : fetchedFile(target.url)
      if (file?.type && target.url !== undefined) {
        const path = `${fetchedPath(target.url)}.${extensionOf(file.type)}`
        return store(path, file.type, { url: target.url })
      }
      if (target.isRelative && (entry || !file)) missing.add(reference)
      return target.url ?? reference
    },

    sheet(reference, base) {
      const target = resolve(reference, base)
      if (!target) return undefined
      const entry = target.isRelative ? inZip?.(target.zipPaths) : undefined
      if (entry) return zipSheet(entry, target.url ?? base.url)
      const file = target.url === undefined ? undefined : fetchedFile(target.url)
      if (file?.sheet)
        return { css: counted(decodePage(file.sheet, 'text')), base: { url: file.url, zipFolder: undefined } }
      if (target.isRelative) missing.add(reference)
      return undefined
    },

    kept: () => [...kept.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
    missing: () => [...missing].sort(),
    wanted: () =>
      wantedUrls.size + wantedSheets.size === 0 ? undefined : { urls: [...wantedUrls], sheets: [...wantedSheets] },
  }
}

function tooMany(): PageRefused {
  return new PageRefused(`The page refers to more than ${fileLimits.count} files.`)
}

interface Target {
  /** Undefined for what is relative to content without an address. */
  readonly url: string | undefined
  readonly isRelative: boolean
  /** The first of them that there is, is meant. */
  readonly zipPaths: readonly string[]
}

/** Where a reference leads; undefined for what is to stay as it is: inline data, fragments, merge tags, other schemes. */
export function resolve(reference: string, { url, zipFolder }: Base): Target | undefined {
  if (/^(?:#|\[|<|$)/.test(reference) || reference.length > 4_096) return undefined
  const isRelative = !/^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(reference)
  // people write paths from the top of what they zip, too
  const zipPaths =
    zipFolder === undefined
      ? []
      : [pathInZip(reference, zipFolder), pathInZip(reference, '')].flatMap(path => path ?? [])
  if (isRelative && !URL.canParse('file', url)) return { url: undefined, isRelative, zipPaths }
  if (!URL.canParse(reference, url)) return undefined
  const target = new URL(reference, url)
  if (target.protocol !== 'http:' && target.protocol !== 'https:') return undefined
  return { url: target.href, isRelative, zipPaths }
}

/** The folder of a file in a zip, with a slash at its end; '' for the top. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
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
function zipFinder(zip: readonly ZipEntry[]) {
  const byFolded = new Map(zip.map(entry => [fold(entry.path), entry]))
  const tops = new Set(zip.map(({ path }) => path.slice(0, path.indexOf('/') + 1)))
  const top = tops.size === 1 ? [...tops][0]! : ''
  return (paths: readonly string[]) =>
    paths.map(path => byFolded.get(fold(path)) ?? byFolded.get(fold(top + path))).find(entry => entry !== undefined)
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
