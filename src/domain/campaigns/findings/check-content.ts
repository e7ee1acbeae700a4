/** What can be seen of a letter by reading it: pure functions of plain data, which a thread runs. */
import { isIP } from 'node:net'
import { trimEndOf } from '../../../lib/trim-end.ts'
import { conditionalTokens } from '../../content/conditional-comments.ts'
import { type LetterConditions, markersOf, readLetterConditions } from '../../content/conditions/letter.ts'
import { showsOnlyBranches } from '../../content/conditions/outside.ts'
import { foreignTags } from '../../content/foreign-tags.ts'
import { isJsonLd, readJson } from '../../content/json-ld.ts'
import { type Token, tokenize } from '../../content/markup.ts'
import {
  type FieldKeys,
  fieldKeys,
  firstTag,
  isLinkTag,
  mergeTags,
  type TagValue,
  textUnsubscribeTag,
  withoutTags,
} from '../../content/merge-tags.ts'
import { findPageReferences } from '../../content/page-references.ts'
import { unsubscribeFault } from '../../content/unsubscribe-tag.ts'
import { type Finding, type FindingCode, finding } from './check-findings.ts'
import { checkImages } from './check-images.ts'
import { type LegalReading, readLegal, type SenderIdentity } from './check-law.ts'
import { checkMicrodata } from './check-microdata.ts'
import { untrackedLinks } from './check-tracking.ts'
import { type Link, shownLink } from './links.ts'
import { addedLineFindings } from './opt-out-line.ts'
import { shownOptOutLink, wrongOptOutAddresses, wrongOptOutLinks } from './opt-out-links.ts'

export interface Letter {
  readonly subject: string
  /** Absent for none. */
  readonly preheader?: string
  readonly fromEmail: string
  readonly html: string
  /** Null: made from the HTML. */
  readonly text: string | null
  /** Keys of the custom fields of its lists, without brackets. */
  readonly customFields: readonly string[]
  readonly identity: SenderIdentity
}

/** A merge tag that means something. */
export interface Tag extends TagValue {
  readonly hasFallback: boolean
}

export interface LetterReading {
  readonly findings: readonly Finding[]
  readonly tags: readonly Tag[]
  /** Different pages its links lead to, as far as they are the same for every recipient. */
  readonly links: readonly Link[]
  /** Its words on the sender and links to preferences; undefined where the letter was not read. */
  readonly legal: LegalReading | undefined
  readonly conditions: LetterConditions
  /** The HTML shows nothing outside of branches, except ways out. */
  readonly isAllInBranches: boolean
}

/** More characters than this are cut off in most lists of messages. */
const longSubject = 78
/** Free mailboxes whose domains ask to refuse mail that does not come from them. */
const mailboxProviders = new Set(
  (
    'gmail.com googlemail.com yahoo.com yahoo.co.uk yahoo.de yahoo.fr ymail.com rocketmail.com aol.com aim.com hotmail.com ' +
    'hotmail.co.uk hotmail.de hotmail.fr outlook.com outlook.de live.com msn.com icloud.com me.com mac.com gmx.com gmx.de ' +
    'gmx.net gmx.at gmx.ch web.de t-online.de freenet.de mail.com mail.ru yandex.ru yandex.com proton.me protonmail.com ' +
    'pm.me zoho.com fastmail.com comcast.net att.net verizon.net qq.com 163.com 126.com sina.com orange.fr wanadoo.fr ' +
    'free.fr laposte.net libero.it btinternet.com sky.com'
  ).split(' '),
)

export function readLetter(letter: Letter): LetterReading {
  const tokens = tokenize(letter.html)
  /** With what only Outlook shows. */
  const all = [...tokens, ...conditionalTokens(tokens).flat()]
  const places = textsOf(all)
  const tags = new Map<string, Tag>()
  const unresolved = new Map<string, string>()
  const keys = fieldKeys(letter.customFields)
  for (const text of [letter.subject, ...places]) findTags(text, keys, false, tags, unresolved)
  if (letter.text !== null) findTags(letter.text, keys, true, tags, unresolved)
  const links = linksOf(all, letter.text ?? '')
  const { subject: subjectLine, preheader = '', html, text } = letter
  const conditions = readLetterConditions({ subject: subjectLine, preheader, html, text }, keys, tokens)
  return {
    conditions,
    isAllInBranches: showsOnlyBranches(tokens, markersOf(conditions, 'Html')),
    tags: [...tags.values()],
    links: links.filter(({ url }) => isSame(url)),
    legal: readLegal(tokens, letter.text, letter.identity),
    findings: bounded([
      ...conditions.faults.map(({ part, says }) => finding('ConditionInvalid', `${part}, ${says}`)),
      ...exits(tokens, letter.text),
      ...wrongExits(tokens, letter.text, keys),
      ...[...unresolved.values()].map(tag => finding('UnresolvedTag', tag)),
      ...sender(letter.fromEmail),
      ...subject(letter.subject),
      ...checkImages(tokens),
      ...checkMicrodata(tokens),
      ...links.flatMap(ofLink),
      ...untrackedLinks(all, letter.text ?? '', text => firstTag(text, keys)),
      ...addedLineFindings(tokens, letter.text),
      ...(letter.text === null ? [finding('TextGenerated')] : []),
    ]),
  }
}

