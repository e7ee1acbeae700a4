/** Who has the editor of a campaign or of a template open. */
import { editedCampaign, editedTemplate, setEditing } from '../../domain/revisions/editing.ts'
import type { Handlers } from '../dependencies.ts'

export const editing: Pick<Handlers, 'Campaign.SetEditing' | 'Template.SetEditing'> = {
  'Campaign.SetEditing': ({ Editing }, { campaign, principal }, { db, now }) =>
    setEditing(db, editedCampaign(campaign), Editing, principal, now()),

  'Template.SetEditing': ({ Editing }, { template, principal }, { db, now }) =>
    setEditing(db, editedTemplate(template), Editing, principal, now()),
}
