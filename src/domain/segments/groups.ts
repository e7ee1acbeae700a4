/**
 * Trees of depth two: groups that must all hold, of each of which one leaf must hold. The REST wire knows no others
 * (reference/rest.md §2.4).
 */
import type { Database, Sql } from '../../store/connection/database.ts'
import type { ListRef, SegmentRef } from '../access/access.ts'
import { checkTree } from './check.ts'
import type { GivenLeaf, GivenTree } from './given.ts'
import { listOfSegment, treeOnlyRefusal } from './names.ts'
import { readStored, rulesOf, type StoredLeaf, type StoredTree } from './stored.ts'
import { readSegment, setTree } from './trees.ts'
import { onWire, type WireTree } from './wire.ts'
import { readWorld } from './world.ts'

export type GivenGroups = readonly (readonly (GivenLeaf | null)[])[]

/** Creates a segment of a list from groups. @returns its identifier @throws Refusal as setTree does */
export function createFromGroups(
  db: Database,
  list: ListRef,
  title: string | null,
  groups: GivenGroups,
): Promise<string> {
  return setTree(db, list, { segment: null, list, title, tree: async () => treeOf(groups) })
}

/** Replaces the title and all conditions. @throws Refusal SegmentIsTree for a segment of the client, and as setTree does */
export async function replaceByGroups(
  db: Database,
  segment: SegmentRef,
  title: string | null,
  groups: GivenGroups,
): Promise<void> {
  await setTree(db, segment, { segment, list: listOfSegment(segment), title, tree: async () => treeOf(groups) })
}

/** Adds groups to those of a segment. @throws Refusal SegmentIsTree where it has other conditions, and as setTree does */
export async function addGroups(db: Database, segment: SegmentRef, groups: GivenGroups): Promise<void> {
  const tree = async (sql: Sql) => {
    // by itself first: a refusal names its place among those that are added
    await checkTree(sql, { clientId: segment.clientId, listId: listOfSegment(segment).listId }, treeOf(groups))
    return treeOf([...(await readGroups(sql, segment)), ...groups])
  }
  await setTree(db, segment, { segment, list: listOfSegment(segment), title: segment.segmentName, tree })
}

/** The groups of a segment; none for one without conditions. @throws Refusal UnknownSegment, SegmentIsTree */
export async function readGroups(sql: Sql, segment: SegmentRef): Promise<readonly WireTree['Leaves'][]> {
  const { rules, listId } = await readSegment(sql, segment)
  const tree = readStored(rules)
  if (!tree) return []
  const groups = groupsOf(tree)
  if (!groups) throw treeOnlyRefusal()
  const world = await readWorld(sql, segment.clientId, [{ listId, tree }])
  return groups.map(leaves => onWire({ match: 'Any', leaves, groups: [] }, world).Leaves)
}

/** Undefined for a tree that is no groups of alternatives. */
function groupsOf(tree: StoredTree): readonly (readonly StoredLeaf[])[] | undefined {
  if (tree.match !== 'All' || tree.groups.some(({ match, groups }) => match !== 'Any' || groups.length > 0))
    return undefined
  return [...tree.leaves.map(leaf => [leaf]), ...tree.groups.map(({ leaves }) => leaves)]
}

/** Whether rules say all of a tree, so that calls that know rules alone can read it. */
export function isFlat(rules: unknown): boolean {
  const tree = readStored(rules)
  return tree === undefined || (Array.isArray(rules) && rulesOf(tree) !== undefined)
}

/** Where a group has alternatives all are groups, so that they keep their order. */
function treeOf(groups: GivenGroups): GivenTree {
  const single = groups.every(leaves => leaves.length === 1)
  return single
    ? { Match: 'All', Leaves: groups.flat(), Groups: [] }
    : { Match: 'All', Leaves: [], Groups: groups.map(Leaves => ({ Match: 'Any', Leaves, Groups: [] })) }
}
