/** The HTML and text of a campaign, read as they came (reference/wire.md §8.5). Pure functions of plain data: a thread runs them. */
import { Refusal } from '../../../contract/refusals.ts'
import type { BrandFooter } from '../../clients/brand.ts'
import { findActiveContent } from '../../content/active-content.ts'
import { importPage } from '../../content/import.ts'
import { jsonLdFault } from '../../content/json-ld.ts'
import { type Token, tokenize } from '../../content/markup.ts'
import { withoutTags } from '../../content/merge-tags.ts'
import type { AssetReference, KnownFiles, Wanted } from '../../content/page-files.ts'
import { baseOf, findPageReferences } from '../../content/page-references.ts'
import { asRefusal, type FetchedPage, type Page, readHtml, readPlainText } from '../../content/pages.ts'
import { withUnsubscribeLine, withUnsubscribeLink } from '../findings/opt-out-line.ts'

export interface GivenPage {
  readonly html: FetchedPage
  readonly text: FetchedPage | undefined
  readonly known: KnownFiles
  /** Of the client: comes above the unsubscribe link that is added if the author left it out. */
  readonly footer?: BrandFooter | undefined
}

export interface DraftPage {
  readonly html: string
  /** Null: generated from the HTML. */
  readonly text: string | null
  readonly kept: readonly AssetReference[]
}

/**
 * @param given `text` is undefined where no text was given
 * @param renderText HTML → text, for a text that is HTML
 * @throws Refusal InvalidHtmlContent, InvalidTextUrl, NestedTooDeep, ProblemsImportingLinks, LinkTooLong,
 *   TextUnsubscribeInHtml, and what unsubscribeFault names
 */
export function readDraftPage(
  given: GivenPage,
  renderText: (html: string) => string,
): DraftPage | { readonly wanted: Wanted } {
  const page = refusing('InvalidHtmlContent', () => readHtml(given.html))
  const text = refusing('InvalidTextUrl', () =>
    given.text ? withUnsubscribeLine(readPlainText(given.text, renderText), given.footer) : null,
  )
  const tokens = tokenize(page.text)
  const active = findActiveContent(tokens)
  if (active !== undefined) throw new Refusal('InvalidHtmlContent', whatItHolds[active])
  const jsonLd = jsonLdFault(tokens)
  if (jsonLd !== undefined) throw new Refusal('InvalidHtmlContent', jsonLd)
  checkLinks(tokens, page)
  const withExit = withUnsubscribeLink(page.text, tokens, given.footer)
  const taken = refusing('InvalidHtmlContent', () =>
    importPage({ ...page, text: withExit }, tokenize(withExit), given.known),
  )
  return 'wanted' in taken ? taken : { html: taken.html, kept: taken.kept, text }
}

function refusing<Value>(refusal: 'InvalidHtmlContent' | 'InvalidTextUrl', read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw asRefusal(refusal, error)
  }
}

const whatItHolds = {
  ContainsScript: 'The page contains JavaScript, which mail programs do not run.',
  ContainsFlash: 'The page contains Flash, which mail programs do not run.',
  ContainsJava: 'The page contains Java, which mail programs do not run.',
} as const

const longestLink = 2_000
/** What a link in a mail may be besides a web address; what would read the reader's own files or make a page of itself is not. */
const refusedSchemes = new Set(['data:', 'file:', 'blob:', 'about:', 'cid:'])

/** Replaces a tag at the beginning of a link. */
const anyAddress = 'https://example.com/'

function checkLinks(tokens: readonly Token[], page: Page): void {
  const base = baseOf(tokens, page.url)
  for (const reference of findPageReferences(tokens)) {
    if (reference.kind !== 'link') continue
    const shown = reference.url.length > 100 ? `${reference.url.slice(0, 100)}…` : reference.url
    // a merge tag may be all of the address or any part of it; its value is not checked
    const example = withoutTags(reference.url, 'x')
    const against = reference.url.startsWith('[') ? anyAddress : base
    if (!URL.canParse(example, against)) {
      throw new Refusal('ProblemsImportingLinks', `This link is not a valid URL: ${shown}`)
    }
    const url = new URL(example, against)
    if (refusedSchemes.has(url.protocol) && !reference.url.startsWith('#')) {
      throw new Refusal('ProblemsImportingLinks', `This link leads nowhere from a mail: ${shown}`)
    }
    if (reference.url.length > longestLink || url.href.length > longestLink) {
      throw new Refusal('LinkTooLong', `This link is longer than ${longestLink} characters: ${shown}`)
    }
  }
}
