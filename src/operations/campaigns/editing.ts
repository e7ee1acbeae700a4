/** Open editors of campaigns and templates. */
import { editedCampaign, editedTemplate, setEditing } from '../../domain/campaigns/editing.ts'
import type { Handlers } from '../dependencies.ts'

export const editing: Pick<Handlers, 'Campaign.SetEditing' | 'Template.SetEditing'> = {
  'Campaign.SetEditing': ({ Editing }, { campaign, principal }, { db, now }) =>
    setEditing(db, editedCampaign(campaign), Editing, principal, now()),

  'Template.SetEditing': ({ Editing }, { template, principal }, { db, now }) =>
    setEditing(db, editedTemplate(template), Editing, principal, now()),
}
