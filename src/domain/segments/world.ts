/** What trees refer to, read once: the segments in them, and everything their leaves name. */

import { readFollowers } from '../../store/campaigns/follow-ups.ts'
import { readCampaignsByTag } from '../../store/campaigns/tags.ts'
import type { Sql } from '../../store/connection/database.ts'
import {
  type FieldOfList,
  type Referred,
  type ReferredKind,
  readFieldsOf,
  readReferred,
  readSegmentsById,
  type SegmentOfClient,
} from '../../store/segments/referred.ts'
import { leavesOf, readStored, type StoredLeaf, type StoredTree } from './stored.ts'
import { mostNested } from './subjects.ts'

/** A tree with its list. */
export interface Root {
  /** Null: of the client. */
  readonly listId: number | null
  /** Undefined for rules that cannot be read. */
  readonly tree: StoredTree | undefined
}

export interface World {
  readonly segments: ReadonlyMap<number, SegmentOfClient>
  readonly referred: Readonly<Record<ReferredKind, ReadonlyMap<number, Referred>>>
  /** Fields by list; those of all lists under null. */
  readonly fields: ReadonlyMap<number | null, readonly FieldOfList[]>
  readonly campaignsByTag: ReadonlyMap<string, readonly number[]>
  /** Of each campaign that is named, or has a tag that is named: itself and those that follow it. */
  readonly followers: ReadonlyMap<number, readonly number[]>
}

/** The kind of thing that the ids of a leaf are of. */
export const kindOfIds: Partial<Record<StoredLeaf['subject'], ReferredKind>> = {
  List: 'list',
  Segment: 'segment',
  Tag: 'tag',
  Import: 'import',
}

/** Reads what these trees and the segments in them refer to. */
export async function readWorld(sql: Sql, clientId: number, roots: readonly Root[]): Promise<World> {
  const segments = await readNested(sql, clientId, roots)
  const all: Root[] = [
    ...roots,
    ...[...segments.values()].map(({ listId, rules }) => ({ listId, tree: readStored(rules) })),
  ]
  const leaves = all.flatMap(({ tree }) => (tree ? leavesOf(tree).map(({ leaf }) => leaf) : []))
  const withFields = all.filter(({ tree }) => tree && leavesOf(tree).some(({ leaf }) => leaf.subject === 'Field'))
  const listIds = [...new Set(withFields.map(({ listId }) => listId))]
  const idsOf = (kind: ReferredKind) =>
    kind === 'campaign'
      ? leaves.flatMap(({ campaignId }) => (campaignId === undefined ? [] : [campaignId]))
      : leaves.filter(({ subject }) => kindOfIds[subject] === kind).flatMap(({ ids = [] }) => ids)
  const read = async (kind: ReferredKind) =>
    new Map((await readReferred(sql, clientId, kind, { ids: [...new Set(idsOf(kind))] })).map(one => [one.id, one]))
  const [list, segment, campaign, tag, imported, campaignsByTag, fields] = await Promise.all([
    read('list'),
    read('segment'),
    read('campaign'),
    read('tag'),
    read('import'),
    readCampaignsByTag(sql, clientId, [...new Set(leaves.flatMap(leaf => leaf.campaignTag ?? []))]),
    Promise.all(listIds.map(async listId => [listId, await readFieldsOf(sql, clientId, listId)] as const)),
  ])
  const campaigns = new Set([...campaign.keys(), ...[...campaignsByTag.values()].flat()])
  const followers = await readFollowers(sql, clientId, [...campaigns])
  return {
    segments,
    referred: { list, segment, campaign, tag, import: imported },
    fields: new Map(fields),
    campaignsByTag,
    followers,
  }
}

/** The segments in trees, and those in them, one level at a time. */
async function readNested(
  sql: Sql,
  clientId: number,
  roots: readonly Root[],
): Promise<ReadonlyMap<number, SegmentOfClient>> {
  const found = new Map<number, SegmentOfClient>()
  let wanted = segmentsIn(roots.map(({ tree }) => tree))
  for (let level = 1; wanted.length > 0 && level <= mostNested; level++) {
    const read = await readSegmentsById(sql, clientId, wanted)
    for (const segment of read) found.set(segment.id, segment)
    wanted = segmentsIn(read.map(({ rules }) => readStored(rules))).filter(id => !found.has(id))
  }
  return found
}

/** The segments that trees name themselves. */
export function segmentsIn(trees: readonly (StoredTree | undefined)[]): readonly number[] {
  const leaves = trees.flatMap(tree => (tree ? leavesOf(tree).map(({ leaf }) => leaf) : []))
  return [...new Set(leaves.filter(({ subject }) => subject === 'Segment').flatMap(({ ids = [] }) => ids))]
}
