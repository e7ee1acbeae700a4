/** Stored trees in the contract's shape. A tree that is saved as it was read is the same tree. */
import type { StoredLeaf, StoredTree } from './stored.ts'
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
