/** Campaign.SetLinkTags: who clicks a link of a campaign gets tags. See docs/contact-tags.md#tags-by-link. */
import { Refusal } from '../../../contract/refusals.ts'
import { findCheckedCampaign } from '../../../store/campaigns/preflight.ts'
import type { Database } from '../../../store/connection/database.ts'
import { transaction } from '../../../store/connection/transaction.ts'
import {
  pageOf,
  readLinkTags,
  readTaggingCampaign,
  replaceLinkTags,
  type TaggingCampaign,
} from '../../../store/tags/link-tags.ts'
import type { NamedTag } from '../../../store/tags/tags.ts'
import type { CampaignRef } from '../../access/access.ts'
import { faultOf } from '../../content/tasks.ts'
import { findTags } from '../../tags/tags.ts'
import type { DraftTasks } from '../drafting/draft-tasks.ts'
import type { SourceParts } from '../drafting/source-kinds.ts'
import { sentTarget, untagLink } from '../drafting/utm.ts'
import { isTrackable } from '../findings/tracked-links.ts'
import { checkSource } from './check-source.ts'

/** Most tags of one link. */
const mostTagsOfLink = 20

export interface LinkTagParts extends Pick<SourceParts, 'fetch'> {
  readonly db: Database
  readonly contentTasks: SourceParts['contentTasks'] & Pick<DraftTasks, 'readLetter'>
}

export interface TaggedLink {
  readonly url: string
  readonly tags: readonly NamedTag[]
}

/** The tracked links of a campaign in their order, each with its tags; then links that have tags and are gone. @throws Refusal InvalidCampaignId */
export async function listLinkTags(parts: LinkTagParts, campaign: CampaignRef): Promise<readonly TaggedLink[]> {
  const { db } = parts
  const state = await readTaggingCampaign(db, campaign, false)
  if (!state) throw new Refusal('InvalidCampaignId')
  const [urls, tagged] = await Promise.all([linksOf(parts, campaign, state), readLinkTags(db, campaign)])
  const all = new Set([...urls, ...tagged.map(({ url }) => url)])
  return [...all].map(url => ({ url, tags: tagged.filter(tag => tag.url === url) }))
}

/** Absent is null. */
export interface GivenLinkTags {
  readonly link: string | null
  readonly tags: readonly (string | null)[]
  readonly createMissing: boolean
}

/** @throws Refusal InvalidCampaignId, UnknownLink, UnknownTag, TagNameEmpty, TooManyTags, TooManyTagsOfContact */
export async function setLinkTags(
  parts: LinkTagParts,
  campaign: CampaignRef,
  { link, tags, createMissing }: GivenLinkTags,
): Promise<void> {
  const url = pageOf((link ?? '').trim())
  const known = await listLinkTags(parts, campaign)
  if (!known.some(one => one.url === url)) {
    throw new Refusal('UnknownLink', 'The campaign has no link to this address that clicks are recorded of.')
  }
  await transaction(parts.db, async sql => {
    const found = await findTags(sql, campaign.clientId, tags, { createMissing })
    if (found.length > mostTagsOfLink) {
      throw new Refusal('TooManyTagsOfContact', `A link gives at most ${mostTagsOfLink} tags.`)
    }
    const state = await readTaggingCampaign(sql, campaign, true)
    if (!state) throw new Refusal('InvalidCampaignId')
    const sentUrl = state.hasBegun ? sentTarget(state.sentUtm)(url) : null
    await replaceLinkTags(sql, campaign, { url, sentUrl, tagIds: found.map(({ tagId }) => tagId) })
  })
}

async function linksOf(
  { db, ...parts }: LinkTagParts,
  campaign: CampaignRef,
  { hasBegun, sentUtm, sentLinks }: TaggingCampaign,
): Promise<readonly string[]> {
  if (hasBegun) return sentLinks.map(url => untagLink(sentUtm, pageOf(url)))
  const { isTaken } = await checkSource({ db, ...parts }, campaign)
  const row = await findCheckedCampaign(db, campaign.clientId, campaign.campaignId)
  if (!isTaken || !row?.hasContent) return []
  const { subject, fromEmail, html, text, customFields, fromName, companyName, postalAddress, imprintUrl } = row
  const identity = { fromName, companyName, postalAddress, imprintUrl }
  const letter = { subject, fromEmail, html, text, customFields, identity }
  const read = await parts.contentTasks.readLetter(letter, { key: campaign.clientId }).catch(error => faultOf(error))
  if ('fault' in read) return []
  return read.links
    .map(({ url }) => url)
    .filter(url => isTrackable(url))
    .map(pageOf)
}
