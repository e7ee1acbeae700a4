import type { State, Transitions } from '../../store/lists/statistics.ts'

export interface Step {
  readonly of: { readonly clientId: number; readonly listId: number; readonly timeZone: string }
  readonly from: State | null
  readonly to: State
  /** A complaint was the cause. */
  readonly complained?: boolean
}

/** Single changes of state, counted for the statistics: one row for each list, pair of states and cause. */
export function transitionsOf(steps: readonly Step[]): readonly Transitions[] {
  const counted = new Map<string, Transitions>()
  for (const { of: list, from, to, complained = false } of steps) {
    if (from === to) continue
    const key = `${list.listId} ${from} ${to} ${complained}`
    const count = (counted.get(key)?.count ?? 0) + 1
    counted.set(key, {
      clientId: list.clientId,
      listId: list.listId,
      timeZone: list.timeZone,
      from,
      to,
      count,
      complained,
    })
  }
  return [...counted.values()]
}
