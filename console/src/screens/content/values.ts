/** Values of regions by their names. */
import type { RegionValue } from './content.ts'

/** @param value a name alone: the region shows what the template does */
export function withValue<Value extends RegionValue>(values: readonly Value[], value: Value): Value[] {
  const others = values.filter(({ Name }) => Name !== value.Name)
  if (Object.keys(value).length < 2) return others
  const at = values.findIndex(({ Name }) => Name === value.Name)
  return at < 0 ? [...others, value] : others.toSpliced(at, 0, value)
}

/** @param by -1 for up, 1 for down */
export function moveItem<Item>(items: readonly Item[], at: number, by: number): Item[] {
  const to = at + by
  if (to < 0 || to >= items.length) return [...items]
  return items.toSpliced(at, 1).toSpliced(to, 0, items[at]!)
}

/** Regions with the same label differ by their names. */
export function labelOf(label: string, name: string): string {
  return name === '' ? label : name
}
