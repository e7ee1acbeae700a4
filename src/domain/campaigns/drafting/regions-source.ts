/**
 * The regions of a template as the source of a draft. The draft has a copy of the template as it was when it was chosen: a template
 * that changes later, or is deleted, changes no draft.
 */

import { mostRegions } from '../../../contract/limits.ts'
import { Refusal } from '../../../contract/refusals.ts'
import { isPublicId } from '../../../lib/ids.ts'
import { readTemplatesByPublicId } from '../../../store/accounts/access.ts'
import type { SourceDetail } from '../../../store/campaigns/draft-rows.ts'
import { findTemplateInRevision, findTemplateNow } from '../../../store/campaigns/template-revisions.ts'
import type { Database } from '../../../store/connection/database.ts'
import { keptPaths, withPaths } from '../../content/assets.ts'
import { keptValues, regionValues, storedValues } from '../../content/regions/given-regions.ts'
import { taskAnswer } from '../../content/tasks.ts'
import { unknownRevisionRefusal } from '../../revisions/revision-refusals.ts'
import { importContent } from './draft-content.ts'
import { givenText, type Kind, noText, type ReadSource, refuseTooLong, type SourceContext } from './source-kinds.ts'

export const regionsKind: Kind = {
  members: ['TemplateID', 'Template', 'Values', 'Text'],
  needsPresent: true,
  async read(given, parts, clientId, { present }) {
    if ((given.Values ?? []).length > mostRegions) {
      throw new Refusal('TooManyRegions', `Values has more than ${mostRegions} values.`)
    }
    const values = keptValues(given.Values ?? [])
    const text = givenText(given)
    refuseTooLong('Values and Text', JSON.stringify(values), text)
    const publicId = (given.TemplateID ?? '').trim().toLowerCase()
    const chosen = await choose(parts.db, clientId, publicId, given.Template?.Revision ?? 0, present)
    const { template, html, ...files } = chosen
    return { text: { ...noText, kind: 'regions', html, text, detail: { template, values } }, ...files }
  },
  written: ({ text: { text, detail }, newestTemplate }) => ({
    Kind: 'Regions',
    TemplateID: detail.template?.publicId ?? '',
    Template: { Revision: detail.template?.revision ?? 0, NewestRevision: newestTemplate ?? 0 },
    Values: storedValues(detail),
    Text: text ?? '',
  }),
  async importSource({ html, text, detail }, parts, clientId) {
    const values = regionValues(storedValues(detail))
    const task = parts.contentTasks.fillRegions({ html, values }, { key: clientId })
    return importContent(parts, clientId, (await taskAnswer('InvalidRegionValue', task)).html, text)
  },
}

type Chosen = Pick<ReadSource, 'files' | 'ownFiles' | 'copied'> & {
  readonly template: NonNullable<SourceDetail['template']>
  readonly html: string
}

/**
 * The template in a revision: the copy that the draft has, or a new one.
 * @param revision 0 for the one that the draft has a copy of, and for the newest where it has none
 * @throws Refusal InvalidTemplateId, UnknownRevision
 */
async function choose(
  db: Database,
  clientId: number,
  publicId: string,
  revision: number,
  present: SourceContext['present'],
): Promise<Chosen> {
  const copy = present?.text.detail.template
  if (present && copy?.publicId === publicId && (revision === 0 || revision === copy.revision)) {
    return { template: copy, html: present.text.html, files: [], ownFiles: present.ownFiles }
  }
  const [template] = isPublicId(publicId) ? await readTemplatesByPublicId(db, [publicId]) : []
  const now = template?.clientId === clientId ? await findTemplateNow(db, template, template.timeZone) : undefined
  if (!template || !now) throw new Refusal('InvalidTemplateId')
  const { templateId } = template
  const isNow = revision === 0 || revision === now.revision
  const chosen = isNow ? now : await findTemplateInRevision(db, template, revision, template.timeZone)
  if (!chosen) throw unknownRevisionRefusal(revision)
  // files of two templates may have one name
  const rename = (path: string) => path.replace('/', `/${publicId}/`)
  const copied = keptPaths(chosen.html).map(path => ({ path, as: rename(path) }))
  return {
    template: { templateId, publicId, revision: chosen.revision },
    html: withPaths(chosen.html, rename),
    files: [],
    ownFiles: copied.map(file => file.as),
    copied: { templateId, files: copied },
  }
}
