/** The audience of a campaign as it was judged when the campaign began: lists, segments and their trees, with the names of then. */
import type { CampaignPlaces, CampaignSource } from '../../../store/campaigns/audience.ts'
import type { JudgedAudience } from '../../../store/campaigns/judged-audiences.ts'
import type { Sql } from '../../../store/connection/database.ts'
import { readSegmentsById } from '../../../store/segments/referred.ts'
import { readStored } from '../../segments/stored.ts'
import { onWire } from '../../segments/wire.ts'
import { readWorld } from '../../segments/world.ts'

/** Describes an audience. The segments within others are among its segments. */
export async function describeAudience(
  sql: Sql,
  { clientId, sources, exclusions, asksForConsent }: CampaignPlaces,
): Promise<JudgedAudience> {
  const ids = [...sources, ...exclusions].flatMap(({ segmentId }) => segmentId ?? [])
  const named = await readSegmentsById(sql, clientId, [...new Set(ids)])
  const roots = named.map(({ listId, rules }) => ({ listId, tree: readStored(rules) }))
  const world = await readWorld(sql, clientId, roots)
  const segments = new Map([...named, ...world.segments.values()].map(segment => [segment.id, segment]))
  const inner = [...world.segments.values()].map(({ listId, rules }) => ({ listId, tree: readStored(rules) }))
  const whole = await readWorld(sql, clientId, [...roots, ...inner])
  return {
    asksForConsent,
    places: [...placesOf(sources, false), ...placesOf(exclusions, true)],
    segments: [...segments.values()].flatMap(({ publicId, name, rules }) => {
      const tree = readStored(rules)
      return tree ? [{ segmentId: publicId, title: name, tree: onWire(tree, whole) }] : []
    }),
  }
}

/** A segment of the client on all lists is one place. */
function placesOf(sources: readonly CampaignSource[], isExcluded: boolean): JudgedAudience['places'] {
  const places = sources
    .filter(({ listDeleted }) => isExcluded || !listDeleted)
    .map(({ listPublicId, listTitle, everyList, segmentPublicId }) => ({
      isExcluded,
      listId: everyList ? '' : listPublicId,
      listTitle: everyList ? '' : listTitle,
      segmentId: segmentPublicId ?? '',
    }))
  return [...new Map(places.map(place => [`${place.listId} ${place.segmentId}`, place])).values()]
}
