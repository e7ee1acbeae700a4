/** Where the tracked links of a campaign stand in its HTML: found by the walk that compiles it, so that their numbers are the stored ones. */
import { Parser } from 'htmlparser2'
import { withAssets } from '../../domain/content/assets.ts'
import { publicPaths } from '../../domain/tokens/tokens.ts'
import { storableLine } from '../../lib/storable-text.ts'
import type { LinkPlace } from '../../store/campaigns/report-links.ts'
import { type CampaignContent, keysOf } from './campaign.ts'
import { dateTags, writeDates } from './dates.ts'
import { markHtml } from './html.ts'
import { createStoredLinks } from './links.ts'

/** Of one campaign; further links have no place. */
const mostPlaces = 200
/** Characters of HTML behind the beginning of a link that are looked at for its words. */
const nearby = 4000
const longestText = 80

/** The links of the HTML part, in the order in which they stand there. Time is linear in the length of the HTML. */
export function findLinkPlaces(content: CampaignContent): readonly LinkPlace[] {
  const dates = dateTags(content.startedAt, content.timeZone)
  const assets = content.publicUrl + publicPaths.asset('campaign', content.campaignPublicId, '')
  const html = writeDates(withAssets(content.html, assets), dates)
  const { number } = createStoredLinks(content.links)
  const found = new Map<number, { readonly at: number; times: number }>()
  markHtml(html, {
    keys: keysOf(content),
    dates,
    addresses: undefined,
    links: {
      number(url, at = 0) {
        const link = number(url)
        const known = link === undefined ? undefined : found.get(link)
        if (known) known.times++
        else if (link !== undefined && found.size < mostPlaces) found.set(link, { at, times: 1 })
        return link
      },
    },
  })
  const start = Math.max(0, html.search(/<body/i))
  const end = html.search(/<\/body/i)
  const length = Math.max(1, (end > start ? end : html.length) - start)
  return [...found].map(([number, { at, times }]) => ({
    number,
    text: wordsOf(html, at),
    percent: Math.min(100, Math.max(0, Math.round(((at - start) / length) * 100))),
    times,
  }))
}

/** The words between the tags of the link whose address is here, images by their alternative text. */
function wordsOf(html: string, at: number): string {
  const words: string[] = []
  let isInside = true
  const parser = new Parser({
    onopentag(name, { alt }) {
      if (isInside && name === 'img' && alt !== undefined) words.push(` ${alt} `)
    },
    ontext(text) {
      if (isInside) words.push(text)
    },
    onclosetag(name) {
      if (name === 'a') isInside = false
    },
  })
  const start = html.lastIndexOf('<', at)
  parser.end(html.slice(start, start + nearby))
  const text = storableLine(words.join(''), longestText + 1)
  return text.length > longestText
    ? `${text
        .slice(0, longestText - 1)
        .toWellFormed()
        .trimEnd()}…`
    : text
}
