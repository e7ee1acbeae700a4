/**
 * Where the content of a draft comes from: one kind of source at a time. The source is kept as it was given; what is sent is made
 * from it when it is first needed (`importSource`), so that saving costs no reading, and content that is half written can be saved.
 * A kind that is added here, in the store's `ContentKind` and in the contract's is known to all operations.
 */
import { isDeepStrictEqual } from 'node:util'
import { Refusal } from '../../../contract/refusals.ts'
import type { ContentKind, DraftText, DraftVersion } from '../../../store/campaigns/draft-rows.ts'
import { findUnimportedSource, storeImportedContent } from '../../../store/campaigns/imported-content.ts'
import { transaction } from '../../../store/connection/transaction.ts'
import type { CampaignKey } from '../../../store/keys.ts'
import { namedByContent } from '../../content/assets.ts'
import { webAddress } from '../../text-rules/single-line.ts'
import { type DraftContent, fetchContent, importContent } from './draft-content.ts'
import { mjmlKind } from './mjml-source.ts'
import { regionsKind } from './regions-source.ts'
import { sectionsKind } from './sections-source.ts'
import {
  type GivenContent,
  givenText,
  isGiven,
  type Kind,
  namedFiles,
  noSource,
  noText,
  type ReadSource,
  refuseTooLong,
  type SourceContext,
  type SourceParts,
  type WrittenContent,
} from './source-kinds.ts'
import { zipKind } from './zip-source.ts'

const htmlKind: Kind = {
  members: ['Html', 'Text'],
  needsPresent: false,
  async read(given) {
    const html = given.Html ?? ''
    const text = givenText(given)
    refuseTooLong('Html and Text', html, text)
    // nothing written is no content
    if (html.trim() === '' && text === null) return noSource
    return { text: { ...noText, kind: 'html', html, text }, files: [], ownFiles: namedFiles(html) }
  },
  written: ({ text: { html, text } }) => ({ Kind: 'Html', Html: html, Text: text ?? '' }),
  importSource: ({ html, text }, parts, clientId) => importContent(parts, clientId, html, text),
}

const urlKind: Kind = {
  members: ['HtmlUrl', 'TextUrl'],
  needsPresent: true,
  async read({ HtmlUrl, TextUrl }, parts, clientId) {
    const { htmlUrl, textUrl } = readUrls(HtmlUrl ?? null, TextUrl ?? null)
    const { html, text, files } = namedByContent(await fetchContent(parts, clientId, htmlUrl, textUrl))
    const ownFiles = files.map(({ path }) => path)
    return { text: { ...noText, kind: 'url', html, text, htmlUrl, textUrl }, files, ownFiles }
  },
  written: ({ text: { htmlUrl, textUrl } }) => ({ Kind: 'Url', HtmlUrl: htmlUrl, TextUrl: textUrl }),
}

const kinds: { readonly [Name in Exclude<ContentKind, 'none'>]: Kind } = {
  html: htmlKind,
  url: urlKind,
  mjml: mjmlKind,
  zip: zipKind,
  regions: regionsKind,
  sections: sectionsKind,
}

const kindOf = {
  Html: 'html',
  Url: 'url',
  Mjml: 'mjml',
  Zip: 'zip',
  Regions: 'regions',
  Sections: 'sections',
} as const

/** Whether reading such content needs the version that is there now, or takes long. */
export function needsPresent({ Kind }: GivenContent): boolean {
  return kinds[kindOf[Kind]].needsPresent
}

/** @throws Refusal InvalidParameter for members that belong to another kind */
export function refuseOtherMembers(given: GivenContent): void {
  const { members } = kinds[kindOf[given.Kind]]
  const names = Object.keys(given) as (keyof GivenContent)[] // its own keys
  const others = names.filter(name => name !== 'Kind' && isGiven(given[name]) && !members.includes(name))
  if (others.length > 0) {
    throw new Refusal('InvalidParameter', `Content of the kind ${given.Kind} has no ${others.join(' and ')}.`)
  }
}

/**
 * Reads content that a caller gives; pages are fetched and ZIP files are read at once.
 * @throws Refusal ValueTooLong, HtmlUrlRequired, MissingParameter, InvalidZip, InvalidTemplateId,
 *   UnknownRevision, TooManyRegions, InvalidSections, and as fetchContent does
 */
export function readSource(
  given: GivenContent,
  parts: SourceParts,
  clientId: number,
  context: SourceContext = {},
): Promise<ReadSource> {
  return kinds[kindOf[given.Kind]].read(given, parts, clientId, context)
}

/** The content as callers get it; undefined for a draft without content. */
export function writtenContent(
  version: Pick<DraftVersion, 'newestTemplate'> & { readonly text: DraftText },
): WrittenContent | undefined {
  const { kind } = version.text
  return kind === 'none' ? undefined : kinds[kind].written(version)
}

/** Whether what is sent was made when the source was read. */
export function isImportedAtOnce({ kind }: Pick<DraftText, 'kind'>): boolean {
  return kind !== 'none' && kinds[kind].importSource === undefined
}

/** Whether two sources are the same for who reads them; pages are fetched anew each time. */
export function isSameSource(one: DraftText, other: DraftText): boolean {
  return one.kind !== 'url' && isDeepStrictEqual(one, other)
}

/**
 * Makes what is sent from the source of a draft, unless that was done since the source changed. What composes, checks or shows a
 * draft calls it first.
 * @throws Refusal as importContent does; InvalidMjml, InvalidSections, UnknownRegion, InvalidRegionValue, TooManyRegions; StaleRevision when the draft
 *   is saved at that moment, again and again
 */
export async function importSource(parts: SourceParts, campaign: CampaignKey): Promise<void> {
  const { db } = parts
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const source = await findUnimportedSource(db, campaign)
    const kind = source && source.kind !== 'none' ? kinds[source.kind] : undefined
    if (!source || !kind?.importSource) return
    const content = namedByContent(await kind.importSource(source, parts, campaign.clientId))
    if (await transaction(db, sql => storeImportedContent(sql, campaign, source.contentRevision, content))) return
  }
  throw new Refusal('StaleRevision', 'The draft is being saved. Repeat the call.')
}

/** What is sent, made of a source that is not kept yet. @throws Refusal as importSource does */
export async function readContentFromSource(
  parts: SourceParts,
  clientId: number,
  { kind, ...source }: DraftText,
): Promise<DraftContent | undefined> {
  const importSource = kind === 'none' ? undefined : kinds[kind].importSource
  return importSource && namedByContent(await importSource(source, parts, clientId))
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
  if (htmlUrl === undefined) {
    throw new Refusal('InvalidHtmlContent', `HtmlUrl ${urlExpected}`, { data: { Fetched: false } })
  }
  const textUrl = isGiven(text) ? webAddress(text) : ''
  if (textUrl === undefined) throw new Refusal('InvalidTextUrl', `TextUrl ${urlExpected}`)
  return { htmlUrl, textUrl }
}

const urlExpected = 'must be a URL http://… or https://… of at most 2,000 characters.'
