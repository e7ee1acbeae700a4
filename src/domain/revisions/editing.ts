/** Who has the editor of a campaign or of a template open. See docs/decisions/console.md#who-edits-is-a-lease. */
import { type EditedItem, holdEditor, readOtherEditors, releaseEditor } from '../../store/campaigns/editors.ts'
import type { Sql } from '../../store/connection/database.ts'
import { notifyEdited } from '../../store/events/followed.ts'
import type { CampaignRef, TemplateRef } from '../access/access.ts'
import type { Principal } from '../access/principal.ts'

/** Seconds from a call until its lease ends: browsers let timers of hidden pages run once a minute. */
const editingSeconds = 70
/** Names in an answer. */
const mostNames = 20

export function editedCampaign({ clientId, campaignId, campaignPublicId }: CampaignRef): EditedItem {
  return { clientId, kind: 'campaign', itemId: campaignId, publicId: campaignPublicId }
}

export function editedTemplate({ clientId, templateId, templatePublicId }: TemplateRef): EditedItem {
  return { clientId, kind: 'template', itemId: templateId, publicId: templatePublicId }
}

/**
 * Begins, prolongs or ends the caller's lease. Readers of the live stream get an event when a lease begins or is given back.
 * @returns first names of the others whose lease has not ended
 */
export async function setEditing(
  sql: Sql,
  item: EditedItem,
  isEditing: boolean,
  { kind, id, username }: Principal,
  at: Date,
): Promise<{ readonly Editors: readonly string[]; readonly LeaseSeconds: number }> {
  const editor = { kind, id, name: firstNameOf(username) }
  const until = new Date(at.getTime() + editingSeconds * 1000)
  const hasChanged = isEditing
    ? await holdEditor(sql, item, editor, { at, until })
    : await releaseEditor(sql, item, editor, at)
  if (hasChanged) await notifyEdited(sql, item)
  return { Editors: await readOtherEditors(sql, item, editor, at, mostNames), LeaseSeconds: editingSeconds }
}

/** The first word. A login's name and an address have one. */
function firstNameOf(name: string): string {
  return /\S+/u.exec(name)?.[0] ?? ''
}
