/** Segments as trees: saved, read and listed. docs/segments.md says what they can ask. */
import { Refusal } from '../../contract/refusals.ts'
import type { Database, Sql, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { lockSegments } from '../../store/lists/segments.ts'
import { readAllSegments, readSegmentsById, type SegmentOfClient } from '../../store/segments/referred.ts'
import { insertTree, lockSegmentsOfClient, replaceTree } from '../../store/segments/segments.ts'
import type { ClientRef, ListRef, SegmentRef } from '../access/access.ts'
import { checkTree } from './check.ts'
import { type Compiled, compileTree } from './compile.ts'
import { type GivenTree, treeRefusal } from './given.ts'
import { mostSegments, readSegmentName, segmentKey } from './names.ts'
import { readStored, rulesOf, type StoredTree } from './stored.ts'
import { onWire, referencesOf } from './wire.ts'
import { type Root, readWorld, segmentsIn } from './world.ts'

export interface GivenSegment {
  /** Null for a new one. */
  readonly segment: SegmentRef | null
  /** Of a new one: null for all lists of the client. */
  readonly list: ListRef | null
  readonly title: string | null
  /** Made when nothing else changes segments of the client. */
  readonly tree: (sql: Sql) => Promise<GivenTree | null>
}

/**
 * Creates a segment, or replaces the title and tree of one.
 * @returns its identifier
 * @throws Refusal SegmentNameEmpty, DuplicateSegmentName, TooManySegments, UnknownSegment, InvalidSegmentTree
 */
export async function setTree(
  db: Database,
  { clientId }: Pick<ClientRef, 'clientId'>,
  { segment, list, title, tree }: GivenSegment,
): Promise<string> {
  const name = readSegmentName(title)
  const owner = segment ? segment.list : list
  const listId = owner?.listId ?? null
  return transaction(db, async sql => {
    // what the tree refers to, and the segments that refer to it, stay as they are checked
    await lockSegmentsOfClient(sql, clientId)
    if (owner && !(await lockSegments(sql, owner))) throw new Refusal('InvalidListId')
    const stored = await checkTree(sql, { clientId, listId }, await tree(sql))
    // calls that know rules alone go on reading what rules can say
    const rules = (listId !== null && rulesOf(stored)) || stored
    const present = await readAllSegments(sql, clientId)
    const siblings = present.filter(other => other.listId === listId && other.id !== segment?.segmentId)
    if (siblings.some(other => segmentKey(other.name) === segmentKey(name))) {
      throw new Refusal('DuplicateSegmentName', 'There is a segment of this name already.')
    }
    await refuseCircles(sql, clientId, present, { listId, tree: stored }, segment?.segmentId)
    if (!segment) {
      if (siblings.length >= mostSegments) {
        throw new Refusal(
          'TooManySegments',
          `A ${listId === null ? 'client' : 'list'} has at most ${mostSegments} segments.`,
        )
      }
      return insertTree(sql, { clientId, listId, name, rules })
    }
    if (!(await replaceTree(sql, { clientId, segmentId: segment.segmentId, listId, name, rules }))) {
      throw new Refusal('UnknownSegment')
    }
    return segment.segmentPublicId
  })
}

/** A tree that contains itself, or is too large with the segments in it: also those that it is in. */
async function refuseCircles(
  sql: Sql,
  clientId: number,
  present: readonly SegmentOfClient[],
  root: Root,
  own: number | undefined,
): Promise<void> {
  const problem = await problemOfSize(sql, clientId, root, own)
  if (problem) throw treeRefusal(problem.path, problem.sentence)
  if (own !== undefined) await refuseLargeUsers(sql, clientId, present, root.tree, own)
}

/**
 * Segments that contain one whose tree is replaced; the caller holds the lock of the client's segments.
 * @param own the one
 * @throws Refusal InvalidSegmentTree where one of them would be too large
 */
export async function refuseLargeUsers(
  sql: Sql,
  clientId: number,
  present: readonly SegmentOfClient[],
  tree: StoredTree | undefined,
  own: number,
): Promise<void> {
  for (const user of usersOf(present, own)) {
    const changed = { listId: user.listId, tree: readStored(user.rules) }
    const found = await problemOfSize(sql, clientId, changed, user.id, { id: own, tree })
    if (found) throw treeRefusal('', `The segment "${user.name}", which contains this one, would be too large.`)
  }
}

async function problemOfSize(
  sql: Sql,
  clientId: number,
  root: Root,
  own: number | undefined,
  replaced?: { readonly id: number; readonly tree: StoredTree | undefined },
) {
  const world = await readWorld(sql, clientId, replaced ? [root, { listId: root.listId, tree: replaced.tree }] : [root])
  const segments = new Map(world.segments)
  const old = replaced && segments.get(replaced.id)
  if (old) segments.set(old.id, { ...old, rules: replaced.tree })
  const { problems } = compileTree(root, { ...world, segments }, own)
  return problems.find(({ kind }) => kind === 'Circle' || kind === 'TooLarge')
}

/** The segments whose trees name one, themselves or by others. */
export function usersOf<Segment extends SegmentOfClient>(
  present: readonly Segment[],
  segmentId: number,
): readonly Segment[] {
  const using = new Set([segmentId])
  for (let before = 0; before !== using.size; ) {
    before = using.size
    for (const { id, rules } of present)
      if (segmentsIn([readStored(rules)]).some(named => using.has(named))) using.add(id)
  }
  return present.filter(({ id }) => id !== segmentId && using.has(id))
}

/** A tree with everything that must exist for it, as it is judged now. */
export async function compileStored(
  sql: Sql,
  clientId: number,
  { listId, rules, id }: Pick<SegmentOfClient, 'listId' | 'rules'> & { readonly id?: number },
): Promise<Compiled> {
  const root = { listId, tree: readStored(rules) }
  return compileTree(root, await readWorld(sql, clientId, [root]), id)
}

/** @throws Refusal InvalidSegmentTree */
export async function compileGiven(
  sql: Sql,
  clientId: number,
  listId: number | null,
  given: GivenTree | null,
): Promise<Compiled> {
  const root = { listId, tree: await checkTree(sql, { clientId, listId }, given) }
  return compileTree(root, await readWorld(sql, clientId, [root]))
}

/** The stored form of a segment. @throws Refusal UnknownSegment */
export async function readSegment(
  sql: Sql,
  { clientId, segmentId }: Pick<SegmentRef, 'clientId' | 'segmentId'>,
): Promise<SegmentOfClient> {
  const [segment] = await readSegmentsById(sql, clientId, [segmentId])
  if (!segment) throw new Refusal('UnknownSegment')
  return segment
}

/** A segment as a tree, whose lost names are empty. @throws Refusal UnknownSegment */
export async function getTree(sql: Sql, ref: SegmentRef) {
  const segment = await readSegment(sql, ref)
  const root = { listId: segment.listId, tree: readStored(segment.rules) }
  const world = await readWorld(sql, ref.clientId, [root])
  const { problems } = compileTree(root, world, segment.id)
  const tree = root.tree ? onWire(root.tree, world) : { Match: 'All' as const, Leaves: [], Groups: [] }
  return { title: segment.name, tree, problems }
}

/** All segments of a client with what is wrong with them, the names of those that contain them, and what they name themselves. */
export async function listTrees(sql: Sql, clientId: number) {
  const present = await readAllSegments(sql, clientId)
  const roots = present.map(({ listId, rules }) => ({ listId, tree: readStored(rules) }))
  const world = await readWorld(sql, clientId, roots)
  const named = new Map<number, string[]>()
  for (const [index, { name }] of present.entries())
    for (const id of segmentsIn([roots[index]!.tree])) named.set(id, [...(named.get(id) ?? []), name])
  return present.map((segment, index) => ({
    ...segment,
    isTree: !Array.isArray(segment.rules),
    problems: compileTree(roots[index]!, world, segment.id).problems,
    usedBy: named.get(segment.id) ?? [],
    references: referencesOf(roots[index]!.tree, world),
  }))
}

/** Refuses to take away a segment that others contain. @throws Refusal SegmentInUse with their names */
export async function refuseWhileUsed(
  sql: Transaction,
  { clientId, segmentId }: Pick<SegmentRef, 'clientId' | 'segmentId'>,
): Promise<void> {
  await lockSegmentsOfClient(sql, clientId)
  const users = (await readAllSegments(sql, clientId)).filter(({ rules }) =>
    segmentsIn([readStored(rules)]).includes(segmentId),
  )
  if (users.length === 0) return
  const names = users.map(({ name }) => `"${name}"`).join(', ')
  throw new Refusal('SegmentInUse', `Segments contain it: ${names}. Change or delete them first.`, {
    data: { Segments: users.map(({ name }) => name) },
  })
}
