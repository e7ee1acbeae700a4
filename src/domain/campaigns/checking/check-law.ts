/** What the profiles of law of a campaign's lists miss: in the letter, in the rules of the lists, and in the basis of memberships. */
import { countBasis, readRulesOfLists } from '../../../store/campaigns/law.ts'
import type { CheckedRow } from '../../../store/campaigns/preflight.ts'
import type { Database } from '../../../store/connection/database.ts'
import type { CampaignRef } from '../../access/access.ts'
import { demandsOf } from '../../consent/law.ts'
import type { Finding } from '../findings/check-findings.ts'
import { type BasisCount, type LegalReading, lawFindings } from '../findings/check-law.ts'

/** Reads members only where a profile demands a basis of each membership. @param letter undefined where it cannot be read */
export async function checkLaw(
  db: Database,
  { clientId, campaignId }: CampaignRef,
  { isTracked }: Pick<CheckedRow, 'isTracked'>,
  letter: LegalReading | undefined,
): Promise<readonly Finding[]> {
  const lists = await readRulesOfLists(db, clientId, campaignId)
  const ids = lists.filter(({ law }) => demandsOf(law).includes('Basis')).map(({ listId }) => listId)
  const counts = ids.length === 0 ? [] : await countBasis(db, clientId, ids)
  const basis = new Map<number, BasisCount | undefined>(ids.map(id => [id, counts?.find(one => one.listId === id)]))
  return lawFindings({ lists, letter, isTracked, basis })
}
