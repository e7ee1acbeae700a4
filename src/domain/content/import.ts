/**
 * Takes in a page: the files it shows are kept and references to them become `kept:` ones, style sheets become style
 * elements, relative links become absolute. All else stays byte for byte. A pure function of the page and of what is known of
 * its files. See docs/decisions/content.md#imported-pages-keep-a-copy-of-their-images-and-style-sheets.
 */
import { findReferences, writeUrl } from './css.ts'
import { type Attribute, type Change, replaceSpans, type Token, writeAttribute } from './markup.ts'
import {
  type AssetReference,
  type Base,
  type KnownFiles,
  type PageFiles,
  pageFiles,
  resolve,
  type Wanted,
} from './page-files.ts'
import { baseOf, findPageReferences, mapSourceSet, type PageReference } from './page-references.ts'
import { type Page, PageRefused } from './pages.ts'

export interface ImportedPage {
  readonly html: string
  readonly kept: readonly AssetReference[]
  /** Files named relatively that neither the zip nor the page's address provides, as the page names them. */
  readonly missing: readonly string[]
}

/** References become longer: a few bytes each of a page of the largest size could become a page of a hundred times that. */
const longestPage = 8_000_000

/**
 * @param tokens of the page's text
 * @returns `wanted` when more has to be known first
 * @throws PageRefused when the page refers to more than we keep, or becomes longer than we keep
 */
export function importPage(
  page: Page,
  tokens: readonly Token[],
  known: KnownFiles,
): ImportedPage | { readonly wanted: Wanted } {
  const base: Base = { url: baseOf(tokens, page.url), zipFolder: known.zipFolder ?? '' }
  const files = pageFiles(known)
  const changes: Change[] = []
  let length = page.text.length
  for (const reference of findPageReferences(tokens)) {
    const change = rewrite(reference, base, files)
    if (!change) continue
    length += change.text.length - (change.end - change.start)
    if (length > longestPage)
      throw new PageRefused(
        `The page is longer than ${longestPage} characters with its style sheets and full addresses.`,
      )
    changes.push(change)
  }
  const wanted = files.wanted()
  if (wanted) return { wanted }
  return { html: replaceSpans(page.text, changes), kept: files.kept(), missing: files.missing() }
}

function rewrite(reference: PageReference, base: Base, files: PageFiles): Change | undefined {
  switch (reference.kind) {
    case 'file': {
      const { attribute, url, imported } = reference
      return changed(attribute, imported ? files.keep(url, base) : absolute(url, base))
    }
    case 'files': {
      const { attribute, imported } = reference
      return changed(
        attribute,
        mapSourceSet(attribute.value, url => (imported ? files.keep(url, base) : absolute(url, base))),
      )
    }
    case 'style':
      return changed(reference.attribute, rewriteCss(reference.attribute.value, base, files, 0))
    case 'sheet': {
      const text = rewriteCss(reference.css, base, files, 0)
      return text === reference.css ? undefined : { ...reference, text }
    }
    case 'stylesheet': {
      const { url, media, tag, attribute } = reference
      const sheet = files.sheet(url, base)
      const css = sheet && rewriteCss(sheet.css, sheet.base, files, 1)
      // what would end the style element cannot stand in one
      if (css === undefined || /<\/style/i.test(css)) return changed(attribute, absolute(url, base))
      return { start: tag.start, end: tag.end, text: `<style${mediaAttribute(media)}>\n${css}\n</style>` }
    }
    case 'link':
      return changed(reference.attribute, absolute(reference.url, base))
  }
}

/** Style sheets that import style sheets that import … */
const deepestImport = 3

function rewriteCss(css: string, base: Base, files: PageFiles, depth: number): string {
  const changes = findReferences(css).map(({ kind, url, media, start, end }): Change | undefined => {
    if (kind === 'url') {
      const kept = files.keep(url, base)
      return kept === url ? undefined : { start, end, text: writeUrl(kept) }
    }
    // imports from elsewhere (fonts, mostly) stay imports: what they give depends on who asks
    if (!resolve(url, base)?.isRelative) return undefined
    const sheet = depth < deepestImport ? files.sheet(url, base) : undefined
    if (!sheet) return { start, end, text: `@import ${writeUrl(absolute(url, base))} ${media};` }
    const imported = rewriteCss(sheet.css, sheet.base, files, depth + 1)
    return { start, end, text: media === '' ? imported : `@media ${media} {\n${imported}\n}` }
  })
  return replaceSpans(
    css,
    changes.filter(change => change !== undefined),
  )
}

/** The reference without need of a page around it; itself when it has none. */
function absolute(reference: string, base: Base): string {
  const target = resolve(reference, base)
  return target?.url !== undefined && !/^[a-z][a-z0-9+.-]*:/i.test(reference) ? target.url : reference
}

function changed(attribute: Attribute, value: string): Change | undefined {
  return value === attribute.value || value === attribute.value.trim() ? undefined : writeAttribute(attribute, value)
}

function mediaAttribute(media: string): string {
  return media === '' ? '' : ` media="${media.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`
}
