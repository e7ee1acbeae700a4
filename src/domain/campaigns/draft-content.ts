/** The HTML and text of a campaign, taken in at once from their URLs (reference/wire.md §8.5). */
import { allInOrder } from '../../lib/all-in-order.ts'
import type { Fetch } from '../../lib/fetcher.ts'
import { brandingOf } from '../../store/accounts/branding.ts'
import type { Database } from '../../store/connection/database.ts'
import { footerOf } from '../clients/brand.ts'
import type { Asset } from '../content/assets.ts'
import { gather } from '../content/gathering.ts'
import { type FetchedPage, fetchHtml, fetchPlainText, orRefuse } from '../content/pages.ts'
import { type ContentTasks, taskAnswer, warmUp } from '../content-tasks.ts'

export interface DraftContent {
  readonly html: string
  /** Null: generated from the HTML. */
  readonly text: string | null
  readonly files: readonly Asset[]
}

interface ContentParts {
  readonly db: Database
  readonly fetch: Fetch
  readonly contentTasks: Pick<ContentTasks, 'draftPage' | 'ready'>
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
    orRefuse('InvalidHtmlContent', fetchHtml(fetch, htmlUrl)),
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
  const page = (written: string) => ({ url: noAddress, body: Buffer.from(written), charset: 'utf-8' })
  return taken(parts, clientId, page(html), text === null ? undefined : page(text))
}

/** Pages without a way out get one, below the footer of the client. */
async function taken(
  { db, fetch, contentTasks }: ContentParts,
  clientId: number,
  html: FetchedPage,
  text: FetchedPage | undefined,
): Promise<DraftContent> {
  const branding = await brandingOf(db, clientId)
  const footer = branding && footerOf(branding)
  const read = gather(
    known => taskAnswer('InvalidHtmlContent', contentTasks.draftPage({ html, text, known, footer }, { key: clientId })),
    { fetch },
  )
  return orRefuse('InvalidHtmlContent', read)
}
