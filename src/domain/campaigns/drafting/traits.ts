/** What the conditions of a letter ask for beside fields, as it is looked up. */
import type { AudienceTraits } from '../../../store/campaigns/audience.ts'
import type { Sql } from '../../../store/connection/database.ts'
import { tagKey } from '../../../store/tags/tag-key.ts'
import { readTags } from '../../../store/tags/tags.ts'
import { traitOfTag } from '../../content/conditions/condition.ts'
import type { WantedTraits } from '../../content/conditions/letter.ts'

export interface FoundTraits {
  /** Absent where nothing is asked for. */
  readonly traits?: AudienceTraits
  /** Names of tags that the client does not have. */
  readonly missing: readonly string[]
}

export async function findTraits(sql: Sql, clientId: number, { tags, language }: WantedTraits): Promise<FoundTraits> {
  if (tags.length === 0) return language ? { traits: { tags: [], language }, missing: [] } : { missing: [] }
  const known = new Map((await readTags(sql, clientId)).map(({ tagId, name }) => [tagKey(name), tagId]))
  const found = tags.map(name => ({ name, id: known.get(tagKey(name.trim())) }))
  return {
    traits: {
      tags: found.flatMap(({ name, id }) => (id === undefined ? [] : [{ id, trait: traitOfTag(name) }])),
      language,
    },
    missing: found.filter(({ id }) => id === undefined).map(({ name }) => name),
  }
}
