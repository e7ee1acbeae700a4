/** Where a link with tags in its query leads for one recipient. */

import { readLinkValues } from '../../store/campaigns/sending.ts'
import type { Database } from '../../store/connection/database.ts'
import type { NamedRecipient } from '../../store/keys.ts'
import { keysOf } from '../compose/campaign.ts'
import { fillTarget } from '../compose/links.ts'

/** What a recipient has who is gone: each tag becomes its fallback. */
const nothing = { email: '', name: '', fields: {}, customFields: [] }

/** @param target as it is stored */
export async function linkTarget(db: Database, recipient: NamedRecipient, target: string): Promise<string> {
  const values = (await readLinkValues(db, recipient)) ?? nothing
  return fillTarget(target, values, keysOf(values))
}
