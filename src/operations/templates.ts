/** Template.*: pages that are edited before sending. */
import { Refusal } from '../contract/refusals.ts'
import { screenshotPath } from '../domain/content/assets.ts'
import { copyTemplate } from '../domain/templates/copy.ts'
import {
  listTemplateRevisions,
  readTemplateRevision,
  restoreTemplateRevision,
  templateRecord,
} from '../domain/templates/template-revisions.ts'
import { changeTemplate, createTemplate, deleteTemplate } from '../domain/templates/templates.ts'
import { publicPaths } from '../domain/tokens/tokens.ts'
import { readTemplateDetail } from '../store/campaigns/templates.ts'
import { revisionRecord, saver } from './campaigns/drafts.ts'
import { actor, type Handlers, sourceParts } from './dependencies.ts'

type Names =
  `Template.${'Create' | 'Copy' | 'Update' | 'Delete' | 'GetDetail' | 'ListRevisions' | 'GetRevision' | 'RestoreRevision'}`

export const templates: Pick<Handlers, Names> = {
  'Template.Create': (params, { client, principal, keep }, parts) =>
    createTemplate(sourceParts(parts), client, given(params), saver(principal), keep),

  async 'Template.Copy'({ ToClientID, Name }, { template, principal, keep }, { access, db }) {
    const to = await access.client(Promise.resolve(principal), ToClientID, 'ImportHtml')
    return copyTemplate(db, template, to, Name, saver(principal), keep)
  },

  'Template.Update': (params, { template, principal }, parts) =>
    changeTemplate(sourceParts(parts), template, given(params), saver(principal)),

  'Template.Delete': (_params, { template, principal, origin }, { db }) =>
    deleteTemplate(db, template, actor(principal, origin)),

  async 'Template.ListRevisions'({ Cursor, Limit }, { template }, { db }) {
    const { rows, nextCursor } = await listTemplateRevisions(db, template, { cursor: Cursor, limit: Limit })
    return { Revisions: rows.map(revisionRecord), NextCursor: nextCursor }
  },

  async 'Template.GetRevision'({ Revision }, { template }, { db }) {
    return templateRecord(template, await readTemplateRevision(db, template, Revision))
  },

  'Template.RestoreRevision': ({ Revision, BasedOn }, { template, principal }, { db, now }) =>
    restoreTemplateRevision(db, template, { revision: Revision, basedOn: BasedOn }, saver(principal), now()),

  async 'Template.GetDetail'(_params, { template, origin }, { db }) {
    const { templatePublicId } = template
    const detail = await readTemplateDetail(db, template, screenshotPath)
    if (!detail) throw new Refusal('InvalidTemplateId')
    const screenshot = publicPaths.asset('template', templatePublicId, screenshotPath)
    return {
      TemplateID: templatePublicId,
      Name: detail.name,
      PreviewURL: origin.publicUrl + publicPaths.templatePreview(templatePublicId),
      ScreenshotURL: detail.hasScreenshot ? origin.publicUrl + screenshot : '',
    }
  },
}

function given(params: {
  readonly TemplateName: string | null
  readonly HTMLPageURL: string | null
  readonly ZipFileURL: string | null
  readonly ScreenshotURL: string | null
}) {
  return {
    name: params.TemplateName,
    pageUrl: params.HTMLPageURL,
    zipUrl: params.ZipFileURL,
    screenshotUrl: params.ScreenshotURL,
  }
}
