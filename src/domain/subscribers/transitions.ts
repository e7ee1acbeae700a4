import type { State, Transitions } from '../../store/lists/statistics.ts'

export interface Step {
  readonly of: { readonly clientId: number; readonly listId: number; readonly timeZone: string }
  readonly from: State | null
  readonly to: State
}

/** Single changes of state, counted for the statistics: one row for each list and pair of states. */
export function transitionsOf(steps: readonly Step[]): readonly Transitions[] {
  const counted = new Map<string, Transitions>()
  for (const { of, from, to } of steps) {
    if (from === to) continue
    const key = `${of.listId} ${from} ${to}`
    const count = (counted.get(key)?.count ?? 0) + 1
    counted.set(key, { clientId: of.clientId, listId: of.listId, timeZone: of.timeZone, from, to, count })
  }
  return [...counted.values()]
}
