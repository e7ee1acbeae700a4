/** Stored trees in the contract's shape. A tree that is saved as it was read is the same tree. */
import { leavesOf, type StoredLeaf, type StoredTree } from './stored.ts'
import { kindOfIds, type World } from './world.ts'

export interface WireTree {
  readonly Match: StoredTree['match']
  readonly Leaves: readonly ReturnType<typeof leafOnWire>[]
  readonly Groups: readonly WireTree[]
}

/** Names of what is lost are empty. */
export function onWire(tree: StoredTree, world: World): WireTree {
  return {
    Match: tree.match,
    Leaves: tree.leaves.map(leaf => leafOnWire(leaf, world)),
    Groups: tree.groups.map(group => onWire(group, world)),
  }
}

/** What the leaves of a tree name, once each, as the wire names it. */
export function referencesOf(tree: StoredTree | undefined, world: World): readonly Reference[] {
  const all = (tree ? leavesOf(tree) : []).flatMap(({ leaf }) => referencesOfLeaf(leafOnWire(leaf, world)))
  return [...new Map(all.map(one => [JSON.stringify(one), one])).values()]
}

export interface Reference {
  readonly kind: 'Field' | 'List' | 'Segment' | 'Tag' | 'Import' | 'Campaign' | 'CampaignTag'
  /** '' for what does not exist any more. */
  readonly key: string
}

function referencesOfLeaf(leaf: ReturnType<typeof leafOnWire>): readonly Reference[] {
  const { Subject: subject, Key: key, Values: values, CampaignID: campaignId, CampaignTag: tag } = leaf
  switch (subject) {
    case 'Field':
    case 'List':
    case 'Segment':
      return [{ kind: subject, key }]
    case 'Tag':
    case 'Import':
      return values.map(value => ({ kind: subject, key: value }))
    default:
      return [
        ...(campaignId === '' ? [] : [{ kind: 'Campaign', key: campaignId } as const]),
        ...(tag === '' ? [] : [{ kind: 'CampaignTag', key: tag } as const]),
      ]
  }
}

function leafOnWire(leaf: StoredLeaf, { referred }: World) {
  const kind = kindOfIds[leaf.subject]
  const names = kind ? (leaf.ids ?? []).map(id => referred[kind].get(id)?.wire ?? '') : []
  const isByKey = kind === 'list' || kind === 'segment'
  return {
    Subject: leaf.subject,
    Key: isByKey ? (names[0] ?? '') : keyOnWire(leaf),
    Operator: leaf.operator,
    Values: kind && !isByKey ? names : (leaf.values ?? []),
    Days: leaf.days ?? null,
    CampaignID: leaf.campaignId === undefined ? '' : (referred.campaign.get(leaf.campaignId)?.wire ?? ''),
    CampaignTag: leaf.campaignTag ?? '',
    Link: leaf.link ?? '',
    Times: leaf.times ?? null,
  }
}

function keyOnWire({ subject, key = '' }: StoredLeaf): string {
  return subject === 'Field' ? `[${key}]` : key
}
