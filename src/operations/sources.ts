/** Content.*, and the operations Template.* about editable regions and starters. */

import { longestMjml } from '../contract/limits.ts'
import type { ParamsOf } from '../contract/operations.ts'
import { Refusal } from '../contract/refusals.ts'
import type { TemplateRef } from '../domain/access/access.ts'
import { withAssets } from '../domain/content/assets.ts'
import { regionValues } from '../domain/content/regions/given-regions.ts'
import { taskAnswer } from '../domain/content/tasks.ts'
import { createFromStarter } from '../domain/templates/from-starter.ts'
import { starters } from '../domain/templates/starters/starters.ts'
import { presentTemplate } from '../domain/templates/template-revisions.ts'
import { createWrittenTemplate, saveWrittenTemplate } from '../domain/templates/written-template.ts'
import { publicPaths } from '../domain/tokens/tokens.ts'
import { saver } from './campaigns/drafts.ts'
import { type Handlers, type Origin, sourceParts } from './dependencies.ts'
import { letterParts } from './starter-letters.ts'

type Names =
  | 'Content.CompileMjml'
  | 'Template.GetRegions'
  | 'Template.FillRegions'
  | 'Template.ListStarters'
  | 'Template.CreateFromStarter'
  | 'Template.CreateFromContent'
  | 'Template.SaveContent'

export const sources: Pick<Handlers, Names> = {
  async 'Content.CompileMjml'({ Mjml }, { client }, { content: { contentTasks } }) {
    const source = Mjml ?? ''
    if (source.trim() === '')
      throw new Refusal('InvalidMjml', `Give an MJML document of at most ${longestMjml} characters.`)
    const compiled = contentTasks.compileMjml({ source }, { key: client.clientId })
    const { html, bytes, problems } = await taskAnswer('InvalidMjml', compiled)
    return {
      Html: html,
      Bytes: bytes,
      Problems: problems.map(({ line, column, tag, message, severity }) => ({
        Line: line,
        Column: column,
        Tag: tag,
        Message: message,
        Severity: severity,
      })),
    }
  },

  async 'Template.GetRegions'(_params, { template, origin }, { db, content: { contentTasks } }) {
    const { html } = await presentTemplate(db, template)
    const task = contentTasks.templateRegions({ html }, { key: template.clientId })
    const regions = await taskAnswer('TooManyRegions', task)
    const shown = (region: LeafOf<typeof regions>) => ({
      Name: region.name,
      Label: region.label,
      Kind: region.kind,
      Content: withAssets(region.content, assetsOf(template, origin)),
      Alt: region.alt,
      CanLink: region.canLink,
      Href: region.href,
      Width: region.width,
      Height: region.height,
    })
    return regions.map(region => ({
      ...shown(region),
      Layouts: region.layouts.map(({ label, regions: inside }) => ({ Label: label, Regions: inside.map(shown) })),
    }))
  },

  async 'Template.FillRegions'({ Regions }, { template, origin }, { db, content: { contentTasks } }) {
    const { html } = await presentTemplate(db, template)
    const values = regionValues(Regions ?? [])
    const task = contentTasks.fillRegions({ html, values }, { key: template.clientId })
    const filled = withAssets((await taskAnswer('InvalidRegionValue', task)).html, assetsOf(template, origin))
    return { Html: filled, Bytes: Buffer.byteLength(filled) }
  },

  'Template.ListStarters': async () =>
    starters.map(({ id, name, about }) => ({ Starter: id, Name: name, About: about })),

  'Template.CreateFromStarter': ({ Starter, Name, Language }, { client, principal, origin, keep }, dependencies) => {
    const parts = { ...letterParts(dependencies, origin), contentTasks: dependencies.content.contentTasks }
    const given = { starter: Starter, name: Name, language: Language }
    return createFromStarter(parts, client, given, saver(principal), keep)
  },

  'Template.CreateFromContent': (params, { client, principal, keep }, parts) =>
    createWrittenTemplate(sourceParts(parts), client, written(params), saver(principal), keep),

  'Template.SaveContent': (params, { template, principal }, parts) =>
    saveWrittenTemplate(
      sourceParts(parts),
      template,
      { ...written(params), basedOn: params.Revision },
      saver(principal),
    ),
}

function written({ Name, Html, Mjml, UploadID }: ParamsOf<'Template.CreateFromContent' | 'Template.SaveContent'>) {
  return { name: Name, html: Html, mjml: Mjml, uploadId: UploadID }
}

type LeafOf<Regions extends readonly { readonly layouts: readonly { readonly regions: readonly unknown[] }[] }[]> =
  Regions[number]['layouts'][number]['regions'][number]

/** Base URL of a template's files. */
function assetsOf({ templatePublicId }: TemplateRef, { publicUrl }: Origin): string {
  return publicUrl + publicPaths.asset('template', templatePublicId, '')
}
