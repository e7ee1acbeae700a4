/** The page of a template, read as it came. A pure function of plain data: a thread runs it. */
import { Refusal } from '../../contract/refusals.ts'
import { findActiveContent } from '../content/active-content.ts'
import { importPage } from '../content/import.ts'
import { jsonLdFault } from '../content/json-ld.ts'
import { tokenize } from '../content/markup.ts'
import type { AssetReference, KnownFiles, Wanted } from '../content/page-files.ts'
import { asRefusal, type FetchedPage, PageRefused, readHtml } from '../content/pages.ts'
import { readRegions } from '../content/regions/regions.ts'
import { unsubscribeFault } from '../content/unsubscribe-tag.ts'
import { templateFault } from './template-checks.ts'

export interface TemplatePage {
  readonly html: string
  readonly kept: readonly AssetReference[]
}

/**
 * @throws Refusal InvalidHtmlPageUrl, NestedTooDeep, FilesMissingFromZip, and what templateFault, unsubscribeFault and
 *   findActiveContent name, TooManyRegions
 */
export function readTemplatePage(given: {
  readonly html: FetchedPage
  readonly known: KnownFiles
}): TemplatePage | { readonly wanted: Wanted } {
  try {
    const page = readHtml(given.html)
    const tokens = tokenize(page.text)
    const fault = findActiveContent(tokens) ?? templateFault(tokens) ?? unsubscribeFault(tokens)
    if (fault) throw new Refusal(fault)
    const jsonLd = jsonLdFault(tokens)
    if (jsonLd !== undefined) throw new PageRefused(jsonLd)
    // what has too many regions could not be filled in later
    readRegions(page.text, tokens)
    const taken = importPage(page, tokens, given.known)
    if ('wanted' in taken) return taken
    refuseMissing(taken.missing)
    return { html: taken.html, kept: taken.kept }
  } catch (error) {
    throw asRefusal('InvalidHtmlPageUrl', error)
  }
}

function refuseMissing(missing: readonly string[]): void {
  if (missing.length === 0) return
  const named = missing.slice(0, 5).join(', ') + (missing.length > 5 ? ` and ${missing.length - 5} more` : '')
  throw new Refusal(
    'FilesMissingFromZip',
    `Neither the zip file nor the page's address provides these as images, fonts or style sheets: ${named}`,
  )
}
