/**
 * Trees of conditions as SQL. A leaf is true, false or, where engagement is not measured, null; groups are SQL's own and, or, not. What a
 * tree needs must exist when the statement runs: a field that is deleted meanwhile would make its values look empty.
 */
import type { Fragment, Sql } from '../connection/database.ts'
import { dateHolds, numberHolds, textHolds } from './attributes.ts'
import type { CompiledTree, ConditionTree, LeafCondition, Need, SegmentCondition } from './conditions.ts'
import { eventHolds } from './events.ts'
import type { Judging } from './judging.ts'
import { consentHolds, importHolds, listHolds, sourceHolds, stateHolds, tagHolds } from './memberships.ts'

/**
 * Whether a tree holds for a membership `s` of `subscribers`: true, false or null where engagement is not known. Callers take true alone.
 * The state of the membership is not looked at.
 * @param listId the list that the tree is bound to; null for all lists of the client
 * @param today the date in the client's time zone
 * @param hasDays whether the statement has `joinDays` of the tree
 */
export function treeHolds(
  sql: Sql,
  clientId: number,
  listId: number | null,
  { tree, needs }: CompiledTree,
  today: Fragment,
  hasDays = false,
): Fragment {
  const judging = { sql, clientId, listId, today, hasDays }
  const parts = [partHolds(judging, tree), ...needs.map(need => exists(judging, need))]
  // the text of the statement depends on the tree
  return sql`(${joined(sql, parts, sql`and`)})`.unprepared()
}

/** Whether the person of a membership `s` is in a segment; unknown is no. @param listId the list of the segment; null: it is the client's */
export function isInSegment(
  sql: Sql,
  clientId: number,
  { listId, tree, needs }: CompiledTree & { readonly listId: number | null },
  today: Fragment,
): Fragment {
  const leaf: SegmentCondition = { is: 'segment', listId, tree, not: false }
  // no list is that of the membership: an address is on several
  return sql`coalesce(${treeHolds(sql, clientId, null, { tree: { match: 'all', parts: [leaf] }, needs }, today)}, false)`
}

/**
 * For statements that judge many memberships `s`: joins the days of the person as `e`, if one of the trees asks for days of events. Looked up by
 * each condition, they would cost more than the rest of the statement.
 * @param judged `all`: of all members of a list, where a hash of all days may cost least; `range`: of some of them, which are looked up one by one
 */
export function joinDays(
  sql: Sql,
  clientId: number,
  trees: readonly CompiledTree[],
  judged: 'all' | 'range',
): Fragment {
  if (!trees.some(({ tree }) => asksForDays(tree))) return sql``
  const days = sql`contact_engagement e where e.client_id = ${clientId} and e.address = s.address`
  return judged === 'range'
    ? sql`left join lateral (select e.* from ${days} offset 0) e on true`
    : sql`left join lateral (select e.* from ${days}) e on true`
}

function asksForDays(part: ConditionTree | LeafCondition): boolean {
  if (!('is' in part)) return part.parts.some(asksForDays)
  if (part.is === 'segment') return asksForDays(part.tree)
  return part.is === 'event' && 'days' in part.scope && part.link === null
}

/** Whether one condition holds for a membership `s`. */
export function leafHolds(judging: Judging, leaf: LeafCondition): Fragment {
  switch (leaf.is) {
    case 'text':
      return textHolds(judging, leaf)
    case 'number':
      return numberHolds(judging, leaf)
    case 'date':
      return dateHolds(judging, leaf)
    case 'state':
      return stateHolds(judging, leaf)
    case 'source':
      return sourceHolds(judging, leaf)
    case 'import':
      return importHolds(judging, leaf)
    case 'tag':
      return tagHolds(judging, leaf)
    case 'list':
      return listHolds(judging, leaf)
    case 'consent':
      return consentHolds(judging, leaf)
    case 'segment':
      return segmentHolds(judging, leaf)
    case 'event':
      return eventHolds(judging.sql, judging.clientId, leaf, {
        address: judging.sql`s.address`,
        today: judging.today,
        listId: judging.sql`s.list_id`,
        isJoined: judging.hasDays,
      })
  }
}

function partHolds(judging: Judging, part: ConditionTree | LeafCondition): Fragment {
  if ('is' in part) return leafHolds(judging, part)
  const { sql } = judging
  const parts = part.parts.map(one => partHolds(judging, one))
  switch (part.match) {
    case 'all':
      return parts.length === 0 ? sql`true` : sql`(${joined(sql, parts, sql`and`)})`
    case 'any':
      return parts.length === 0 ? sql`false` : sql`(${joined(sql, parts, sql`or`)})`
    case 'none':
      return parts.length === 0 ? sql`true` : sql`(not (${joined(sql, parts, sql`or`)}))`
  }
}

function joined(sql: Sql, parts: readonly Fragment[], word: Fragment): Fragment {
  return parts.reduce((all, one) => sql`${all} ${word} ${one}`)
}

/**
 * Whether the person is an active member for whom the tree of a segment holds. Of the same list that is the membership `s` itself; else one of
 * the person's memberships is enough, and unknown is what none of them decides.
 */
function segmentHolds(judging: Judging, { listId, tree, not }: SegmentCondition): Fragment {
  const { sql, clientId } = judging
  const inner = partHolds({ ...judging, listId }, tree)
  const held =
    listId !== null && listId === judging.listId
      ? inner
      : sql`(
        select case when bool_or(n.holds) then true when bool_or(n.holds is null) then null else false end
        from (select s.address as sought offset 0) o
        cross join lateral (
          select ${inner} as holds
          from (select s.* from subscribers s where s.client_id = ${clientId} and s.address = o.sought offset 0) s
          where s.state = 'Active' ${listId === null ? sql`` : sql`and s.list_id = ${listId}`}
          offset 0
        ) n)`
  return not ? sql`(not ${held})` : held
}

/** Looked up once for a statement. */
function exists({ sql, clientId }: Judging, need: Need): Fragment {
  switch (need.kind) {
    case 'lost':
      return sql`false`
    case 'field':
      return sql`exists (
        select 1 from custom_fields f join lists l on l.client_id = ${clientId} and l.id = f.list_id
        where f.client_id = ${clientId} and f.key = ${need.key}::text and l.deleted_at is null
          ${need.listId === null ? sql`` : sql`and f.list_id = ${need.listId}`})`
    case 'list':
      return sql`exists (select 1 from lists where client_id = ${clientId} and id = ${need.id} and deleted_at is null)`
    case 'campaign':
      return sql`exists (select 1 from campaigns where client_id = ${clientId} and id = ${need.id} and deleted_at is null)`
    case 'segment':
      return sql`exists (select 1 from segments where client_id = ${clientId} and id = ${need.id})`
    case 'import':
      return sql`exists (select 1 from imports where client_id = ${clientId} and id = ${need.id})`
    case 'tag':
      return sql`exists (select 1 from contact_tags where client_id = ${clientId} and id = ${need.id})`
  }
}
