/** Clicks by which people get the tags of links, and those that turned out to be of machines. */
import type { ClickedLink } from '../store/tags/link-tags.ts'
import type { Examined } from './examined.ts'

export interface TagChanges {
  readonly clicked: readonly ClickedLink[]
  readonly unclicked: readonly ClickedLink[]
}

/** A link that a person clicked again gives its tags again, which may be others now. */
export function tagChangesOf(looked: readonly Examined[]): TagChanges {
  const clicked: ClickedLink[] = []
  const unclicked: ClickedLink[] = []
  for (const { recipient, before, after } of looked) {
    const { clientId, campaignId, number } = recipient
    for (const link of new Set([...Object.keys(before.links), ...Object.keys(after.links)])) {
      const [had, has] = [before.links[link]?.[1] ?? 0, after.links[link]?.[1] ?? 0]
      const row = { clientId, campaignId, number, link: Number(link) }
      if (has > had) clicked.push(row)
      else if (has === 0 && had > 0) unclicked.push(row)
    }
  }
  return { clicked, unclicked }
}
