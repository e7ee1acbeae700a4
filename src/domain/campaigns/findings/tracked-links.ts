/**
 * Which links of a letter are tracked: absolute web addresses whose host and path are the author's. Composing asks, and so does
 * the check. See docs/decisions/tracking.md#tracked-links-name-a-stored-link-never-a-url.
 */

/** Longer ones are left as they are, in UTF-16 units. */
const longestTarget = 8000

/** @param url entities decoded. @param firstTag where its first merge tag begins; undefined without any */
export function isTrackable(url: string, firstTag?: number): boolean {
  if (!isWebAddress(url) || url.length > longestTarget || !URL.canParse(url)) return false
  return firstTag === undefined || !isBeforeQuery(url, firstTag)
}

/** Does a tag there, in host or path, keep a link from being tracked? */
export function isBeforeQuery(url: string, firstTag: number): boolean {
  const query = url.search(/[?#]/)
  return query < 0 || firstTag < query
}

export function isWebAddress(url: string): boolean {
  return /^https?:\/\/[^\s/?#]/i.test(url)
}
