/** What a campaign goes to and leaves out: lists and segments, read with the rules of today. */

import { type Audience, campaignSources, type Source } from '../../../store/campaigns/audience.ts'
import type { Sql } from '../../../store/connection/database.ts'
import { readRules } from '../../lists/segments.ts'

/**
 * Whom a campaign goes to. Deleted lists are left out.
 * @returns undefined when a segment has no rules, or they cannot be read: no recipient is sent to rather than the whole list, or than those who were excluded
 */
export async function readAudience(sql: Sql, clientId: number, campaignId: number): Promise<Audience | undefined> {
  const sources = await readPlaces(sql, clientId, campaignId, 'sources')
  const exclusions = await readPlaces(sql, clientId, campaignId, 'exclusions')
  return sources && exclusions && { sources, exclusions }
}

async function readPlaces(
  sql: Sql,
  clientId: number,
  campaignId: number,
  what: 'sources' | 'exclusions',
): Promise<readonly Source[] | undefined> {
  const sources: Source[] = []
  for (const { listId, segment, rules, customFields, listDeleted } of await campaignSources(
    sql,
    clientId,
    campaignId,
    what,
  )) {
    if (listDeleted && what === 'sources') continue
    const conditions = segment === '' ? [] : readRules(rules, customFields)
    if (conditions === undefined) return undefined
    sources.push({ listId, conditions })
  }
  return sources
}
