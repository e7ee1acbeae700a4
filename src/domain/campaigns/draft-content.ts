/** The HTML and text of a campaign, taken in at once from their URLs (reference/wire.md §8.5). */
import { allInOrder } from '../../lib/all-in-order.ts'
import type { Fetch } from '../../lib/fetcher.ts'
import type { BrandFooter } from '../clients/brand.ts'
import type { Asset } from '../content/assets.ts'
import { gather } from '../content/gathering.ts'
import { fetchHtml, fetchPlainText, orRefuse } from '../content/pages.ts'
import { type ContentTasks, taskAnswer, warmUp } from '../content-tasks.ts'

export interface DraftContent {
  readonly html: string
  /** Null: generated from the HTML. */
  readonly text: string | null
  readonly files: readonly Asset[]
}

/**
 * @param textUrl '' for none
 * @param clientId whose pages they are
 * @param footer of the client, for pages without a way out
 * @throws Refusal InvalidHtmlContent, InvalidTextUrl, and as readDraftPage does
 */
export async function fetchContent(
  { fetch, contentTasks }: { readonly fetch: Fetch; readonly contentTasks: Pick<ContentTasks, 'draftPage' | 'ready'> },
  clientId: number,
  htmlUrl: string,
  textUrl: string,
  footer?: BrandFooter,
): Promise<DraftContent> {
  warmUp(contentTasks, clientId)
  const [html, text] = await allInOrder([
    orRefuse('InvalidHtmlContent', fetchHtml(fetch, htmlUrl)),
    orRefuse('InvalidTextUrl', textUrl === '' ? undefined : fetchPlainText(fetch, textUrl)),
  ])
  const read = gather(
    known => taskAnswer('InvalidHtmlContent', contentTasks.draftPage({ html, text, known, footer }, { key: clientId })),
    { fetch },
  )
  return orRefuse('InvalidHtmlContent', read)
}
