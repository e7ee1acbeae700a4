/**
 * Templates: a page with editable regions, its files from a zip or from beside the page, a screenshot. Everything is fetched
 * and checked first; what is refused leaves no trace.
 */
import { Refusal } from '../../contract/refusals.ts'
import { allInOrder } from '../../lib/all-in-order.ts'
import type { Fetch } from '../../lib/fetcher.ts'
import type { Database } from '../../store/database.ts'
import { replaceKeptFiles } from '../../store/kept-files.ts'
import { insertTemplate, softDeleteTemplate, type TemplateRow, updateTemplate } from '../../store/templates.ts'
import type { ClientRef, TemplateRef } from '../access.ts'
import { findActiveContent } from '../content/active-content.ts'
import { type KeptFile, screenshotPath } from '../content/kept.ts'
import { tokenize } from '../content/markup.ts'
import { mediaTypeOf } from '../content/media.ts'
import { fetchHtml, fetchOk, orRefuse, type Page } from '../content/pages.ts'
import { takeIn } from '../content/taking-in.ts'
import { unsubscribeFault } from '../content/unsubscribe-tag.ts'
import { readZip } from '../content/zip.ts'
import { line, webAddress } from '../grammar.ts'
import { templateFault } from './template-checks.ts'

/** What the caller gives; absent is null. */
export interface GivenTemplate {
  readonly name: string | null
  readonly pageUrl: string | null
  /** Empty for none, as is the screenshot's. */
  readonly zipUrl: string | null
  readonly screenshotUrl: string | null
}

/**
 * @returns the TemplateID
 * @throws Refusal TemplateNameRequired, InvalidTemplateName, HtmlPageUrlRequired, InvalidHtmlPageUrl, InvalidZipFileUrl,
 *   InvalidScreenshotUrl, FilesMissingFromZip, and what templateFault, unsubscribeFault and findActiveContent name
 */
export async function createTemplate(
  db: Database,
  client: ClientRef,
  given: GivenTemplate,
  fetch: Fetch,
): Promise<string> {
  const { row, files } = await prepare(given, fetch)
  return db.begin(async sql => {
    const template = await insertTemplate(sql, client, row)
    if (!template) throw new Refusal('InvalidClientId')
    await replaceKeptFiles(sql, client.clientId, 'template', template.id, files)
    return template.publicId
  })
}

/** Replaces everything a template is made of. @throws Refusal as createTemplate does */
export async function changeTemplate(
  db: Database,
  template: TemplateRef,
  given: GivenTemplate,
  fetch: Fetch,
): Promise<void> {
  const { row, files } = await prepare(given, fetch)
  await db.begin(async sql => {
    if (!(await updateTemplate(sql, template, row))) throw new Refusal('InvalidTemplateId')
    await replaceKeptFiles(sql, template.clientId, 'template', template.templateId, files)
  })
}

export async function deleteTemplate(db: Database, template: TemplateRef): Promise<void> {
  if (!(await softDeleteTemplate(db, template))) throw new Refusal('InvalidTemplateId')
}

const longestName = 30
const zipLimits = { maxBytes: 20_000_000, timeoutMs: 15_000 } as const
const screenshotLimits = { maxBytes: 5_000_000, timeoutMs: 10_000 } as const

async function prepare(
  given: GivenTemplate,
  fetch: Fetch,
): Promise<{ readonly row: TemplateRow; readonly files: readonly KeptFile[] }> {
  const name = readName(given.name)
  if ((given.pageUrl ?? '').trim() === '') throw new Refusal('HtmlPageUrlRequired')
  const pageUrl = webAddress(given.pageUrl)
  if (pageUrl === undefined) throw new Refusal('InvalidHtmlPageUrl', urlExpected)
  const zipUrl = optionalUrl(given.zipUrl)
  if (zipUrl === undefined) throw new Refusal('InvalidZipFileUrl', urlExpected)
  const screenshotUrl = optionalUrl(given.screenshotUrl)
  if (screenshotUrl === undefined) throw new Refusal('InvalidScreenshotUrl', urlExpected)

  const [page, zip, screenshot] = await allInOrder([
    orRefuse('InvalidHtmlPageUrl', fetchHtml(fetch, pageUrl)),
    orRefuse('InvalidZipFileUrl', zipUrl === '' ? undefined : fetchZip(fetch, zipUrl)),
    orRefuse('InvalidScreenshotUrl', screenshotUrl === '' ? undefined : fetchScreenshot(fetch, screenshotUrl)),
  ])
  const { html, files } = await takeInTemplate(page, fetch, zip)
  return {
    row: { name, pageUrl, zipUrl, screenshotUrl, html },
    files: screenshot ? [...files, screenshot] : files,
  }
}

async function takeInTemplate(page: Page, fetch: Fetch, zip: ReadonlyMap<string, Buffer> | undefined) {
  const tokens = tokenize(page.text)
  const fault = findActiveContent(tokens) ?? templateFault(tokens) ?? unsubscribeFault(tokens)
  if (fault) throw new Refusal(fault)
  const { html, files, missing } = await orRefuse('InvalidHtmlPageUrl', takeIn(page, tokens, { fetch, zip }))
  if (missing.length > 0) {
    const named = missing.slice(0, 5).join(', ') + (missing.length > 5 ? ` and ${missing.length - 5} more` : '')
    throw new Refusal(
      'FilesMissingFromZip',
      `Neither the zip file nor the page's address provides these as images, fonts or style sheets: ${named}`,
    )
  }
  return { html, files }
}

/** Cut to the length the historical service kept (reference/wire.md §7), never within a character. */
function readName(text: string | null): string {
  const name = line(text, { max: Number.POSITIVE_INFINITY })
  if (name === undefined) throw new Refusal('InvalidTemplateName', 'The name must be one line.')
  if (name === '') throw new Refusal('TemplateNameRequired')
  return [...name].slice(0, longestName).join('').trim()
}

const urlExpected = 'This must be a URL http://… or https://… of at most 2,000 characters.'

/** '' for none, undefined for what is no URL. */
function optionalUrl(text: string | null): string | undefined {
  return (text ?? '').trim() === '' ? '' : webAddress(text)
}

async function fetchZip(fetch: Fetch, url: string): Promise<ReadonlyMap<string, Buffer>> {
  return readZip((await fetchOk(fetch, url, zipLimits)).body)
}

async function fetchScreenshot(fetch: Fetch, url: string): Promise<KeptFile> {
  const { body } = await fetchOk(fetch, url, screenshotLimits)
  const mediaType = mediaTypeOf(body)
  if (mediaType !== 'image/jpeg' && mediaType !== 'image/png' && mediaType !== 'image/gif') {
    throw new Refusal('InvalidScreenshotUrl', 'The screenshot is not a JPEG, PNG or GIF image.')
  }
  return { path: screenshotPath, mediaType, bytes: body }
}
