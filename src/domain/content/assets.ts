/** Assets: files kept beside a template or campaign, and the references to them in its HTML. */

import { createHash } from 'node:crypto'
import { assetScheme } from '../tokens/tokens.ts'
import type { MediaType } from './media.ts'

export interface Asset {
  /** Of letters, digits and `_ - . /` only, so that it can stand in any attribute, style sheet or URL as it is. */
  readonly path: string
  readonly mediaType: MediaType
  readonly bytes: Buffer
}

/** Where a template's screenshot is kept. */
export const screenshotPath = 'screenshot'

/**
 * Kept HTML with the references to its files made URLs.
 * @param base what the file's path is appended to
 */
export function withAssets(html: string, base: string): string {
  return html.replace(references, (_reference, path: string) => base + path)
}

/**
 * Names files by what is in them, so that a file of one name never changes: revisions of an owner share files, and each shows what
 * it showed.
 */
export function namedByContent<Content extends { readonly html: string; readonly files: readonly Asset[] }>(
  content: Content,
): Content {
  const named = new Map(content.files.map(file => [file.path, pathWithHash(file)]))
  const html = content.html.replace(references, (reference, path: string) => {
    const renamed = named.get(path)
    return renamed === undefined ? reference : assetScheme + renamed
  })
  return { ...content, html, files: content.files.map(file => ({ ...file, path: named.get(file.path)! })) } // each has one
}

/** Paths that HTML or MJML refers to, each once. */
export function keptPaths(source: string): readonly string[] {
  return [...new Set([...source.matchAll(references)].map(([, path]) => path!))] // the group is no option
}

/** Kept HTML with the references to its files changed. @param rename for a path, the path that it is to be */
export function withPaths(html: string, rename: (path: string) => string): string {
  return html.replace(references, (_reference, path: string) => assetScheme + rename(path))
}

/** The hash comes before the extension. */
function pathWithHash({ path, bytes }: Asset): string {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  const dot = path.lastIndexOf('.')
  return dot > path.lastIndexOf('/') ? `${path.slice(0, dot)}-${hash}${path.slice(dot)}` : `${path}-${hash}`
}

/** Kept paths begin with one of these, so no text that merely says `kept:` is taken for a reference. */
export const assetFolders = { fetched: 'web', zip: 'zip' } as const
const references = new RegExp(`${assetScheme}((?:${Object.values(assetFolders).join('|')})/[\\w./-]+)`, 'g')
