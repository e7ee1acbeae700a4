/** Trees as callers give them. */
import { Refusal } from '../../contract/refusals.ts'
import type { Match } from './stored.ts'
import type { Operator, Subject } from './subjects.ts'

/** As the contract has them; absent is null. */
export interface GivenTree {
  readonly Match: Match
  readonly Leaves: readonly (GivenLeaf | null)[] | null
  readonly Groups?: readonly (GivenTree | null)[] | null
}

export interface GivenLeaf {
  readonly Subject: Subject
  readonly Key: string | null
  readonly Operator: Operator
  readonly Values: readonly (string | null)[] | null
  readonly Days: number | null
  readonly CampaignID: string | null
  readonly CampaignTag: string | null
  readonly Link: string | null
  readonly Times: number | null
}

/** Refuses a leaf with a sentence. */
export type Refuse = (sentence: string) => Refusal

/** @param path of the leaf or group; empty for the tree */
export function treeRefusal(path: string, sentence: string): Refusal {
  const detail = path === '' ? sentence : `${path}: ${sentence}`
  return new Refusal('InvalidSegmentTree', detail, { data: { Path: path } })
}
