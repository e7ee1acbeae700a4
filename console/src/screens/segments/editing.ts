/**
 * The tree of a segment while it is edited: pure functions, each of which returns the next state. Every leaf and group has a key that stays while
 * it moves. A group shows its leaves first, then its groups, in the order of the contract.
 */

export type Match = 'All' | 'Any' | 'None'

export interface EditedLeaf<Leaf> {
  readonly key: number
  readonly leaf: Leaf
}

export interface EditedGroup<Leaf> {
  readonly key: number
  readonly match: Match
  readonly leaves: readonly EditedLeaf<Leaf>[]
  readonly groups: readonly EditedGroup<Leaf>[]
}

/** A tree as the service takes it; the types of the contract stop at the fourth level, and fit this one. */
export interface WrittenTree<Leaf> {
  readonly Match: Match
  readonly Leaves?: readonly Leaf[]
  readonly Groups?: readonly WrittenTree<Leaf>[]
}

/** Limits of the service (docs/segments.md). */
export const mostLevels = 4
export const mostLeaves = 50

let made = 0

/** @param read makes a leaf what it is while it is edited */
export function editedOf<Leaf>(
  { Match, Leaves = [], Groups = [] }: WrittenTree<Leaf>,
  read: (leaf: Leaf) => Leaf = leaf => leaf,
): EditedGroup<Leaf> {
  return {
    key: ++made,
    match: Match,
    leaves: Leaves.map(leaf => ({ key: ++made, leaf: read(leaf) })),
    groups: Groups.map(group => editedOf(group, read)),
  }
}

/** Groups without leaves and groups are left out, except the outermost: they are drafts of what is not yet said. */
export function writtenOf<Leaf>({ match, leaves, groups }: EditedGroup<Leaf>): WrittenTree<Leaf> {
  return {
    Match: match,
    Leaves: leaves.map(({ leaf }) => leaf),
    Groups: groups.filter(group => countLeaves(group) > 0).map(writtenOf),
  }
}

export function countLeaves<Leaf>({ leaves, groups }: EditedGroup<Leaf>): number {
  return leaves.length + groups.reduce((sum, group) => sum + countLeaves(group), 0)
}

/** Levels of a group with the groups in it: 1 without any. */
function levelsOf<Leaf>({ groups }: EditedGroup<Leaf>): number {
  return 1 + Math.max(0, ...groups.map(levelsOf))
}

/** Where a leaf or a group is. */
export interface Place<Leaf> {
  /** Undefined for the outermost group. */
  readonly parent: EditedGroup<Leaf> | undefined
  readonly at: number
  /** Of the group that was found, or that the leaf is in: 1 for the outermost. */
  readonly level: number
  readonly leaf: EditedLeaf<Leaf> | undefined
  readonly group: EditedGroup<Leaf> | undefined
}

export function find<Leaf>(root: EditedGroup<Leaf>, key: number): Place<Leaf> | undefined {
  if (root.key === key) return { parent: undefined, at: 0, level: 1, leaf: undefined, group: root }
  return findWithin(root, key, 1)
}

function findWithin<Leaf>(parent: EditedGroup<Leaf>, key: number, level: number): Place<Leaf> | undefined {
  for (const [at, leaf] of parent.leaves.entries())
    if (leaf.key === key) return { parent, at, level, leaf, group: undefined }
  for (const [at, group] of parent.groups.entries()) {
    if (group.key === key) return { parent, at, level: level + 1, leaf: undefined, group }
    const found = findWithin(group, key, level + 1)
    if (found) return found
  }
  return undefined
}

/** Changes one group; the others stay the same objects, so that only what changed is counted again. */
function changeGroup<Leaf>(
  root: EditedGroup<Leaf>,
  key: number,
  change: (group: EditedGroup<Leaf>) => EditedGroup<Leaf>,
): EditedGroup<Leaf> {
  if (root.key === key) return change(root)
  const groups = root.groups.map(group => changeGroup(group, key, change))
  return groups.some((group, n) => group !== root.groups[n]) ? { ...root, groups } : root
}

export function setMatch<Leaf>(root: EditedGroup<Leaf>, key: number, match: Match): EditedGroup<Leaf> {
  return changeGroup(root, key, group => ({ ...group, match }))
}

