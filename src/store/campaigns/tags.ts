/** The tags of campaigns. A campaign has each once, whatever its case; two campaigns may spell one differently. */
import type { Sql } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { byTagKey, tagKey } from '../tags/tag-key.ts'

export async function updateTags(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
  tags: readonly string[],
): Promise<void> {
  await sql`
    update campaigns set tags = ${tags as string[]}::text[] where client_id = ${clientId} and id = ${campaignId}`
}

interface CountedTag {
  readonly name: string
  readonly campaigns: number
}

/** Tags of campaigns that are not deleted, by name; of spellings of one tag the first. */
export async function readTagsOfClient(sql: Sql, clientId: number): Promise<readonly CountedTag[]> {
  const tags = new Map<string, CountedTag>()
  for (const { name, campaigns } of (await readSpellings(sql, clientId)).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    const before = tags.get(tagKey(name))
    tags.set(tagKey(name), { name: before?.name ?? name, campaigns: (before?.campaigns ?? 0) + campaigns })
  }
  return [...tags.values()].sort((a, b) => byTagKey(a.name, b.name))
}

async function readSpellings(sql: Sql, clientId: number): Promise<readonly CountedTag[]> {
  return sql<CountedTag[]>`
    select tag as name, count(*) as campaigns
    from campaigns m
    cross join unnest(m.tags) as tag
    where m.client_id = ${clientId} and m.deleted_at is null
    group by tag`
}

/** How campaigns of a client that are not deleted spell each of these tags, in their order. */
export async function readSpellingsOf(
  sql: Sql,
  clientId: number,
  tags: readonly string[],
): Promise<readonly (readonly string[])[]> {
  if (tags.length === 0) return []
  const present = await readSpellings(sql, clientId)
  return tags.map(tag => present.filter(({ name }) => tagKey(name) === tagKey(tag)).map(({ name }) => name))
}

/** The campaigns with each of these tags that are not deleted; tags that no campaign has are left out. */
export async function readCampaignsByTag(
  sql: Sql,
  clientId: number,
  tags: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const spellings = await readSpellingsOf(sql, clientId, tags)
  const all = [...new Set(spellings.flat())]
  if (all.length === 0) return new Map()
  const rows = await sql<{ spelling: string; ids: number[] }[]>`
    select g.tag as spelling, array_agg(c.id) as ids
    from campaigns c
    cross join unnest(c.tags) as g (tag)
    where c.client_id = ${clientId} and c.deleted_at is null and g.tag = any(${all}::text[])
    group by g.tag`
  const idsOf = (own: readonly string[]) =>
    rows.filter(({ spelling }) => own.includes(spelling)).flatMap(({ ids }) => ids)
  return new Map(
    tags.flatMap((tag, at) => {
      const ids = idsOf(spellings[at]!) // one for each tag
      return ids.length === 0 ? [] : [[tag, ids.sort((a, b) => a - b)] as const]
    }),
  )
}
