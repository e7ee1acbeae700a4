/** Tags that the rows of an import give to their contacts. */
import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import type { Range } from '../jobs/range.ts'
import { tagKey } from '../tags/tag-key.ts'
import { giveTags, takeTags } from '../tags/tagged.ts'
import { addMissingTags } from '../tags/tags.ts'
import type { ImportKey } from './imports.ts'
import { inRange, type Writing } from './staging.ts'

/** Rows `r` whose contact is on the list by their own wish; of a member that stays as it is nothing is added. */
function isTagged(sql: Sql, { values }: Writing): Fragment {
  return values === 'add' ? sql`r.verdict = 'added'` : sql`r.verdict in ('added', 'updated', 'unchanged', 'stricter')`
}

/** Gives the tags of a range, after everything else of it. Names without a tag become tags. */
export async function tagRows(sql: Transaction, writing: Writing, range: Range): Promise<void> {
  const { clientId, importId, tags, evidence } = writing
  if (!tags.ofRows && tags.ofAll.length === 0) return
  const [found] = await sql<{ names: string[] }[]>`
    select array(
      select distinct n.name
      from import_rows r
      cross join lateral unnest(r.tags) as n (name)
      where r.client_id = ${clientId} and ${inRange(sql, writing, range)} and ${isTagged(sql, writing)}
    ) as names`
  const names = [...new Set([...found!.names, ...tags.ofAll])]
  const ids = await addMissingTags(sql, clientId, names)
  const known = names.filter(name => ids.has(tagKey(name)))
  await giveTags(
    sql,
    clientId,
    'import',
    sql`
      select r.address, k.tag_id, ${sql.json({ ...evidence, importId })}::jsonb as evidence,
        null::bigint as campaign_id, null::integer as number, null::integer as link
      from import_rows r
      cross join lateral unnest(coalesce(r.tags, '{}') || ${tags.ofAll as string[]}::text[]) as n (name)
      join unnest(${known}::text[], ${known.map(name => ids.get(tagKey(name))!)}::bigint[]) as k (name, tag_id) on k.name = n.name
      where r.client_id = ${clientId} and ${inRange(sql, writing, range)} and ${isTagged(sql, writing)}`,
  )
}

/** Takes away the tags that the rows of a range gave; a tag that a contact had before, or was given again since, stays. */
export async function untagRows(sql: Transaction, writing: Writing, range: Range): Promise<void> {
  const { clientId, importId, tags } = writing
  if (!tags.ofRows && tags.ofAll.length === 0) return
  await takeTags(
    sql,
    clientId,
    'import',
    sql`t.source = 'import' and (t.evidence ->> 'importId')::bigint = ${importId} and t.address = any(array(
      select r.address from import_rows r
      where r.client_id = ${clientId} and ${inRange(sql, writing, range)} and r.address is not null))`,
  )
}

/** How many tags the rows would create. @param ofAll names that all rows get */
export async function countNewTags(
  sql: Sql,
  { clientId, importId }: ImportKey,
  ofAll: readonly string[],
): Promise<number> {
  const rows = await sql<{ name: string }[]>`
    select distinct n.name
    from import_rows r
    cross join lateral unnest(r.tags) as n (name)
    where r.client_id = ${clientId} and r.import_id = ${importId} and r.verdict not in ('refused', 'skipped', 'duplicate')
    limit ${100_000}`
  const tags = await sql<{ name: string }[]>`select name from contact_tags where client_id = ${clientId}`
  const known = new Set(tags.map(({ name }) => tagKey(name)))
  const named = new Set([...rows.map(({ name }) => name), ...ofAll].map(tagKey))
  return [...named].filter(key => !known.has(key)).length
}
