/** Assets: files kept beside a template or campaign, and the references to them in its HTML. */

import { assetScheme } from '../tokens.ts'
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

/** Kept paths begin with one of these, so no text that merely says `kept:` is taken for a reference. */
export const assetFolders = { fetched: 'web', zip: 'zip' } as const
const references = new RegExp(`${assetScheme}((?:${Object.values(assetFolders).join('|')})/[\\w./-]+)`, 'g')
