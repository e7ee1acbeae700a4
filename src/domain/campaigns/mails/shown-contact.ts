/** A subscriber whose values stand in for the tags of a campaign, in test mails and previews. */
import { Refusal } from '../../../contract/refusals.ts'
import { readMemberOfCampaign } from '../../../store/campaigns/test-sends.ts'
import type { Database } from '../../../store/connection/database.ts'
import type { CampaignRef } from '../../access/access.ts'
import { traitOfLanguage, traitOfTag } from '../../content/conditions/condition.ts'
import { parseAddress } from '../../text-rules/address.ts'

export interface ShownContact {
  readonly listId: number
  /** As the subscriber is written to. */
  readonly email: string
  readonly name: string
  readonly fields: Readonly<Record<string, string | readonly string[]>>
  readonly tracked: boolean
  /** Its tags and language. */
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
  const member = await readMemberOfCampaign(db, campaign, parsed.address)
  if (!member) throw new Refusal('NotInList', 'PersonalizeAs is on none of the lists the campaign goes to.')
  const { language, tags, ...contact } = member
  return { ...contact, traits: [...tags.map(traitOfTag), traitOfLanguage(language)] }
}
