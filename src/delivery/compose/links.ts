/**
 * Which links of a campaign are tracked, and by which number: the same walk records them and later looks them up.
 * See docs/decisions/tracking.md#tracked-links-name-a-stored-link-never-a-url.
 */
import { isTrackable } from '../../domain/campaigns/findings/tracked-links.ts'
import { type FieldKeys, firstTag } from '../../domain/content/merge-tags.ts'
import { type Contact, type Pieces, readTags, write } from './pieces.ts'

export interface LinkNumbers {
  /** The number of a target, or undefined to leave the link as it is. @param at its place in the HTML; undefined in a text */
  number(url: string, at?: number): number | undefined
}

/** Numbers targets from 1 in the order they are met. */
export function recordLinks(): LinkNumbers & { readonly urls: readonly string[] } {
  const urls: string[] = []
  const numbers = new Map<string, number>()
  return {
    urls,
    number(url) {
      const known = numbers.get(url)
      if (known !== undefined) return known
      urls.push(url)
      numbers.set(url, urls.length)
      return urls.length
    },
  }
}

/** The numbers a campaign was planned with; a target that is not among them stays untracked. */
export function createStoredLinks(rows: readonly { readonly number: number; readonly url: string }[]): LinkNumbers {
  const numbers = new Map(rows.map(row => [row.url, row.number]))
  return { number: url => numbers.get(url) }
}

/** Leaves every link as it is. */
export const noLinks: LinkNumbers = { number: () => undefined }

/** How a link is tracked: unchanged, or with values of the recipient in its query, which are put in when it is followed. */
export type Tracking = 'unchanged' | 'with values'

/** @param target entities decoded. @returns undefined to leave the link as it is */
export function trackingOf(target: string, keys: FieldKeys): Tracking | undefined {
  const tagAt = firstTag(target, keys)
  if (!isTrackable(target, tagAt)) return undefined
  return tagAt === undefined ? 'unchanged' : 'with values'
}

/**
 * The stored target of a link with tags, for one recipient. Tags count in its query and fragment only, and their values are
 * percent-encoded: scheme, host and path are the author's, whatever the values.
 */
export function fillTarget(target: string, contact: Contact, keys: FieldKeys): string {
  const query = target.search(/[?#]/)
  if (query < 0) return target
  return target.slice(0, query) + write(readAddress(target.slice(query), keys), contact, '', 'plain')
}

/** The pieces of an address in plain text: values are percent-encoded. */
export function readAddress(text: string, keys: FieldKeys): Pieces {
  return readTags(text, 'plain', keys).map(piece =>
    typeof piece === 'object' ? { ...piece, context: 'url part' } : piece,
  )
}
