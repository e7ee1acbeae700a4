/**
 * UTM tags: what links of a campaign get in their query, so that the statistics of the site they lead to name the campaign. A
 * campaign's own tags stand before those of its client.
 */
import { cleanLine } from '../../text-rules/single-line.ts'
import { isTrackable } from '../findings/tracked-links.ts'

const names = ['source', 'medium', 'campaign', 'term', 'content'] as const
type UtmName = (typeof names)[number]

/** Those that have a value; none of them is empty. */
export type UtmTags = { readonly [Name in UtmName]?: string }

/** As callers give and get them. */
export interface GivenUtmTags {
  readonly Source?: string | null
  readonly Medium?: string | null
  readonly Campaign?: string | null
  readonly Term?: string | null
  readonly Content?: string | null
}

/** UTF-16 units of one tag. */
const longestTag = 100

/** Tags without a value are left out. @throws Refusal ValueTooLong, InvalidCharacters */
export function readUtmTags(given: GivenUtmTags | null): UtmTags {
  const tags = names.map(name => {
    const member = memberOf(name)
    return [name, cleanLine(`Utm.${member}`, given?.[member] ?? null, longestTag)] as const
  })
  return Object.fromEntries(tags.filter(([, value]) => value !== ''))
}

export function writeUtmTags(tags: UtmTags): { readonly [Name in keyof GivenUtmTags]-?: string } {
  const { source = '', medium = '', campaign = '', term = '', content = '' } = tags
  return { Source: source, Medium: medium, Campaign: campaign, Term: term, Content: content }
}

function memberOf(name: UtmName): keyof GivenUtmTags {
  return `${name[0]!.toUpperCase()}${name.slice(1)}` as keyof GivenUtmTags // the same names
}

/** Puts tags into the addresses of links; undefined for none. */
export type TagLink = (url: string) => string

/**
 * Links that lead to the web get the tags; one that has a UTM tag of its own stays as it is, and so does one whose host or path a
 * merge tag may change.
 * @param firstTag where the first merge tag of an address begins; undefined without any
 */
export function linkTagger(tags: UtmTags, firstTag: (url: string) => number | undefined): TagLink | undefined {
  const added = queryOf(tags)
  if (added === '') return undefined
  return url => {
    if (!isTrackable(url, firstTag(url)) || /[?&]utm_\w+=/i.test(url)) return url
    const hash = url.indexOf('#')
    const end = hash < 0 ? url.length : hash
    const before = url.slice(0, end)
    const joint = before.includes('?') ? (/[?&]$/.test(before) ? '' : '&') : '?'
    const tagged = before + joint + added + url.slice(end)
    return isTrackable(tagged, firstTag(tagged)) ? tagged : url
  }
}

/** Where a link leads in mails. @param tags those that its links get */
export function sentTarget(tags: UtmTags): TagLink {
  return linkTagger(tags, () => undefined) ?? (url => url)
}

/** The address of a link before it got the tags; one that did not get them stays as it is. */
export function untagLink(tags: UtmTags, url: string): string {
  const added = queryOf(tags)
  const place = added === '' ? -1 : url.indexOf(added)
  if (place < 0) return url
  const before = url.slice(0, place).replace(/[?&]$/, '') + url.slice(place + added.length)
  return linkTagger(tags, () => undefined)?.(before) === url ? before : url
}

function queryOf(tags: UtmTags): string {
  const query = names.flatMap(name => {
    const value = tags[name]
    return value === undefined ? [] : [`utm_${name}=${encodeURIComponent(value)}`]
  })
  return query.join('&')
}
