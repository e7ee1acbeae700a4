/** What a campaign goes to and leaves out: lists and segments, read with the rules of today. */

import {
  type Audience,
  type CampaignPlaces,
  type CampaignSource,
  readCampaignPlaces,
  type Source,
} from '../../../store/campaigns/audience.ts'
import type { Sql } from '../../../store/connection/database.ts'
import { readRules } from '../../segments/rules.ts'

/** Whom a campaign goes to, as `audienceOf` finds it. */
export async function readAudience(sql: Sql, clientId: number, campaignId: number): Promise<Audience | undefined> {
  return audienceOf(await readCampaignPlaces(sql, clientId, campaignId))
}

/**
 * Whom a campaign goes to. Deleted lists are left out.
 * @returns undefined when a segment has no rules, or they cannot be read: no recipient is sent to rather than the whole list, or than those who were excluded
 */
export function audienceOf({ sources, exclusions, asksForConsent }: CampaignPlaces): Audience | undefined {
  const included = readPlaces(sources.filter(({ listDeleted }) => !listDeleted))
  const excluded = readPlaces(exclusions)
  return included && excluded && { sources: included, exclusions: excluded, asksForConsent }
}

function readPlaces(places: readonly CampaignSource[]): readonly Source[] | undefined {
  const sources: Source[] = []
  for (const { listId, segment, rules, customFields } of places) {
    const conditions = segment === '' ? [] : readRules(rules, customFields)
    if (conditions === undefined) return undefined
    sources.push({ listId, conditions })
  }
  return sources
}