export function setLeaf<Leaf>(root: EditedGroup<Leaf>, key: number, leaf: Leaf): EditedGroup<Leaf> {
  const { parent } = find(root, key) ?? {}
  if (!parent) return root
  return changeGroup(root, parent.key, group => ({
    ...group,
    leaves: group.leaves.map(one => (one.key === key ? { key, leaf } : one)),
  }))
}

/** @returns the next tree and the key of the new leaf */
export function addLeaf<Leaf>(
  root: EditedGroup<Leaf>,
  groupKey: number,
  leaf: Leaf,
): readonly [EditedGroup<Leaf>, number] {
  const key = ++made
  return [changeGroup(root, groupKey, group => ({ ...group, leaves: [...group.leaves, { key, leaf }] })), key]
}

/** @returns the next tree and the key of the new, empty group */
export function addGroup<Leaf>(
  root: EditedGroup<Leaf>,
  groupKey: number,
  match: Match,
): readonly [EditedGroup<Leaf>, number] {
  const key = ++made
  const added = { key, match, leaves: [], groups: [] }
  return [changeGroup(root, groupKey, group => ({ ...group, groups: [...group.groups, added] })), key]
}

/** A second leaf like this one, below it. @returns the next tree and the key of the new leaf */
export function duplicateLeaf<Leaf>(root: EditedGroup<Leaf>, key: number): readonly [EditedGroup<Leaf>, number] {
  const { parent, at = 0, leaf } = find(root, key) ?? {}
  if (!parent || !leaf) return [root, key]
  const copy = ++made
  return [insert(root, parent.key, at + 1, { leaf: { key: copy, leaf: leaf.leaf } }), copy]
}

/** A leaf or a group: one of them. */
interface Part<Leaf> {
  readonly leaf?: EditedLeaf<Leaf> | undefined
  readonly group?: EditedGroup<Leaf> | undefined
}

function insert<Leaf>(root: EditedGroup<Leaf>, groupKey: number, at: number, { leaf, group }: Part<Leaf>) {
  return changeGroup(root, groupKey, before => ({
    ...before,
    leaves: leaf ? before.leaves.toSpliced(at, 0, leaf) : before.leaves,
    groups: group ? before.groups.toSpliced(at, 0, group) : before.groups,
  }))
}

function take<Leaf>(root: EditedGroup<Leaf>, key: number): EditedGroup<Leaf> {
  const { parent } = find(root, key) ?? {}
  if (!parent) return root
  return changeGroup(root, parent.key, group => ({
    ...group,
    leaves: group.leaves.filter(one => one.key !== key),
    groups: group.groups.filter(one => one.key !== key),
  }))
}

/** @returns the next tree, and what puts the part back into a tree that may have changed since: into its group, or the outermost if that is gone */
export function remove<Leaf>(
  root: EditedGroup<Leaf>,
  key: number,
): readonly [EditedGroup<Leaf>, (present: EditedGroup<Leaf>) => EditedGroup<Leaf>] {
  const place = find(root, key)
  if (!place?.parent) return [root, present => present]
  const { parent, at, leaf, group } = place
  return [
    take(root, key),
    present => insert(present, find(present, parent.key)?.group ? parent.key : present.key, at, { leaf, group }),
  ]
}

export type Direction = 'up' | 'down' | 'into' | 'out'

/**
 * Where a part goes when it moves by one step; undefined where it cannot. *Up* and *down* go through the leaves (the groups) of the group, and a leaf
 * goes on to the group beside it. *Into* goes to the first group beside a leaf, or the group above a group. *Out* goes to the group around.
 */
function targetOf<Leaf>(root: EditedGroup<Leaf>, place: Place<Leaf>, direction: Direction) {
  const { parent, at, leaf, group } = place
  if (!parent) return undefined
  const around = find(root, parent.key)
  if (direction === 'out') {
    if (!around?.parent) return undefined
    return leaf
      ? { groupKey: around.parent.key, at: around.parent.leaves.length }
      : { groupKey: around.parent.key, at: around.at + 1 }
  }
  if (group) {
    if (direction === 'into') {
      const above = parent.groups[at - 1]
      if (!above || place.level + levelsOf(group) > mostLevels) return undefined
      return { groupKey: above.key, at: above.groups.length }
    }
    const next = at + (direction === 'up' ? -1 : 1)
    return next < 0 || next >= parent.groups.length ? undefined : { groupKey: parent.key, at: next }
  }
  if (direction === 'into') return parent.groups[0] && { groupKey: parent.groups[0].key, at: 0 }
  const next = at + (direction === 'up' ? -1 : 1)
  if (next >= 0 && next < parent.leaves.length) return { groupKey: parent.key, at: next }
  const beside = around?.parent?.groups[around.at + (direction === 'up' ? -1 : 1)]
  return beside && { groupKey: beside.key, at: direction === 'up' ? beside.leaves.length : 0 }
}

