/** Revisions of templates: each change makes one; earlier ones can be read, and made the present one again. */
import { Refusal } from '../../contract/refusals.ts'
import { addAssets, removeAsset } from '../../store/campaigns/assets.ts'
import type { SavedBy, Saver } from '../../store/campaigns/draft-rows.ts'
import {
  findTemplateInRevision,
  findTemplateNow,
  insertTemplateRevision,
  keepFirstTemplateRevision,
  lockTemplate,
  readTemplateRevisionsOf,
  type TemplateVersion,
  thinTemplateRevisions,
} from '../../store/campaigns/template-revisions.ts'
import { type TemplateRow, updateTemplate } from '../../store/campaigns/templates.ts'
import type { Database, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import type { TemplateRef } from '../access/access.ts'
import { type Asset, screenshotPath } from '../content/assets.ts'
import { pageOfRevisions, readInRevision } from '../revisions/revision-list.ts'
import { staleRevisionRefusal, unknownRevisionRefusal } from '../revisions/revision-refusals.ts'

/** Revisions of a template that are kept: each may show files of 20 MB. */
const mostKept = 50

export interface MadeTemplate {
  readonly row: TemplateRow
  readonly files: readonly Asset[]
  /** No part of a revision: there is one of a template. */
  readonly screenshot: Asset | undefined
}

/** Makes a template anew as its next revision. @throws Refusal InvalidTemplateId */
export async function replaceTemplate(
  sql: Transaction,
  template: TemplateRef,
  { row, files, screenshot }: MadeTemplate,
  by: Saver,
  at: Date,
): Promise<void> {
  if ((await lockTemplate(sql, template)) === undefined) throw new Refusal('InvalidTemplateId')
  await keepFirstTemplateRevision(sql, template, screenshotPath)
  const { clientId, templateId } = template
  await addAssets(sql, { clientId, owner: 'template', ownerId: templateId }, files)
  await removeAsset(sql, { clientId, owner: 'template', ownerId: templateId }, screenshotPath)
  if (screenshot) await addAssets(sql, { clientId, owner: 'template', ownerId: templateId }, [screenshot])
  const paths = files.map(({ path }) => path)
  await writeTemplate(sql, template, row, { ...by, action: 'saved', at }, paths)
}

/**
 * Restores an earlier revision of a template; its screenshot stays.
 * @param basedOn the revision the caller saw last; 0 for the present one
 * @returns the number of the new revision
 * @throws Refusal InvalidTemplateId, UnknownRevision, StaleRevision
 */
export async function restoreTemplateRevision(
  db: Database,
  template: TemplateRef,
  { revision, basedOn }: { readonly revision: number; readonly basedOn: number },
  by: Saver,
  at: Date,
): Promise<number> {
  return transaction(db, async sql => {
    const now = await lockTemplate(sql, template)
    if (now === undefined) throw new Refusal('InvalidTemplateId')
    await keepFirstTemplateRevision(sql, template, screenshotPath)
    if (basedOn !== 0 && basedOn !== now) {
      const present = (await findTemplateNow(sql, template, template.timeZone))! // it is locked
      throw staleRevisionRefusal(present, basedOn, { Current: templateRecord(template, present) })
    }
    const then = await findTemplateInRevision(sql, template, revision, template.timeZone)
    if (!then) throw unknownRevisionRefusal(revision)
    await writeTemplate(sql, template, then, { ...by, action: 'restored', restored: revision, at }, then.files)
    return now + 1
  })
}

/** Makes a locked template what the row says, as its next revision. @throws Refusal InvalidTemplateId */
export async function writeTemplate(
  sql: Transaction,
  template: TemplateRef,
  row: TemplateRow,
  by: SavedBy,
  files: readonly string[],
): Promise<void> {
  if (!(await updateTemplate(sql, template, row))) throw new Refusal('InvalidTemplateId')
  await insertTemplateRevision(sql, template, by, files)
  await thinTemplateRevisions(sql, template, mostKept, screenshotPath)
}

/** As callers get it: the record `TemplateRevision` of the contract. */
export function templateRecord({ templatePublicId }: TemplateRef, version: TemplateVersion) {
  return {
    TemplateID: templatePublicId,
    Revision: version.revision,
    SavedDate: version.savedDate,
    SavedBy: version.savedBy,
    Name: version.name,
    HTMLPageURL: version.pageUrl,
    ZipFileURL: version.zipUrl,
    Html: version.html,
  }
}

/** @throws Refusal InvalidTemplateId, UnknownRevision */
export async function readTemplateRevision(
  db: Database,
  template: TemplateRef,
  revision: number,
): Promise<TemplateVersion> {
  const kept = findTemplateInRevision(db, template, revision, template.timeZone)
  return readInRevision(revision, kept, () => presentTemplate(db, template))
}

/** Newest first. @throws Refusal InvalidParameter, InvalidTemplateId */
export async function listTemplateRevisions(
  db: Database,
  template: TemplateRef,
  request: { readonly cursor: string | null; readonly limit: number },
) {
  return pageOfRevisions(
    request,
    template.timeZone,
    page => readTemplateRevisionsOf(db, template, page),
    () => presentTemplate(db, template),
  )
}

/** What a template is now. @throws Refusal InvalidTemplateId */
export async function presentTemplate(db: Database, template: TemplateRef): Promise<TemplateVersion> {
  const now = await findTemplateNow(db, template, template.timeZone)
  if (!now) throw new Refusal('InvalidTemplateId')
  return now
}
