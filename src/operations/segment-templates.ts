/** SegmentTemplate.*: templates of segments, of the program and of an account. */
import { Refusal } from '../contract/refusals.ts'
import {
  changeTemplateTitle,
  createSegmentTemplate,
  listTemplates,
  removeSegmentTemplate,
  useSegmentTemplate,
} from '../domain/segments/templates.ts'
import type { HandlersOf } from './dependencies.ts'

export const segmentTemplates: HandlersOf<'SegmentTemplate'> = {
  async 'SegmentTemplate.List'(_params, { client }, { db }) {
    const templates = await listTemplates(db, client.accountId)
    return templates.map(({ templateId, title, isBuiltIn, asksForField, tree }) => ({
      TemplateID: templateId,
      Title: title,
      BuiltIn: isBuiltIn,
      AsksForField: asksForField,
      Tree: tree,
    }))
  },

  async 'SegmentTemplate.Create'({ ClientID, Title, Tree }, { principal }, { db, access }) {
    const client = await access.client(Promise.resolve(principal), ClientID, 'ChangeAudience')
    return createSegmentTemplate(db, client, Title, Tree)
  },

  'SegmentTemplate.Rename': ({ TemplateID, Title }, { principal }, { db }) =>
    changeTemplateTitle(db, principal.accountId, TemplateID, Title),

  'SegmentTemplate.Delete': ({ TemplateID }, { principal }, { db }) =>
    removeSegmentTemplate(db, principal.accountId, TemplateID),

  async 'SegmentTemplate.Use'({ TemplateID, ListID, Title, Key }, { client, principal }, { db, access }) {
    const isOfList = (ListID ?? '').trim() !== ''
    const list = isOfList ? await access.list(Promise.resolve(principal), ListID, 'View') : null
    if (list && list.clientId !== client.clientId) throw new Refusal('InvalidListId')
    return useSegmentTemplate(db, client, { templateId: TemplateID, list, title: Title, key: Key })
  },
}
