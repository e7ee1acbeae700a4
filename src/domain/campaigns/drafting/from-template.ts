/** Drafts of a template whose regions are given by their position, as other programs give them (reference/rest.md §2.5, row 87). */
import { Refusal } from '../../../contract/refusals.ts'
import { isPublicId } from '../../../lib/ids.ts'
import { readTemplatesByPublicId } from '../../../store/accounts/access.ts'
import type { Saver } from '../../../store/campaigns/draft-rows.ts'
import { isDraftNameTaken } from '../../../store/campaigns/drafts.ts'
import { findTemplateNow } from '../../../store/campaigns/template-revisions.ts'
import type { Transaction } from '../../../store/connection/database.ts'
import type { ClientRef } from '../../access/access.ts'
import { fetchedPath } from '../../content/page-files.ts'
import type { KeptRegionValue } from '../../content/regions/given-regions.ts'
import { imagesOf, type PlacedContent, valuesByPosition } from '../../content/regions/positions.ts'
import { taskAnswer } from '../../content/tasks.ts'
import { findPlaces } from './draft-audience.ts'
import type { DraftContent } from './draft-content.ts'
import { beginDraft, type EditingParts } from './draft-editing.ts'
import type { DraftTasks } from './draft-tasks.ts'
import { type GivenDraft, nameTaken, readSettings } from './drafts.ts'

/** Absent is null. */
export interface GivenFilled extends GivenDraft {
  readonly templateId: string | null
  readonly content: PlacedContent | null
}

interface Parts extends EditingParts {
  readonly contentTasks: EditingParts['contentTasks'] & Pick<DraftTasks, 'templateRegions'>
}

/**
 * The content is imported at once: content that cannot be imported is refused, and no draft is created.
 * @returns the CampaignID
 * @throws Refusal as createDraft does; InvalidTemplateId, TooManyRegions, UnknownRegion, InvalidRegionValue, RegionImageNotFetched
 */
export async function createFromTemplate(
  parts: Parts,
  client: ClientRef,
  given: GivenFilled,
  by: Saver,
  onCreated?: (sql: Transaction, campaignId: string) => Promise<void>,
): Promise<string> {
  const { name, subject, fromName, fromEmail, replyTo } = readSettings(given)
  if ((await findPlaces(parts.db, client, given)).length === 0) throw new Refusal('ListsRequired')
  if (await isDraftNameTaken(parts.db, client, name)) throw new Refusal('DuplicateCampaignName', nameTaken)
  const content = given.content ?? {}
  const { CampaignID } = await beginDraft(
    parts,
    client,
    {
      Name: name,
      Subject: subject,
      FromName: fromName,
      FromEmail: fromEmail,
      ReplyTo: replyTo,
      Preheader: null,
      Tracking: null,
      Utm: null,
      AsksForConsent: null,
      InlineCss: given.inlineCss,
      Audience: {
        ListIDs: given.lists,
        Segments: given.segments.map(({ listId, name, segmentId }) => ({
          ListID: listId,
          Name: name,
          SegmentID: segmentId,
        })),
      },
      Content: { Kind: 'Regions', ...(await filled(parts, client, given.templateId, content)) },
    },
    by,
    onCreated && ((sql, saved) => onCreated(sql, saved.CampaignID)),
    { onImport: imported => refuseMissing(imagesOf(content), imported) },
  )
  return CampaignID
}

/** The revision is named, so that the values are of the page they were placed in. */
async function filled(
  parts: Parts,
  { clientId, timeZone }: ClientRef,
  templateId: string | null,
  content: PlacedContent,
) {
  const publicId = (templateId ?? '').trim().toLowerCase()
  const [template] = isPublicId(publicId) ? await readTemplatesByPublicId(parts.db, [publicId]) : []
  const now = template?.clientId === clientId ? await findTemplateNow(parts.db, template, timeZone) : undefined
  if (!now) throw new Refusal('InvalidTemplateId')
  const task = parts.contentTasks.templateRegions({ html: now.html }, { key: clientId })
  const Values: readonly KeptRegionValue[] = valuesByPosition(await taskAnswer('TooManyRegions', task), content)
  return { TemplateID: publicId, Template: { Revision: now.revision, NewestRevision: now.revision }, Values }
}

/** A draft that is written here keeps the address of an image that is not there; other programs count on it to be. */
function refuseMissing(urls: readonly string[], content: DraftContent | undefined): void {
  const images = (content?.files ?? []).filter(({ mediaType }) => mediaType.startsWith('image/'))
  for (const url of urls) {
    const begin = URL.canParse(url) ? fetchedPath(url) : undefined
    if (begin === undefined || !images.some(({ path }) => path.startsWith(begin))) {
      throw new Refusal('RegionImageNotFetched', `This image cannot be fetched: ${url.slice(0, 500)}`)
    }
  }
}
