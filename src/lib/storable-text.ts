/**
 * Text from strangers as a PostgreSQL text column can hold it. Text from callers of the API is refused instead, by
 * `contract/bind.ts`; this is for what must be recorded whatever it contains: mails, replies, request headers.
 */

/**
 * Text cut to a length, without what a text column cannot hold: U+0000 becomes a space, half of a surrogate pair U+FFFD.
 * Everything else stays, line breaks too.
 * @param most UTF-16 units
 */
export function storableText(text: string, most: number): string {
  return text.slice(0, most).replaceAll('\0', ' ').toWellFormed()
}

/**
 * The same on one line: a run of white space and control characters becomes a space, and those at the ends are removed.
 * Only the first `most` units of a longer text are read.
 * @param most UTF-16 units
 */
export function storableLine(text: string, most: number): string {
  const cut = text.slice(0, 4 * most)
  return storableText((isUneven.test(cut) ? cut.replace(/[\p{Cc}\s]+/gu, ' ') : cut).trim(), most)
}

/** Most replies are one line already and are returned unchanged. */
const isUneven = /[^\S ]|\p{Cc}| {2}/u
