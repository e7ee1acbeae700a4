/**
 * Takes in a page: the files it shows are kept and references to them become `kept:` ones, style sheets become style
 * elements, relative links become absolute. All else stays byte for byte.
 * See docs/decisions/a-page-keeps-what-it-shows.md.
 */
import { findReferences, writeUrl } from './css.ts'
import type { KeptFile } from './kept.ts'
import { type Attribute, type Change, replaceSpans, type Token, writeAttribute } from './markup.ts'
import { type Base, type PageFiles, pageFiles, resolve, type Sources } from './page-files.ts'
import { baseOf, findPageReferences, mapSourceSet, type PageReference } from './page-references.ts'
import type { Page } from './pages.ts'

export interface TakenIn {
  readonly html: string
  readonly files: readonly KeptFile[]
  /** Files named relatively that neither the zip nor the page's address provides, as the page names them. */
  readonly missing: readonly string[]
}

/**
 * @param tokens of the page's text
 * @throws PageRefused when the page refers to more than we keep
 */
export async function takeIn(page: Page, tokens: readonly Token[], sources: Sources): Promise<TakenIn> {
  const base: Base = { url: baseOf(tokens, page.url), zipFolder: '' }
  const files = pageFiles(sources)
  const changes = await Promise.all(findPageReferences(tokens).map(reference => rewrite(reference, base, files)))
  return {
    html: replaceSpans(
      page.text,
      changes.filter(change => change !== undefined),
    ),
    files: files.kept(),
    missing: files.missing(),
  }
}

async function rewrite(reference: PageReference, base: Base, files: PageFiles): Promise<Change | undefined> {
  switch (reference.kind) {
    case 'file': {
      const { attribute, url, imported } = reference
      return changed(attribute, imported ? await files.keep(url, base) : absolute(url, base))
    }
    case 'files': {
      const { attribute, imported } = reference
      const urls: string[] = []
      mapSourceSet(attribute.value, url => String(urls.push(url)))
      const kept = await Promise.all(urls.map(url => (imported ? files.keep(url, base) : absolute(url, base))))
      return changed(
        attribute,
        mapSourceSet(attribute.value, () => kept.shift()!),
      )
    }
    case 'style':
      return changed(reference.attribute, await rewriteCss(reference.attribute.value, base, files, 0))
    case 'sheet': {
      const text = await rewriteCss(reference.css, base, files, 0)
      return text === reference.css ? undefined : { ...reference, text }
    }
    case 'stylesheet': {
      const { url, media, tag, attribute } = reference
      const sheet = await files.sheet(url, base)
      const css = sheet && (await rewriteCss(sheet.css, sheet.base, files, 1))
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

async function rewriteCss(css: string, base: Base, files: PageFiles, depth: number): Promise<string> {
  const changes = await Promise.all(
    findReferences(css).map(async ({ kind, url, media, start, end }): Promise<Change | undefined> => {
      if (kind === 'url') {
        const kept = await files.keep(url, base)
        return kept === url ? undefined : { start, end, text: writeUrl(kept) }
      }
      // imports from elsewhere (fonts, mostly) stay imports: what they give depends on who asks
      if (!resolve(url, base)?.isRelative) return undefined
      const sheet = depth < deepestImport ? await files.sheet(url, base) : undefined
      if (!sheet) return { start, end, text: `@import ${writeUrl(absolute(url, base))} ${media};` }
      const imported = await rewriteCss(sheet.css, sheet.base, files, depth + 1)
      return { start, end, text: media === '' ? imported : `@media ${media} {\n${imported}\n}` }
    }),
  )
  return replaceSpans(
    css,
    changes.filter(change => change !== undefined),
  )
}

/** The reference without need of a page around it; itself when it has none. */
function absolute(reference: string, base: Base): string {
  const target = resolve(reference, base)
  return target && !/^[a-z][a-z0-9+.-]*:/i.test(reference) ? target.url : reference
}

function changed(attribute: Attribute, value: string): Change | undefined {
  return value === attribute.value || value === attribute.value.trim() ? undefined : writeAttribute(attribute, value)
}

function mediaAttribute(media: string): string {
  return media === '' ? '' : ` media="${media.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`
}
