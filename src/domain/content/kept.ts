/** Files kept beside a template or campaign, and the references to them in kept HTML. */

import { keptScheme } from '../tokens.ts'
import type { MediaType } from './media.ts'

export interface KeptFile {
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
export function withKeptFiles(html: string, base: string): string {
  return html.replace(references, (_reference, path: string) => base + path)
}

/** Kept paths begin with one of these, so no text that merely says `kept:` is taken for a reference. */
export const keptFolders = { fetched: 'web', zip: 'zip' } as const
const references = new RegExp(`${keptScheme}((?:${Object.values(keptFolders).join('|')})/[\\w./-]+)`, 'g')
