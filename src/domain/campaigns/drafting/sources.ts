/** What a campaign goes to and leaves out: lists and segments, read with the rules of today. */

import {
  type Audience,
  type CampaignPlaces,
  type CampaignSource,
  readCampaignPlaces,
  type SegmentTree,
  type Source,
} from '../../../store/campaigns/audience.ts'
import type { Sql } from '../../../store/connection/database.ts'
import { compileSegment } from '../../segments/choosing.ts'

/** Whom a campaign goes to, as `audienceOf` finds it. */
export async function readAudience(sql: Sql, clientId: number, campaignId: number): Promise<Audience | undefined> {
  return audienceOf(sql, await readCampaignPlaces(sql, clientId, campaignId))
}

/**
 * Whom a campaign goes to. Deleted lists are left out.
 * @returns undefined when a segment has no conditions, or they cannot be judged: no recipient is sent to rather than the whole list, or than
 *   those who were excluded
 */
export async function audienceOf(
  sql: Sql,
  { clientId, sources, exclusions, asksForConsent }: CampaignPlaces,
): Promise<Audience | undefined> {
  const trees = new Map<number, SegmentTree>()
  for (const { isSegment, segmentId, segmentListId, rules } of [...sources.filter(isOnList), ...exclusions]) {
    if (!isSegment || (segmentId !== null && trees.has(segmentId))) continue
    const tree = segmentId === null ? undefined : await compileSegment(sql, clientId, { listId: segmentListId, rules })
    if (!tree) return undefined
    trees.set(segmentId!, tree) // without one there is no tree
  }
  const judged = (places: readonly CampaignSource[]): readonly Source[] =>
    places.map(({ listId, segmentId }) => ({ listId, tree: trees.get(segmentId ?? 0) ?? null }))
  return { sources: judged(sources.filter(isOnList)), exclusions: judged(exclusions), asksForConsent }
}

function isOnList({ listDeleted }: CampaignSource): boolean {
  return !listDeleted
}
