/**
 * Templates: a page with editable regions, its files from a zip or from beside the page, a screenshot. Everything is fetched
 * and checked first; what is refused leaves no trace.
 */
import { Refusal } from '../../contract/refusals.ts'
import { allInOrder } from '../../lib/all-in-order.ts'
import type { Fetch } from '../../lib/fetcher.ts'
import { addAssets } from '../../store/campaigns/assets.ts'
import type { Actor } from '../../store/campaigns/campaign-history.ts'
import type { Saver } from '../../store/campaigns/draft-rows.ts'
import { keepFirstTemplateRevision } from '../../store/campaigns/template-revisions.ts'
import { insertTemplate, softDeleteTemplate } from '../../store/campaigns/templates.ts'
import type { Database, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import type { ClientRef, TemplateRef } from '../access/access.ts'
import { type Asset, namedByContent, screenshotPath } from '../content/assets.ts'
import { gather } from '../content/gathering.ts'
import { mediaTypeOf } from '../content/media.ts'
import { fetchHtml, fetchOk, orRefuse } from '../content/pages.ts'
import { taskAnswer, warmUp } from '../content/tasks.ts'
import { readZip } from '../content/zip.ts'
import { line, webAddress } from '../text-rules/single-line.ts'
import type { ContentTasks } from './content-tasks.ts'
import { type MadeTemplate, replaceTemplate } from './template-revisions.ts'

export interface TemplateParts {
  readonly db: Database
  readonly fetch: Fetch
  readonly contentTasks: Pick<ContentTasks, 'templatePage' | 'ready'>
  readonly now: () => Date
}

/** What the caller gives; absent is null. */
export interface GivenTemplate {
  readonly name: string | null
  readonly pageUrl: string | null
  /** Empty for none, as is the screenshot's. */
  readonly zipUrl: string | null
  readonly screenshotUrl: string | null
}

/**
 * @param onCreated part of the transaction that creates it
 * @returns the TemplateID
 * @throws Refusal TemplateNameRequired, InvalidTemplateName, HtmlPageUrlRequired, InvalidHtmlPageUrl, InvalidZipFileUrl,
 *   InvalidScreenshotUrl, and as readTemplatePage does
 */
export async function createTemplate(
  parts: TemplateParts,
  client: ClientRef,
  given: GivenTemplate,
  by: Saver,
  onCreated?: (sql: Transaction, templateId: string) => Promise<void>,
): Promise<string> {
  const { row, files, screenshot } = await prepare(given, parts, client.clientId)
  return transaction(parts.db, async sql => {
    const template = await insertTemplate(sql, client, row)
    if (!template) throw new Refusal('InvalidClientId')
    const { clientId } = client
    await addAssets(
      sql,
      { clientId, owner: 'template', ownerId: template.id },
      screenshot ? [...files, screenshot] : files,
    )
    await keepFirstTemplateRevision(sql, { clientId, templateId: template.id }, screenshotPath, by)
    await onCreated?.(sql, template.publicId)
    return template.publicId
  })
}

/** Replaces everything a template is made of. @throws Refusal as createTemplate does */
export async function changeTemplate(
  parts: TemplateParts,
  template: TemplateRef,
  given: GivenTemplate,
  by: Saver,
): Promise<void> {
  const made = await prepare(given, parts, template.clientId)
  await transaction(parts.db, sql => replaceTemplate(sql, template, made, by, parts.now()))
}

/** Takes effect for every caller at once; `restore` undoes it until it is purged. @throws Refusal InvalidTemplateId */
export async function deleteTemplate(db: Database, template: TemplateRef, by: Actor): Promise<void> {
  const deleted = await transaction(db, sql => softDeleteTemplate(sql, template, by.username))
  if (!deleted) throw new Refusal('InvalidTemplateId')
}

const longestName = 30
const zipLimits = { maxBytes: 20_000_000, timeoutMs: 15_000 } as const
const screenshotLimits = { maxBytes: 5_000_000, timeoutMs: 10_000 } as const

async function prepare(
  given: GivenTemplate,
  { fetch, contentTasks }: TemplateParts,
  clientId: number,
): Promise<MadeTemplate> {
  const name = readName(given.name)
  if ((given.pageUrl ?? '').trim() === '') throw new Refusal('HtmlPageUrlRequired')
  const pageUrl = webAddress(given.pageUrl)
  if (pageUrl === undefined) throw new Refusal('InvalidHtmlPageUrl', urlExpected)
  const zipUrl = optionalUrl(given.zipUrl)
  if (zipUrl === undefined) throw new Refusal('InvalidZipFileUrl', urlExpected)
  const screenshotUrl = optionalUrl(given.screenshotUrl)
  if (screenshotUrl === undefined) throw new Refusal('InvalidScreenshotUrl', urlExpected)

  warmUp(contentTasks, clientId)
  const [page, zip, screenshot] = await allInOrder([
    orRefuse('InvalidHtmlPageUrl', fetchHtml(fetch, pageUrl)),
    orRefuse('InvalidZipFileUrl', zipUrl === '' ? undefined : fetchZip(fetch, zipUrl)),
    orRefuse('InvalidScreenshotUrl', screenshotUrl === '' ? undefined : fetchScreenshot(fetch, screenshotUrl)),
  ])
  const read = gather(
    known => taskAnswer('InvalidHtmlPageUrl', contentTasks.templatePage({ html: page, known }, { key: clientId })),
    { fetch, zip },
  )
  const { html, files } = namedByContent(await orRefuse('InvalidHtmlPageUrl', read))
  return { row: { name, pageUrl, zipUrl, screenshotUrl, html }, files, screenshot }
}

/**
 * Cut to the length the historical service kept (reference/wire.md §7), never within a character.
 * @throws Refusal InvalidTemplateName, TemplateNameRequired
 */
export function readName(text: string | null): string {
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

async function fetchScreenshot(fetch: Fetch, url: string): Promise<Asset> {
  const { body } = await fetchOk(fetch, url, screenshotLimits)
  const mediaType = mediaTypeOf(body)
  if (mediaType !== 'image/jpeg' && mediaType !== 'image/png' && mediaType !== 'image/gif') {
    throw new Refusal('InvalidScreenshotUrl', 'The screenshot is not a JPEG, PNG or GIF image.')
  }
  return { path: screenshotPath, mediaType, bytes: body }
}
