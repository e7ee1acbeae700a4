/** The variant of a campaign that is shown or sent to people who asked for it. */
import { readVariants } from '../../../store/campaigns/variants.ts'
import type { Database } from '../../../store/connection/database.ts'
import type { CampaignRef } from '../../access/access.ts'
import { letterOf, variantNamed } from '../variants/contents.ts'
import { invalid } from '../variants/settings.ts'

/** @returns undefined for no letter: the campaign as it is. @throws Refusal InvalidVariants */
export async function readVariantNamed(
  db: Database,
  campaign: CampaignRef,
  given: string | null,
): Promise<number | undefined> {
  const letter = (given ?? '').trim()
  if (letter === '') return undefined
  const variant = variantNamed(letter)
  const { length } = await readVariants(db, campaign)
  if (variant === undefined || variant > Math.max(1, length))
    throw invalid(
      length === 0 ? 'The campaign has no variants.' : `The campaign has the variants A to ${letterOf(length)}.`,
    )
  return variant
}
