/** Gives tags to the members of a range, takes tags away, and undoes both. A row keeps the tags that changed. */
import type { Sql, Transaction } from '../connection/database.ts'
import type { Range } from '../jobs/range.ts'
import { type TagOfContact, tagContacts, takeTags, untagContacts } from '../tags/tagged.ts'
import { type Changing, chosenIn, type Outcome, recordBefore, rowsOf } from './changing.ts'

interface Chosen {
  readonly number: number
  readonly address: string
  readonly before: { readonly tags: readonly number[] } | null
}

async function lockChosen(sql: Sql, changing: Changing, range: Range): Promise<readonly Chosen[]> {
  return sql<Chosen[]>`
    select r.number, s.address, r.before ${chosenIn(sql, changing, range)}
    order by s.address
    for update of s`
}

export async function tagRange(
  sql: Transaction,
  changing: Changing,
  range: Range,
  tagIds: readonly number[],
): Promise<Outcome> {
  const { clientId, evidence } = changing
  const rows = await lockChosen(sql, changing, range)
  const given = await tagContacts(
    sql,
    clientId,
    rows.flatMap(({ address }) => tagIds.map(tagId => ({ address, tagId, evidence }))),
    'bulk',
  )
  return noteChanged(sql, changing, range, rows, given)
}

export async function untagRange(
  sql: Transaction,
  changing: Changing,
  range: Range,
  tagIds: readonly number[],
): Promise<Outcome> {
  const rows = await lockChosen(sql, changing, range)
  const those = rows.flatMap(({ address }) => tagIds.map(tagId => ({ address, tagId })))
  return noteChanged(sql, changing, range, rows, await untagContacts(sql, changing.clientId, those, 'bulk'))
}

async function noteChanged(
  sql: Sql,
  changing: Changing,
  range: Range,
  rows: readonly Chosen[],
  changed: readonly TagOfContact[],
): Promise<Outcome> {
  const tagsOf = new Map<string, number[]>()
  for (const { address, tagId } of changed) tagsOf.set(address, [...(tagsOf.get(address) ?? []), tagId])
  const noted = rows.flatMap(({ number, address }) => {
    const tags = tagsOf.get(address)
    return tags ? [{ number, before: { tags } }] : []
  })
  await recordBefore(sql, changing, noted)
  return { done: noted.length, left: rowsOf(range) - noted.length }
}

/** Takes away the tags that the change gave, where they are still its own. */
export async function undoTags(sql: Transaction, changing: Changing, range: Range): Promise<Outcome> {
  const { clientId, evidence } = changing
  const rows = changedOf(await lockChosen(sql, changing, range))
  const those = rows.flatMap(tagsOfRow)
  const taken = await takeTags(
    sql,
    clientId,
    'bulk',
    sql`t.source = 'bulk' and t.evidence ->> 'act' = ${evidence.act} and (t.address, t.tag_id) in (
      select * from unnest(${those.map(row => row.address)}::text[], ${those.map(row => row.tagId)}::bigint[]))`,
  )
  const undone = new Set(taken.map(({ address }) => address))
  return outcomeOf(rows, undone)
}

/** Gives back the tags that the change took away; a tag that was deleted since is not given. */
export async function undoUntags(sql: Transaction, changing: Changing, range: Range): Promise<Outcome> {
  const { clientId, evidence } = changing
  const rows = changedOf(await lockChosen(sql, changing, range))
  const back = { by: evidence.by, act: `undo ${evidence.act}` }
  const given = await tagContacts(
    sql,
    clientId,
    rows.flatMap(tagsOfRow).map(row => ({ ...row, evidence: back })),
    'bulk',
  )
  return outcomeOf(rows, new Set(given.map(({ address }) => address)))
}

function changedOf(rows: readonly Chosen[]): readonly Chosen[] {
  return rows.filter(({ before }) => before?.tags)
}

function tagsOfRow({ address, before }: Chosen): readonly TagOfContact[] {
  return before!.tags.map(tagId => ({ address, tagId })) // rows of changedOf
}

function outcomeOf(rows: readonly Chosen[], undone: ReadonlySet<string>): Outcome {
  const done = rows.filter(({ address }) => undone.has(address)).length
  return { done, left: rows.length - done }
}
