/** A subscriber whose values stand in for the tags of a campaign, in test mails and previews. */
import { decodeHTML } from 'entities'
import { Refusal } from '../../../contract/refusals.ts'
import { readDraft } from '../../../store/campaigns/draft-rows.ts'
import { readMemberOfCampaign } from '../../../store/campaigns/test-sends.ts'
import type { Database } from '../../../store/connection/database.ts'
import type { CampaignRef } from '../../access/access.ts'
import { traitOfLanguage, traitOfTag } from '../../content/conditions/condition.ts'
import { parseAddress } from '../../text-rules/address.ts'
import { findNamedSegments } from '../drafting/traits.ts'

export interface ShownContact {
  readonly listId: number
  /** As the subscriber is written to. */
  readonly email: string
  readonly name: string
  readonly fields: Readonly<Record<string, string | readonly string[]>>
  readonly tracked: boolean
  /** Its tags and language, and those of the segments that the letter names. */
  readonly traits: readonly string[]
}

/**
 * @param personalizeAs the address of a subscriber of one of the campaign's lists, or nothing
 * @returns null for nothing: every tag shows its fallback
 * @throws Refusal InvalidEmail, NotInList
 */
export async function readShownContact(
  db: Database,
  campaign: CampaignRef,
  personalizeAs: string | null,
): Promise<ShownContact | null> {
  if (personalizeAs === null || personalizeAs.trim() === '') return null
  const parsed = parseAddress(personalizeAs)
  if (!parsed) throw new Refusal('InvalidEmail', 'PersonalizeAs is not an email address.')
  const segments = await findNamedSegments(db, campaign.clientId, await readLetter(db, campaign))
  const member = await readMemberOfCampaign(db, campaign, parsed.address, segments)
  if (!member) throw new Refusal('NotInList', 'PersonalizeAs is on none of the lists the campaign goes to.')
  const { language, tags, inSegments, ...contact } = member
  return { ...contact, traits: [...tags.map(traitOfTag), traitOfLanguage(language), ...inSegments] }
}

/** All that its author wrote, as text with character references decoded. */
async function readLetter(db: Database, campaign: CampaignRef): Promise<string> {
  const version = await readDraft(db, campaign, campaign.timeZone)
  if (!version) return ''
  const { settings, text } = version
  return decodeHTML([settings.subject, settings.preheader, text.html, text.text ?? ''].join('\n'))
}
