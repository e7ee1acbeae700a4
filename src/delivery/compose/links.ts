/**
 * Which links of a campaign are tracked, and by which number: the same walk records them and later looks them up.
 * See docs/decisions/links-lead-only-where-the-author-pointed.md.
 */

export interface LinkNumbers {
  /** The number of a target, or undefined to leave the link as it is. */
  number(url: string): number | undefined
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
export function storedLinks(rows: readonly { readonly number: number; readonly url: string }[]): LinkNumbers {
  const numbers = new Map(rows.map(row => [row.url, row.number]))
  return { number: url => numbers.get(url) }
}

/** Leaves every link as it is. */
export const noLinks: LinkNumbers = { number: () => undefined }

/** An absolute web address is tracked; mail, telephone and in-page links are not. */
export function isTrackable(url: string): boolean {
  return /^https?:\/\/[^\s/?#]/i.test(url) && url.length <= 8000 && URL.canParse(url)
}
