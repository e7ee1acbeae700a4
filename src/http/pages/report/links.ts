/** The link map: which links people clicked, and where they stand in the mail. */
import type { LinkEngagement } from '../../../domain/campaigns/reports/client-report.ts'
import { type LinkHeight, linkHeights } from '../../../domain/texts/report/language.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { LinkPlace } from '../../../store/campaigns/report-links.ts'
import { webUrl } from '../answers.ts'
import { findMeasuredKinds, notMeasuredSentence, rateOf, type ShownReport, section, table } from './parts.ts'

/** Links that are shown; all others are one line. */
const mostShown = 25

export interface MappedLink extends LinkEngagement {
  readonly place: LinkPlace | undefined
}

export function links(report: ShownReport): Html {
  const { texts } = report
  const words = texts.links
  if (!findMeasuredKinds(report).includes('clicks')) {
    return section('links', words.heading, html`<p>${notMeasuredSentence(report)}</p>\n`)
  }
  const all = sortMappedLinks(report)
  if (all.length === 0) return section('links', words.heading, html`<p>${words.none}</p>\n`)
  const people = all.reduce((sum, link) => sum + link.humanClicks, 0)
  const rows = all.slice(0, mostShown).map(link => row(link, people, report))
  const head = [words.link, words.place, words.clicks, words.share]
  return section(
    'links',
    words.heading,
    html`${table(words.heading, head, rows)}${further(all.slice(mostShown), report)}`,
  )
}

/** The links that people clicked most first; those alike as they stand in the mail. */
export function sortMappedLinks({ links, places }: ShownReport): readonly MappedLink[] {
  const known = new Map(places.map(place => [place.number, place]))
  return links
    .map(link => ({ ...link, place: known.get(link.number) }))
    .sort((a, b) => b.humanClicks - a.humanClicks || a.number - b.number)
}

export function heightOf({ percent }: LinkPlace): LinkHeight {
  return linkHeights[Math.min(linkHeights.length - 1, Math.floor(percent / (100 / linkHeights.length)))]!
}

function row(link: MappedLink, people: number, report: ShownReport): Html {
  const { format, texts } = report
  const { place, number, humanClicks, clicks } = link
  const share = people === 0 ? 0 : humanClicks / people
  const where = [
    ...(place ? [texts.links.heights[heightOf(place)]] : []),
    texts.links.order(format.count(number)),
    ...(place && place.times > 1 ? [texts.links.times(format.count(place.times))] : []),
  ]
  return html`<tr><th scope="row">${nameLink(link)}</th><td class="place">${where.join(', ')}</td><td data-label="${texts.links.clicks}">${format.count(humanClicks)} <span class="pale">${texts.alsoMachines(format.count(Math.max(0, clicks - humanClicks)))}</span></td><td class="share"><svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="person" width="${(share * 100).toFixed(1)}" height="10"/></svg>${rateOf(humanClicks, people, report)}</td></tr>
`
}

/** The words of the link above its address; an address that is no web address is text. */
function nameLink({ url, place }: LinkEngagement & { readonly place: LinkPlace | undefined }): Html {
  const to = url.includes('[') ? undefined : webUrl(url)
  const address = to === undefined ? html`${url}` : html`<a href="${to}" rel="noreferrer nofollow noopener">${url}</a>`
  return html`${place !== undefined && place.text !== '' && html`<span class="words">${place.text}</span> `}<span class="url">${address}</span>`
}

function further(rest: readonly MappedLink[], { texts, format }: ShownReport): Html | false {
  if (rest.length === 0) return false
  const clicks = rest.reduce((sum, link) => sum + link.humanClicks, 0)
  return html`<p>${texts.links.further(format.count(rest.length), format.count(clicks))}</p>\n`
}
