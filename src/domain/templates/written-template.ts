/**
 * Templates whose page comes with the call: HTML, MJML, or an uploaded ZIP file. They are read by the checks that pages of
 * `Template.Create` are read by, and MJML is kept as the HTML it becomes.
 */
import { longestContent } from '../../contract/limits.ts'
import { Refusal } from '../../contract/refusals.ts'
import { addAssets } from '../../store/campaigns/assets.ts'
import type { Saver } from '../../store/campaigns/draft-rows.ts'
import { findTemplateNow, keepFirstTemplateRevision, lockTemplate } from '../../store/campaigns/template-revisions.ts'
import { insertTemplate } from '../../store/campaigns/templates.ts'
import type { Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import type { ClientRef, TemplateRef } from '../access/access.ts'
import { pageOf } from '../campaigns/drafting/draft-content.ts'
import { compileOrRefuse } from '../campaigns/drafting/mjml-source.ts'
import { isGiven } from '../campaigns/drafting/source-kinds.ts'
import { readCompleteFile, withUploadedFile } from '../campaigns/drafting/zip-source.ts'
import { type Asset, keptPaths, namedByContent, screenshotPath } from '../content/assets.ts'
import { gather, type Sources } from '../content/gathering.ts'
import { fileLimits, folderOf } from '../content/page-files.ts'
import { type FetchedPage, orRefuse } from '../content/pages.ts'
import { taskAnswer, warmUp } from '../content/tasks.ts'
import { readZip } from '../content/zip.ts'
import { staleRevisionRefusal } from '../revisions/revision-refusals.ts'
import { type ClaimedUpload, useUp } from '../uploads/uploads.ts'
import type { ContentTasks } from './content-tasks.ts'
import { templateRecord, writeTemplate } from './template-revisions.ts'
import { readName, type TemplateParts } from './templates.ts'

export interface WrittenParts extends TemplateParts {
  readonly contentTasks: Pick<ContentTasks, 'templatePage' | 'ready' | 'compileMjml'>
}

/** One of html, mjml and uploadId is given; absent is null. */
export interface WrittenTemplate {
  readonly name: string | null
  readonly html: string | null
  readonly mjml: string | null
  readonly uploadId: string | null
}

/**
 * @param onCreated part of the transaction that creates it
 * @returns the TemplateID
 * @throws Refusal TemplateNameRequired, InvalidTemplateName, MissingParameter, InvalidParameter, ValueTooLong, InvalidMjml, InvalidZip,
 *   UnknownUpload, UploadInUse, and as readTemplatePage does
 */
export async function createWrittenTemplate(
  parts: WrittenParts,
  client: ClientRef,
  given: WrittenTemplate,
  by: Saver,
  onCreated?: (sql: Transaction, templateId: string) => Promise<void>,
): Promise<string> {
  return withUploadedFile(parts.db, client, given.uploadId, async upload => {
    const { name, html, files } = await read(parts, client.clientId, given, upload)
    return transaction(parts.db, async sql => {
      const template = await insertTemplate(sql, client, { name, pageUrl: '', zipUrl: '', screenshotUrl: '', html })
      if (!template) throw new Refusal('InvalidClientId')
      const { clientId } = client
      await addAssets(sql, { clientId, owner: 'template', ownerId: template.id }, files)
      await keepFirstTemplateRevision(sql, { clientId, templateId: template.id }, screenshotPath, by)
      if (upload) await useUp(sql, upload)
      await onCreated?.(sql, template.publicId)
      return template.publicId
    })
  })
}

/**
 * Saves what was written as the next revision; the screenshot stays, and so do files of the template that the page names.
 * @param basedOn the revision the caller saw last; 0 for whatever there is
 * @returns the number of the new revision
 * @throws Refusal as createWrittenTemplate does, InvalidTemplateId, StaleRevision with both versions
 */
export async function saveWrittenTemplate(
  parts: WrittenParts,
  template: TemplateRef,
  given: WrittenTemplate & { readonly basedOn: number },
  by: Saver,
): Promise<number> {
  return withUploadedFile(parts.db, template, given.uploadId, async upload => {
    const { name, html, files } = await read(parts, template.clientId, given, upload)
    const at = parts.now()
    return transaction(parts.db, async sql => {
      const now = await lockTemplate(sql, template)
      const present = now === undefined ? undefined : await findTemplateNow(sql, template, template.timeZone)
      if (now === undefined || !present) throw new Refusal('InvalidTemplateId')
      const { basedOn } = given
      if (basedOn !== 0 && basedOn !== now) {
        const refused = { ...present, revision: basedOn, savedDate: '', savedBy: by.username, name, html }
        throw staleRevisionRefusal(present, basedOn, {
          Current: templateRecord(template, present),
          Refused: templateRecord(template, refused),
        })
      }
      await keepFirstTemplateRevision(sql, template, screenshotPath)
      const { clientId, templateId } = template
      await addAssets(sql, { clientId, owner: 'template', ownerId: templateId }, files)
      const row = { name, pageUrl: '', zipUrl: '', screenshotUrl: present.screenshotUrl, html }
      const shown = new Set([...files.map(({ path }) => path), ...keptPaths(html).slice(0, fileLimits.count)])
      await writeTemplate(sql, template, row, { ...by, action: 'saved', at }, [...shown])
      if (upload) await useUp(sql, upload)
      return now + 1
    })
  })
}

async function read(
  parts: WrittenParts,
  clientId: number,
  given: WrittenTemplate,
  upload: ClaimedUpload | undefined,
): Promise<{ readonly name: string; readonly html: string; readonly files: readonly Asset[] }> {
  const name = readName(given.name)
  const { html: written, mjml, uploadId } = given
  if ([written, mjml, uploadId].filter(isGiven).length > 1) {
    throw new Refusal('InvalidParameter', 'Html, Mjml and UploadID are three ways to give one page: give one of them.')
  }
  const { fetch, contentTasks } = parts
  const { html, ...inZip } = await pageGiven(parts, clientId, given, upload)
  if (html.length > longestContent)
    throw new Refusal('ValueTooLong', `The page is longer than ${longestContent} bytes.`)
  const page: FetchedPage = { url: 'about:blank', body: html, charset: upload ? undefined : 'utf-8' }
  warmUp(contentTasks, clientId)
  const taken = gather(
    known => taskAnswer('InvalidHtmlContent', contentTasks.templatePage({ html: page, known }, { key: clientId })),
    { fetch, ...inZip },
  )
  return { name, ...namedByContent(await orRefuse('InvalidHtmlContent', taken)) }
}

/** @throws Refusal MissingParameter, InvalidMjml, InvalidZip */
async function pageGiven(
  { db, contentTasks }: WrittenParts,
  clientId: number,
  { html, mjml }: WrittenTemplate,
  upload: ClaimedUpload | undefined,
): Promise<{ readonly html: Buffer } & Omit<Sources, 'fetch'>> {
  if (upload) {
    const zip = await orRefuse('InvalidZip', readZip(await readCompleteFile(db, upload)))
    const path = await orRefuse(
      'InvalidZip',
      Promise.resolve().then(() => pageOf(zip)),
    )
    return { html: zip.get(path)!, zip, zipFolder: folderOf(path) } // pageOf took it from there
  }
  if (isGiven(mjml)) return { html: Buffer.from(await compileOrRefuse(contentTasks, mjml!, clientId)) } // it is given
  if (isGiven(html)) return { html: Buffer.from(html!) } // it is given
  throw new Refusal('MissingParameter', 'Give the page: Html, Mjml, or the UploadID of a ZIP file.')
}
