/** Places that are taken and left again, a bounded number for each name. */

/** Takes a place. @returns what leaves it, to be called once; undefined when the name has as many as it may */
export type Enter = (name: string) => (() => void) | undefined

/** @param most places of one name */
export function places(most: number): Enter {
  const taken = new Map<string, number>()
  return name => {
    const now = taken.get(name) ?? 0
    if (now >= most) return undefined
    taken.set(name, now + 1)
    return () => {
      const left = (taken.get(name) ?? 1) - 1
      if (left > 0) taken.set(name, left)
      else taken.delete(name)
    }
  }
}
