/**
 * The HTML and text of a campaign: from their URLs (reference/wire.md §8.5), as a call gives them, or from a ZIP file. All are read by
 * the same checks and limits.
 */
import { longestContent } from '../../../contract/limits.ts'
import { Refusal } from '../../../contract/refusals.ts'
import { allInOrder } from '../../../lib/all-in-order.ts'
import type { Fetch } from '../../../lib/fetcher.ts'
import { findBrandingOf } from '../../../store/accounts/branding.ts'
import type { Database } from '../../../store/connection/database.ts'
import { footerOf } from '../../clients/brand.ts'
import type { Asset } from '../../content/assets.ts'
import { gather, type Sources } from '../../content/gathering.ts'
import { folderOf } from '../../content/page-files.ts'
import { type FetchedPage, fetchHtml, fetchPlainText, orRefuse, PageRefused } from '../../content/pages.ts'
import { taskAnswer, warmUp } from '../../content/tasks.ts'
import { readZip } from '../../content/zip.ts'
import type { DraftTasks } from './draft-tasks.ts'

export interface DraftContent {
  readonly html: string
  /** Null: generated from the HTML. */
  readonly text: string | null
  readonly files: readonly Asset[]
}

interface ContentParts {
  readonly db: Database
  readonly fetch: Fetch
  readonly contentTasks: Pick<DraftTasks, 'draftPage' | 'ready'>
}

/**
 * @param textUrl '' for none
 * @param clientId whose pages they are
 * @throws Refusal InvalidHtmlContent, InvalidTextUrl, and as readDraftPage does
 */
export async function fetchContent(
  parts: ContentParts,
  clientId: number,
  htmlUrl: string,
  textUrl: string,
): Promise<DraftContent> {
  const { fetch, contentTasks } = parts
  warmUp(contentTasks, clientId)
  const [html, text] = await allInOrder([
    orRefuse('InvalidHtmlContent', fetchHtml(fetch, htmlUrl), { Fetched: false }),
    orRefuse('InvalidTextUrl', textUrl === '' ? undefined : fetchPlainText(fetch, textUrl)),
  ])
  return taken(parts, clientId, html, text)
}

/** What relative references of HTML without an address are relative to: nothing. */
const noAddress = 'about:blank'

/** The same for HTML and text that are given as they are. @throws Refusal as fetchContent does */
export function importContent(
  parts: ContentParts,
  clientId: number,
  html: string,
  text: string | null,
): Promise<DraftContent> {
  return taken(
    parts,
    clientId,
    page(Buffer.from(html), 'utf-8'),
    text === null ? undefined : page(Buffer.from(text), 'utf-8'),
  )
}

/** @param charset undefined where the page says it itself, or it is found out */
function page(body: Buffer, charset: string | undefined): FetchedPage {
  return { url: noAddress, body, charset }
}

/**
 * The same for the page of a ZIP file with its images and style sheets: `index.html`, or the only HTML file of its highest folder. A
 * text file of the same name beside it is the text part.
 * @throws Refusal InvalidZip for what is no such file, and as fetchContent does
 */
export async function readContentFromZip(parts: ContentParts, clientId: number, bytes: Buffer): Promise<DraftContent> {
  warmUp(parts.contentTasks, clientId)
  const zip = await orRefuse('InvalidZip', readZip(bytes))
  const path = await orRefuse(
    'InvalidZip',
    Promise.resolve().then(() => pageOf(zip)),
  )
  const html = zip.get(path)! // pageOf took it from there
  const text = zip.get(path.replace(/\.html?$/i, '.txt'))
  if (html.length + (text?.length ?? 0) > longestContent) {
    throw new Refusal('InvalidHtmlContent', `HTML and text are longer than ${longestContent} bytes together.`)
  }
  return taken(parts, clientId, page(html, undefined), text && page(text, undefined), {
    zip,
    zipFolder: folderOf(path),
  })
}

/** The path of the page that a ZIP file is about. @throws PageRefused */
export function pageOf(zip: ReadonlyMap<string, Buffer>): string {
  const pages = [...zip.keys()].filter(path => /\.html?$/i.test(path))
  const depth = (path: string) => path.split('/').length
  const highest = pages.reduce((least, path) => Math.min(least, depth(path)), Number.POSITIVE_INFINITY)
  const candidates = pages.filter(path => depth(path) === highest)
  const index = candidates.find(path => /(^|\/)index\.html?$/i.test(path))
  if (index !== undefined) return index
  if (candidates.length === 1) return candidates[0]!
  throw new PageRefused(
    candidates.length === 0
      ? 'The zip file holds no HTML file.'
      : 'The zip file holds several HTML files in one folder, and none of them is index.html.',
  )
}

/** Pages without a way out get one, below the footer of the client. */
async function taken(
  { db, fetch, contentTasks }: ContentParts,
  clientId: number,
  html: FetchedPage,
  text: FetchedPage | undefined,
  inZip?: Omit<Sources, 'fetch'>,
): Promise<DraftContent> {
  const branding = await findBrandingOf(db, clientId)
  const footer = branding && footerOf(branding)
  const read = gather(
    known => taskAnswer('InvalidHtmlContent', contentTasks.draftPage({ html, text, known, footer }, { key: clientId })),
    { fetch, ...inZip },
  )
  return orRefuse('InvalidHtmlContent', read)
}
