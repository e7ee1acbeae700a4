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
import { compileStored } from '../../segments/trees.ts'
import { narrowSources } from './followed.ts'

/** An audience, and what the check of a campaign says of its segments. */
export interface JudgedPlaces {
  /** Undefined when no member can match one of its segments. */
  readonly audience: Audience | undefined
  /** Why, segment by segment; empty for a segment that was deleted. */
  readonly lost: readonly string[]
  /** Whether segments ask for events, and whether opens or clicks that are not measured may decide. */
  readonly asksForEvents: boolean
  readonly mayBeUnknown: boolean
}

/** Whom a campaign goes to, as `audienceOf` finds it. */
export async function readAudience(sql: Sql, clientId: number, campaignId: number): Promise<Audience | undefined> {
  return audienceOf(sql, await readCampaignPlaces(sql, clientId, campaignId))
}

/** @returns undefined when no member can match one of its segments: no recipient is sent to rather than the whole list, or than those who were excluded */
export async function audienceOf(sql: Sql, places: CampaignPlaces): Promise<Audience | undefined> {
  return (await judgePlaces(sql, places)).audience
}

/** Whom a campaign goes to. Deleted lists are left out. */
export async function judgePlaces(
  sql: Sql,
  { clientId, sources, exclusions, asksForConsent, followed }: CampaignPlaces,
): Promise<JudgedPlaces> {
  const segments = [...sources.filter(isOnList), ...exclusions].filter(({ isSegment }) => isSegment)
  const distinct = [...new Map(segments.map(segment => [segment.segmentId, segment])).values()]
  const trees = new Map<number, SegmentTree>()
  const lost: string[] = []
  let asksForEvents = followed !== undefined
  let mayBeUnknown = followed?.kind === 'resend'
  for (const { segmentId: id, segmentListId: listId, segmentName, rules } of distinct) {
    const read = id === null ? undefined : await compileStored(sql, clientId, { id, listId, rules })
    const [problem] = read?.problems ?? []
    if (!read || problem) {
      lost.push(problem ? `${segmentName}: ${problem.sentence}` : '')
      continue
    }
    trees.set(id!, { ...read.compiled, listId }) // without one nothing is read
    asksForEvents ||= read.asksForEvents
    mayBeUnknown ||= read.mayBeUnknown
  }
  const judged = (places: readonly CampaignSource[]): readonly Source[] =>
    places.map(({ listId, segmentId }) => ({ listId, tree: trees.get(segmentId ?? 0) ?? null }))
  const chosen = judged(sources.filter(isOnList))
  const audience = {
    sources: followed ? narrowSources(chosen, followed) : chosen,
    exclusions: judged(exclusions),
    asksForConsent,
  }
  return { audience: lost.length > 0 ? undefined : audience, lost, asksForEvents, mayBeUnknown }
}

function isOnList({ listDeleted }: CampaignSource): boolean {
  return !listDeleted
}
