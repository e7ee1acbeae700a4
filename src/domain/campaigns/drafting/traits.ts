/** What the conditions of a letter ask for beside fields, as it is looked up. */
import type { AudienceTraits, SegmentTree } from '../../../store/campaigns/audience.ts'
import type { Sql } from '../../../store/connection/database.ts'
import { readAllSegments, type SegmentOfClient } from '../../../store/segments/referred.ts'
import { tagKey } from '../../../store/tags/tag-key.ts'
import { readTags } from '../../../store/tags/tags.ts'
import { traitOfSegment, traitOfTag } from '../../content/conditions/condition.ts'
import type { WantedTraits } from '../../content/conditions/letter.ts'
import { compileStored } from '../../segments/trees.ts'

export interface FoundTraits {
  /** Absent where nothing is asked for. */
  readonly traits?: AudienceTraits
  /** Why conditions cannot be judged, each without a subject or full stop: `there is no tag "VIP"`. */
  readonly faults: readonly string[]
}

export async function findTraits(sql: Sql, clientId: number, wanted: WantedTraits): Promise<FoundTraits> {
  const { language } = wanted
  if (wanted.tags.length === 0 && wanted.segments.length === 0 && !language) return { faults: [] }
  const tags = await findTags(sql, clientId, wanted.tags)
  const segments = await findSegments(sql, clientId, wanted.segments)
  return {
    traits: { tags: tags.found, segments: segments.found, language },
    faults: [...tags.faults, ...segments.faults],
  }
}

interface Found<Trait> {
  readonly found: readonly Trait[]
  readonly faults: readonly string[]
}

async function findTags(
  sql: Sql,
  clientId: number,
  names: readonly string[],
): Promise<Found<AudienceTraits['tags'][number]>> {
  if (names.length === 0) return { found: [], faults: [] }
  const known = new Map((await readTags(sql, clientId)).map(({ tagId, name }) => [tagKey(name), tagId]))
  const all = names.map(name => ({ name, id: known.get(tagKey(name.trim())) }))
  return {
    found: all.flatMap(({ name, id }) => (id === undefined ? [] : [{ id, trait: traitOfTag(name) }])),
    faults: all.flatMap(({ name, id }) => (id === undefined ? [`there is no tag ${JSON.stringify(name)}`] : [])),
  }
}

/** A segment of the client goes before those of its lists; of these, no two may have the name. */
async function findSegments(
  sql: Sql,
  clientId: number,
  names: readonly string[],
): Promise<Found<{ readonly tree: SegmentTree; readonly trait: string }>> {
  const found: { tree: SegmentTree; trait: string }[] = []
  const faults: string[] = []
  const all = names.length === 0 ? [] : await readAllSegments(sql, clientId)
  for (const name of names) {
    const trait = traitOfSegment(name)
    const alike = all.filter(one => traitOfSegment(one.name) === trait)
    const [segment, other] = alike.some(({ listId }) => listId === null)
      ? alike.filter(({ listId }) => listId === null)
      : alike
    const quoted = JSON.stringify(name)
    if (!segment) faults.push(`there is no segment ${quoted}`)
    else if (other) faults.push(`several lists have a segment ${quoted}`)
    else {
      const { tree, fault } = await compileSegmentOf(sql, clientId, segment)
      if (tree) found.push({ tree, trait })
      else faults.push(`the segment ${quoted} cannot be judged: ${fault}`)
    }
  }
  return { found, faults }
}

async function compileSegmentOf(
  sql: Sql,
  clientId: number,
  segment: SegmentOfClient,
): Promise<{ readonly tree?: SegmentTree; readonly fault?: string }> {
  const { compiled, problems } = await compileStored(sql, clientId, segment)
  const [problem] = problems
  return problem ? { fault: problem.sentence } : { tree: { ...compiled, listId: segment.listId } }
}

/** Traits of the segments whose names a text may ask for. A name that is found in the text by chance does no harm. */
export async function findNamedSegments(
  sql: Sql,
  clientId: number,
  text: string,
): Promise<NonNullable<AudienceTraits['segments']>> {
  if (!/segment/i.test(text)) return []
  const folded = traitOfSegment(text)
  const names = (await readAllSegments(sql, clientId)).map(({ name }) => name)
  const named = names.filter(name => folded.includes(traitOfSegment(name).slice(traitOfSegment('').length)))
  return (await findSegments(sql, clientId, [...new Set(named)])).found
}
