/** What a feed says, once it is read: the same for RSS, Atom and JSON Feed. All of it is data of a stranger. */

export interface Feed {
  /** Plain text; '' without one. */
  readonly title: string
  /** The page of the feed: http or https; '' without one. */
  readonly link: string
  /** The newest first, at most `feedLimits.items`. */
  readonly items: readonly FeedItem[]
  /** Keys of the items beyond them: when newer ones are removed, these are not new. */
  readonly olderKeys: readonly string[]
}

export interface FeedItem {
  /** Hashes by which the item is known again: of its id, of its link, of its title with its date, as far as it has them. One at least. */
  readonly keys: readonly string[]
  /** Plain text; '' without one. */
  readonly title: string
  /** http or https; '' without one. */
  readonly link: string
  /** Plain text, made of the content where the feed has none. */
  readonly summary: string
  /** HTML as the feed has it: nothing of it was checked. */
  readonly content: string
  /** What links of the content are relative to. */
  readonly base: string
  /** http or https; '' without one. */
  readonly image: string
  /** ISO 8601; '' without one that can be read. */
  readonly date: string
  readonly author: string
}

/** An item as a format has it: each value is as it was written, '' where it is not there. */
export interface RawItem {
  readonly id: string
  readonly title: string
  readonly link: string
  readonly summary: string
  readonly content: string
  readonly image: string
  readonly date: string
  readonly author: string
  /** What the links of this item are relative to; '' for that of the feed. */
  readonly base: string
  /** The same of its content; '' for that of the item. */
  readonly contentBase: string
}

export interface RawFeed {
  readonly title: string
  readonly link: string
  readonly base: string
  readonly items: readonly RawItem[]
}

/** A document that is no feed, or not a complete one. The message is a sentence for the person whose feed it is. */
export class FeedUnreadable extends Error {}

export const feedLimits = {
  /** Bytes of a document, as sent and as decompressed. */
  bytes: 5_000_000,
  timeoutMs: 20_000,
  /** Items of a document that are read; further ones are left out. */
  read: 2_000,
  /** The newest of them that count. */
  items: 100,
  /** Elements within elements. */
  depth: 200,
  /** UTF-16 units. */
  title: 300,
  link: 2_000,
  summary: 500,
  content: 100_000,
  author: 200,
} as const
