/** A copy of a template as it is now, for a client of the same account; its revisions stay with the template. */
import { Refusal } from '../../contract/refusals.ts'
import { addAssets, readAssetsOf } from '../../store/campaigns/assets.ts'
import type { Saver } from '../../store/campaigns/draft-rows.ts'
import { findTemplateNow, keepFirstTemplateRevision, lockTemplate } from '../../store/campaigns/template-revisions.ts'
import { insertTemplate } from '../../store/campaigns/templates.ts'
import type { Database, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import type { ClientRef, TemplateRef } from '../access/access.ts'
import { screenshotPath } from '../content/assets.ts'
import { readName } from './templates.ts'

/**
 * The copy has files of its own: who deletes the template takes nothing from it.
 * @param name '' or absent for that of the template
 * @param onCreated part of the transaction that creates it
 * @returns the TemplateID
 * @throws Refusal InvalidTemplateName; InvalidTemplateId, InvalidClientId for what is deleted meanwhile
 */
export async function copyTemplate(
  db: Database,
  template: TemplateRef,
  to: ClientRef,
  name: string | null,
  by: Saver,
  onCreated?: (sql: Transaction, templateId: string) => Promise<void>,
): Promise<string> {
  const wanted = (name ?? '').trim() === '' ? undefined : readName(name)
  return transaction(db, async sql => {
    // a template that is saved meanwhile is copied as it was before, or after, with its files
    const isThere = (await lockTemplate(sql, template)) !== undefined
    const now = isThere ? await findTemplateNow(sql, template, template.timeZone) : undefined
    if (!now) throw new Refusal('InvalidTemplateId')
    const row = { ...now, name: wanted ?? now.name }
    const copy = await insertTemplate(sql, to, row)
    if (!copy) throw new Refusal('InvalidClientId')
    const { clientId } = to
    const files = await readAssetsOf(sql, {
      clientId: template.clientId,
      owner: 'template',
      ownerId: template.templateId,
    })
    await addAssets(sql, { clientId, owner: 'template', ownerId: copy.id }, files)
    await keepFirstTemplateRevision(sql, { clientId, templateId: copy.id }, screenshotPath, by)
    await onCreated?.(sql, copy.publicId)
    return copy.publicId
  })
}
