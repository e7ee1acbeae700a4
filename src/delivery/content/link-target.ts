/** Where a link with tags in its query leads for one recipient. */

import { linkValues } from '../../store/campaigns/sending.ts'
import type { Database } from '../../store/connection/database.ts'
import { keysOf } from '../compose/campaign.ts'
import { fillTarget } from '../compose/links.ts'

/** What a recipient has who is gone: each tag becomes its fallback. */
const nothing = { email: '', name: '', fields: {}, customFields: [] }

/** @param target as it is stored. @param number in the campaign's audience */
export async function linkTarget(db: Database, campaignId: number, number: number, target: string): Promise<string> {
  const values = (await linkValues(db, campaignId, number)) ?? nothing
  return fillTarget(target, values, keysOf(values))
}
