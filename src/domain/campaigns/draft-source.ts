/**
 * Where the content of a draft comes from: one kind of source at a time. The source is kept as it was given; what is sent is made
 * from it when it is first needed (`takeIn`), so that saving costs no reading, and a page that is half written can be saved.
 * A kind that is added here, in the store's `ContentKind` and in the contract's is known to all operations.
 */
import { longestContent } from '../../contract/draft-records.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Fetch } from '../../lib/fetcher.ts'
import type { ContentKind, DraftText } from '../../store/campaigns/draft-rows.ts'
import { keepTaken, type UntakenSource, untakenSource } from '../../store/campaigns/taken-content.ts'
import type { Database } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import type { CampaignKey } from '../../store/keys.ts'
import { type Asset, namedByContent } from '../content/assets.ts'
import type { ContentTasks } from '../content-tasks.ts'
import { webAddress } from '../single-line.ts'
import { type DraftContent, fetchContent, importContent } from './draft-content.ts'

export interface SourceParts {
  readonly db: Database
  readonly fetch: Fetch
  /** Reads the pages. */
  readonly contentTasks: Pick<ContentTasks, 'draftPage' | 'ready'>
}

/** Content as callers give it; absent is null. */
export interface GivenContent {
  readonly Kind: 'Html' | 'Url'
  readonly Html?: string | null
  readonly Text?: string | null
  readonly HtmlUrl?: string | null
  readonly TextUrl?: string | null
}

/** A source, and of a page that was fetched the files it shows. */
export interface ReadSource {
  readonly text: DraftText
  readonly files: readonly Asset[]
}

export const noText: DraftText = { kind: 'none', html: '', text: null, htmlUrl: '', textUrl: '' }

interface Kind {
  /** Reads what a caller gives. */
  readonly read: (given: GivenContent, parts: SourceParts, clientId: number) => Promise<ReadSource>
  /** Makes what is sent; undefined where that was done when the source was read. */
  readonly takeIn?: (source: UntakenSource, parts: SourceParts, clientId: number) => Promise<DraftContent>
}

const kinds: { readonly [Name in Exclude<ContentKind, 'none'>]: Kind } = {
  html: {
    async read({ Html, Text, HtmlUrl, TextUrl }) {
      if (isGiven(HtmlUrl) || isGiven(TextUrl)) throw wrongMembers('Html', 'HtmlUrl and TextUrl')
      const html = Html ?? ''
      const text = isGiven(Text) ? Text! : null
      if (Buffer.byteLength(html) + Buffer.byteLength(text ?? '') > longestContent) {
        throw new Refusal('ValueTooLong', `Html and Text are longer than ${longestContent} bytes together.`)
      }
      // nothing written is no content
      if (html.trim() === '' && text === null) return { text: noText, files: [] }
      return { text: { kind: 'html', html, text, htmlUrl: '', textUrl: '' }, files: [] }
    },
    takeIn: ({ html, text }, parts, clientId) => importContent(parts, clientId, html, text),
  },
  url: {
    async read({ Html, Text, HtmlUrl, TextUrl }, parts, clientId) {
      if (isGiven(Html) || isGiven(Text)) throw wrongMembers('Url', 'Html and Text')
      const { htmlUrl, textUrl } = readUrls(HtmlUrl ?? null, TextUrl ?? null)
      const content = namedByContent(await fetchContent(parts, clientId, htmlUrl, textUrl))
      return { text: { kind: 'url', html: content.html, text: content.text, htmlUrl, textUrl }, files: content.files }
    },
  },
}

const kindOf = { Html: 'html', Url: 'url' } as const

/**
 * Reads content that a caller gives; pages are fetched at once.
 * @throws Refusal InvalidParameter, ValueTooLong, HtmlUrlRequired, and as fetchContent does
 */
export function readSource(given: GivenContent, parts: SourceParts, clientId: number): Promise<ReadSource> {
  return kinds[kindOf[given.Kind]].read(given, parts, clientId)
}

/** As callers get it; undefined while there is none. */
export function writtenContent({ kind, html, text, htmlUrl, textUrl }: DraftText): GivenContent | undefined {
  switch (kind) {
    case 'none':
      return undefined
    case 'html':
      return { Kind: 'Html', Html: html, Text: text ?? '' }
    case 'url':
      return { Kind: 'Url', HtmlUrl: htmlUrl, TextUrl: textUrl }
  }
}

/**
 * Makes what is sent from the source of a draft, unless that was done since the source changed. What composes, checks or shows a
 * draft calls it first.
 * @throws Refusal as importContent does; StaleRevision when the draft is saved at that moment, again and again
 */
export async function takeIn(parts: SourceParts, campaign: CampaignKey): Promise<void> {
  const { db } = parts
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const source = await untakenSource(db, campaign)
    const kind = source && source.kind !== 'none' ? kinds[source.kind] : undefined
    if (!source || !kind?.takeIn) return
    const taken = namedByContent(await kind.takeIn(source, parts, campaign.clientId))
    if (await transaction(db, sql => keepTaken(sql, campaign, source.contentRevision, taken))) return
  }
  throw new Refusal('StaleRevision', 'The draft is being saved. Repeat the call.')
}

const mostAttempts = 3

/**
 * Reads the addresses of pages.
 * @returns '' for no text
 * @throws Refusal HtmlUrlRequired, InvalidHtmlContent, InvalidTextUrl
 */
export function readUrls(
  html: string | null,
  text: string | null,
): { readonly htmlUrl: string; readonly textUrl: string } {
  if (!isGiven(html)) throw new Refusal('HtmlUrlRequired')
  const htmlUrl = webAddress(html)
  if (htmlUrl === undefined) throw new Refusal('InvalidHtmlContent', `HtmlUrl ${urlExpected}`)
  const textUrl = isGiven(text) ? webAddress(text) : ''
  if (textUrl === undefined) throw new Refusal('InvalidTextUrl', `TextUrl ${urlExpected}`)
  return { htmlUrl, textUrl }
}

const urlExpected = 'must be a URL http://… or https://… of at most 2,000 characters.'

function isGiven(text: string | null | undefined): boolean {
  return (text ?? '').trim() !== ''
}

function wrongMembers(kind: string, others: string): Refusal {
  return new Refusal('InvalidParameter', `Content of the kind ${kind} has no ${others}.`)
}
