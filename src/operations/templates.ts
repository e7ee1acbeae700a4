/** Template.*: pages that are edited before they are sent. */
import { Refusal } from '../contract/refusals.ts'
import { screenshotPath } from '../domain/content/assets.ts'
import { changeTemplate, createTemplate, deleteTemplate } from '../domain/templates/templates.ts'
import { publicPaths } from '../domain/tokens.ts'
import { templateDetail } from '../store/campaigns/templates.ts'
import { actor, type Handlers } from './dependencies.ts'

export const templates: Pick<
  Handlers,
  'Template.Create' | 'Template.Update' | 'Template.Delete' | 'Template.GetDetail'
> = {
  'Template.Create': (params, { client, keep }, parts) => createTemplate(parts, client, given(params), keep),

  'Template.Update': (params, { template }, parts) => changeTemplate(parts, template, given(params)),

  'Template.Delete': (_params, { template, principal, origin }, { db }) =>
    deleteTemplate(db, template, actor(principal, origin)),

  async 'Template.GetDetail'(_params, { template, origin }, { db }) {
    const { templatePublicId } = template
    const detail = await templateDetail(db, template, screenshotPath)
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
