/** What a campaign goes to: its lists and segments, read with the rules of today. */

import { campaignSources, type Source } from '../../store/campaigns/plans.ts'
import type { Sql } from '../../store/connection/database.ts'
import { readRules } from '../lists/segments.ts'

/**
 * What a campaign goes to. Deleted lists are left out.
 * @returns undefined when a segment cannot be read: no recipient is sent to rather than the whole list
 */
export async function readSources(
  sql: Sql,
  clientId: number,
  campaignId: number,
): Promise<readonly Source[] | undefined> {
  const sources: Source[] = []
  for (const { listId, segment, rules, customFields, listDeleted } of await campaignSources(
    sql,
    clientId,
    campaignId,
  )) {
    if (listDeleted) continue
    const conditions = segment === '' ? [] : readRules(rules, customFields)
    if (conditions === undefined) return undefined
    sources.push({ listId, conditions })
  }
  return sources
}
