/**
 * How many recipients get each branch of a letter. Recipients are grouped by what conditions ask for, and each group is judged as a mail to
 * it is composed: the numbers are exact, or, with too many different values, not known.
 */

import type { Audience, AudienceTraits } from '../../../store/campaigns/audience.ts'
import { type AudienceGroup, type GroupedBy, groupAudience } from '../../../store/campaigns/audience-counts.ts'
import type { Sql } from '../../../store/connection/database.ts'
import { type Condition, holds } from '../../content/conditions/condition.ts'
import type { LetterConditions, LetterPart } from '../../content/conditions/letter.ts'
import type { SoundMarker } from '../../content/conditions/markers.ts'

/** A branch of a block, or, as the last one of a block without `[else]`, those who get nothing of it. */
export interface BranchCount {
  readonly part: LetterPart
  /** Of its mark; of who gets nothing, that of the `[if:…]`. */
  readonly line: number
  readonly shows: 'If' | 'Else' | 'Nothing'
  /** As it is written, with brackets; of `Nothing`, that of the block. */
  readonly condition: string
  /** Blocks around it. */
  readonly depth: number
  /** Null: not known. */
  readonly recipients: number | null
}

/** Steps of judging: groups times marks. */
const mostSteps = 4_000_000
const mostGroups = 20_000

/** @returns undefined for too many different recipients */
export async function findGroups(
  sql: Sql,
  clientId: number,
  audience: Audience,
  conditions: readonly Condition[],
  traits: AudienceTraits | undefined,
): Promise<readonly AudienceGroup[] | undefined> {
  const most = Math.min(mostGroups, Math.floor(mostSteps / Math.max(conditions.length, 1)))
  return groupAudience(sql, clientId, audience, groupedBy(conditions, traits), most)
}

export function conditionsOf({ parts }: LetterConditions): readonly Condition[] {
  return parts.flatMap(({ markers }) => markers.flatMap(({ condition }) => condition ?? []))
}

function groupedBy(conditions: readonly Condition[], traits: AudienceTraits | undefined): GroupedBy {
  const fields = new Map<string, 'value' | 'known'>()
  let name: GroupedBy['name'] = 'none'
  let email = false
  for (const condition of conditions) {
    if (condition.about !== 'value') continue
    const form = condition.value === '' ? 'known' : 'value'
    const { of: source, key } = condition.of
    if (source === 'email') email = true
    else if (source === 'custom') fields.set(key, fields.get(key) === 'value' ? 'value' : form)
    else name = name === 'value' ? name : form
  }
  return { fields: [...fields].map(([key, form]) => ({ key, form })), name, email, traits }
}

/** @param groups undefined: the numbers are not known */
export function countBranches(
  { parts }: LetterConditions,
  groups: readonly AudienceGroup[] | undefined,
): readonly BranchCount[] {
  return parts.flatMap(({ part, markers }) => {
    const counts = groups && countOf(markers, groups)
    const opened: SoundMarker[] = []
    const hasElse: boolean[] = []
    return markers.flatMap((marker, n): readonly BranchCount[] => {
      const { kind, line, written } = marker
      const recipients = counts?.[n] ?? null
      if (kind === 'if') {
        opened.push(marker)
        hasElse.push(false)
      }
      const depth = opened.length - 1
      if (kind === 'else') hasElse[depth] = true
      if (kind !== 'endif')
        return [{ part, line, shows: kind === 'else' ? 'Else' : 'If', condition: written, depth, recipients }]
      const block = opened.pop()! // marks of a sound text are paired
      if (hasElse.pop()) return []
      return [{ part, line: block.line, shows: 'Nothing', condition: block.written, depth, recipients }]
    })
  })
}

/** By mark: who gets the branch that it begins; of `[endif]`, who reached the block and got no branch of it. */
function countOf(markers: readonly SoundMarker[], groups: readonly AudienceGroup[]): readonly number[] {
  const counts = markers.map(() => 0)
  for (const group of groups) {
    const blocks: { readonly isReached: boolean; isDone: boolean; isShown: boolean }[] = []
    for (const [n, { kind, condition }] of markers.entries()) {
      if (kind === 'if') blocks.push({ isReached: blocks.at(-1)?.isShown ?? true, isDone: false, isShown: false })
      const block = blocks.at(-1)!
      if (kind === 'endif') {
        blocks.pop()
        if (block.isReached && !block.isDone) counts[n]! += group.recipients
        continue
      }
      block.isShown = block.isReached && !block.isDone && (condition === undefined || holds(condition, group))
      block.isDone ||= block.isShown
      if (block.isShown) counts[n]! += group.recipients
    }
  }
  return counts
}

/** Recipients who get no branch of any outermost block of a part; null where it is not known. */
export function countWithoutBranch(
  markers: readonly SoundMarker[],
  groups: readonly AudienceGroup[] | undefined,
): number | null {
  if (!groups) return null
  const outer: SoundMarker[] = []
  let depth = 0
  for (const marker of markers) {
    if (marker.kind === 'if') depth++
    if (depth === 1 && marker.kind !== 'endif') outer.push(marker)
    if (marker.kind === 'endif') depth--
  }
  return groups
    .filter(group => !outer.some(({ condition }) => condition === undefined || holds(condition, group)))
    .reduce((sum, { recipients }) => sum + recipients, 0)
}