/** Of one code; a reader needs no more, and a page may give cause for hundreds of thousands. */
const mostFindings = 100

function bounded(findings: readonly Finding[]): readonly Finding[] {
  const counts = new Map<FindingCode, number>()
  const first = findings.filter(({ code }) => {
    const count = (counts.get(code) ?? 0) + 1
    counts.set(code, count)
    return count <= mostFindings
  })
  const left = [...counts].filter(([, count]) => count > mostFindings)
  return [...first, ...left.map(([code, count]) => finding(code, `and ${count - mostFindings} more`))]
}

function exits(tokens: readonly Token[], text: string | null): readonly Finding[] {
  const fault = unsubscribeFault(tokens)
  return [
    ...(fault ? [finding('UnsubscribeMissing', `HTML: ${fault}`)] : []),
    ...(text !== null && !textUnsubscribeTag.test(text) ? [finding('UnsubscribeMissing', 'text')] : []),
  ]
}

function wrongExits(tokens: readonly Token[], text: string | null, keys: FieldKeys): readonly Finding[] {
  const links = [
    ...wrongOptOutLinks(tokens, keys),
    ...wrongOptOutAddresses(text ?? '').map(one => ({ ...one, alternative: '' })),
  ]
  return [...new Set(links.map(shownOptOutLink))].map(detail => finding('UnsubscribeElsewhere', detail))
}

function sender(email: string): readonly Finding[] {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return mailboxProviders.has(domain) ? [finding('FromPublicMailbox', domain)] : []
}

function subject(text: string): readonly Finding[] {
  const written = withoutTags(text, '').trim()
  if (written === '') return [finding('SubjectEmpty', text)]
  const length = [...text].length
  return length > longSubject ? [finding('SubjectLong', `${length} characters`)] : []
}

function ofLink(link: Link): readonly Finding[] {
  const { url } = link
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return []
  const { hostname, protocol } = new URL(url)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return [finding('LinkToAddress', shownLink(link))]
  return protocol === 'http:' ? [finding('LinkWithoutTls', shownLink(link))] : []
}

/** The same for every recipient, and on the web. */
function isSame(link: string): boolean {
  if (!/^https?:\/\//i.test(link) || !URL.canParse(link)) return false
  // brackets around a host are an IPv6 address
  const rest = link.replace(/^https?:\/\/\[[^\]]*\]/i, '')
  return withoutTags(rest, '') === rest
}

/** Links to one page are one, whichever part of it they name. */
function linksOf(tokens: readonly Token[], text: string): readonly Link[] {
  const written = [...text.matchAll(/https?:\/\/[^\s<>"{}|\\^`]+/gi)].map(([url]) => trimEndOf(url, `.,;:!?'*_)]`))
  const links = new Map<string, Link>()
  for (const reference of findPageReferences(tokens)) if (reference.kind === 'link') count(reference.url)
  for (const url of written) count(url)
  return [...links.values()]

  function count(url: string) {
    const page = pageOf(url)
    const known = links.get(page)
    links.set(page, { url: known?.url ?? url, count: (known?.count ?? 0) + 1 })
  }
}

function pageOf(link: string): string {
  if (!URL.canParse(link)) return link
  const { href, hash } = new URL(link)
  return hash === '' ? href : href.slice(0, -hash.length)
}

/** Where a tag is looked for: text people read, and attributes. */
function textsOf(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap((token, at) => {
    if (token.kind === 'text' && token.rawIn === 'script') {
      const before = tokens[at - 1]
      return before?.kind === 'open' && isJsonLd(before) ? jsonTexts(token.text) : []
    }
    if (token.kind === 'text') return token.rawIn === 'style' ? [] : [token.text]
    if (token.kind === 'open') return token.attributes.filter(({ name }) => name !== 'style').map(({ value }) => value)
    return []
  })
}

function jsonTexts(json: string): readonly string[] {
  return readJson(json).strings.map(({ start, end }) => json.slice(start, end))
}

/** @param mayHoldLinks it is plain text, where a link of the recipient's own is a tag too */
function findTags(
  text: string,
  keys: FieldKeys,
  mayHoldLinks: boolean,
  tags: Map<string, Tag>,
  unresolved: Map<string, string>,
): void {
  // tags of other systems are findings of their own
  const others = foreignTags(text, keys)
  let other = 0
  for (const { name, fallback, value, start, end } of mergeTags(text, keys)) {
    while ((others[other]?.end ?? end) < end) other++
    if ((others[other]?.start ?? end) <= start) continue
    const lower = name.toLowerCase()
    if (mayHoldLinks && isLinkTag(lower)) continue
    if (lower === 'else' || lower === 'endif') continue
    if (value) {
      const hasFallback = (fallback ?? '').trim() !== ''
      tags.set(`${value.of} ${value.key} ${hasFallback}`, { ...value, hasFallback })
    } else if ((fallback !== undefined || looksLikeName(name)) && !unresolved.has(lower))
      unresolved.set(lower, `[${name}]`)
  }
}

/** `[sic]` and the like are words too: a warning can be acknowledged. Numbers, as of footnotes, are none. */
function looksLikeName(name: string): boolean {
  return /^\p{L}[\p{L}\p{N}_ -]*$/u.test(name)
}

export function countText(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`
}
