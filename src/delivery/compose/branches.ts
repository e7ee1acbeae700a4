/** Conditions in compiled texts: which pieces a contact gets. Jumps are computed once per campaign, so that a recipient costs one test per branch. */
import { type Condition, holds } from '../../domain/content/conditions/condition.ts'
import type { MarkerKind, SoundMarker } from '../../domain/content/conditions/markers.ts'
import type { Contact } from '../../domain/content/contact-values.ts'

/** A place among pieces where a branch begins or ends. */
export interface Branch {
  readonly branch: MarkerKind
  /** Of `if` and `elseif`. */
  readonly condition: Condition | undefined
}

export function branchOf({ kind, condition }: SoundMarker): Branch {
  return { branch: kind, condition }
}

/** What to do at an item: go on, go on if a condition holds, or leave the block. */
export interface Step {
  readonly condition: Condition | undefined
  /** Whether the end of a branch is reached when one comes here from the item before. */
  readonly endsBranch: boolean
  /** Where to go if the condition does not hold: the next branch of the block, or its end. */
  otherwise: number
  /** Behind the end of the block. */
  end: number
}

/**
 * The steps of items, by their index; undefined for items that are no branch. Marks without their `[if:…]` or `[endif]` do not occur:
 * such texts are read without conditions.
 */
export function stepsOf(items: readonly (Branch | undefined)[]): readonly (Step | undefined)[] {
  const open: Step[][] = []
  const steps = items.map(item => {
    if (!item) return undefined
    const step = { condition: item.condition, endsBranch: item.branch !== 'if', otherwise: 0, end: 0 }
    return step
  })
  for (const [index, item] of items.entries()) {
    const step = steps[index]
    if (!item || !step) continue
    if (item.branch === 'if') open.push([])
    const block = open.at(-1)
    const before = block?.at(-1)
    if (before) before.otherwise = index
    block?.push(step)
    if (item.branch !== 'endif') continue
    for (const one of block ?? []) one.end = index + 1
    open.pop()
  }
  return steps
}

/** Calls with the index of each item that the contact gets, in order; branches themselves are not among them. */
export function walkBranches(
  steps: readonly (Step | undefined)[],
  contact: Contact,
  each: (index: number) => void,
): void {
  let isJump = false
  for (let index = 0; index < steps.length; ) {
    const step = steps[index]
    if (!step) {
      each(index++)
      continue
    }
    if (step.endsBranch && !isJump) {
      index = step.end
      continue
    }
    isJump = step.condition !== undefined && !holds(step.condition, contact)
    index = isJump ? step.otherwise : index + 1
  }
}