export function canMove<Leaf>(root: EditedGroup<Leaf>, key: number, direction: Direction): boolean {
  const place = find(root, key)
  return place !== undefined && targetOf(root, place, direction) !== undefined
}

/** @returns the same tree where the part cannot move that way */
export function move<Leaf>(root: EditedGroup<Leaf>, key: number, direction: Direction): EditedGroup<Leaf> {
  const place = find(root, key)
  const target = place && targetOf(root, place, direction)
  return place && target ? insert(take(root, key), target.groupKey, target.at, place) : root
}

/**
 * Drops a part into a group.
 * @param at before which leaf (or group) of the group as it is now, the dragged one included
 * @returns the same tree where the part cannot go there: a group into itself, or deeper than the limit
 */
export function moveTo<Leaf>(root: EditedGroup<Leaf>, key: number, groupKey: number, at: number): EditedGroup<Leaf> {
  const place = find(root, key)
  const target = find(root, groupKey)
  if (!place?.parent || !target?.group) return root
  if (place.group) {
    if (find(place.group, groupKey)) return root
    if (target.level + levelsOf(place.group) > mostLevels) return root
  }
  const isLater = place.parent.key === groupKey && place.at < at
  return insert(take(root, key), groupKey, isLater ? at - 1 : at, place)
}

/** Whether a group can be added in this one. */
export function hasRoomForGroup<Leaf>(root: EditedGroup<Leaf>, groupKey: number): boolean {
  return (find(root, groupKey)?.level ?? mostLevels) < mostLevels
}

/**
 * The part that a path of the service names, such as `Tree.Groups[1].Leaves[0]`; the tree is as `writtenOf` wrote it.
 * @returns its key
 */
export function keyAtPath<Leaf>(root: EditedGroup<Leaf>, path: string): number | undefined {
  let group = root
  for (const [, name, index] of path.matchAll(/(Leaves|Groups)\[(\d+)\]/g)) {
    if (name === 'Leaves') return group.leaves[Number(index)]?.key
    const next = group.groups.filter(one => countLeaves(one) > 0)[Number(index)]
    if (!next) return undefined
    group = next
  }
  return path.includes('[') ? group.key : undefined
}

/** A leaf of a tree as it was sent, by the path that the service names it with. */
export interface PlacedLeaf<Leaf> {
  readonly path: string
  readonly leaf: Leaf
  /** Whether the tree asks that it holds: not within one group of *none*, or three. */
  readonly isWanted: boolean
  /** Whether nothing else can stand in for it: every group around it asks for all, or is the one of *none* that it is in. */
  readonly isNeeded: boolean
}

export function placedLeaves<Leaf>(tree: WrittenTree<Leaf>): readonly PlacedLeaf<Leaf>[] {
  return placedIn(tree, '', { isWanted: true, isNeeded: true })
}

function placedIn<Leaf>(
  { Match, Leaves = [], Groups = [] }: WrittenTree<Leaf>,
  path: string,
  around: Pick<PlacedLeaf<Leaf>, 'isWanted' | 'isNeeded'>,
): readonly PlacedLeaf<Leaf>[] {
  const isWanted = around.isWanted !== (Match === 'None')
  const isNeeded = around.isNeeded && around.isWanted && (Match !== 'Any' || Leaves.length + Groups.length === 1)
  const within = path === '' ? '' : `${path}.`
  return [
    ...Leaves.map((leaf, n) => ({ path: `${within}Leaves[${n}]`, leaf, isWanted, isNeeded })),
    ...Groups.flatMap((group, n) => placedIn(group, `${within}Groups[${n}]`, { isWanted, isNeeded })),
  ]
}
