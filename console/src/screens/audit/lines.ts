/** Lines of the audit log from its pages: a fold that several pages have is one line, and lines are in days. */
import type { Entry } from './types.ts'

export interface Line {
  /** The newest entry. */
  readonly entry: Entry
  readonly count: number
  readonly firstDate: string
}

/** Lines in their order, the newest first. What later pages add to a fold is counted where the fold began. */
export function mergeLines(entries: readonly Entry[]): readonly Line[] {
  const lines: { entry: Entry; count: number; firstDate: string }[] = []
  const byFold = new Map<string, (typeof lines)[number]>()
  for (const entry of entries) {
    const { Count, FirstDate = '', Fold = '' } = entry
    const known = Fold === '' ? undefined : byFold.get(Fold)
    if (known) {
      known.count += Count
      known.firstDate = FirstDate
      continue
    }
    const line = { entry, count: Count, firstDate: FirstDate }
    lines.push(line)
    if (Fold !== '') byFold.set(Fold, line)
  }
  return lines
}

/** @returns days as `2026-03-20` with what happened on each, in the given order */
export function byDay<Item>(items: readonly Item[], dateOf: (item: Item) => string) {
  const days = new Map<string, Item[]>()
  for (const item of items) {
    const day = dateOf(item).slice(0, 10)
    const same = days.get(day)
    if (same) same.push(item)
    else days.set(day, [item])
  }
  return [...days]
}
