/** The strings of a JSON document with their places: one can be replaced while every other character stays. */

export interface PlacedString {
  /** Names of members and numbers of elements, from outside to inside. */
  readonly path: readonly (string | number)[]
  /** The quotes included. */
  readonly start: number
  readonly end: number
  readonly value: string
}

/** Values in the order of the document, names of members left out. @param source valid JSON */
export function jsonStrings(source: string): readonly PlacedString[] {
  const found: PlacedString[] = []
  const open: { at: string | number; isName: boolean }[] = []
  for (let at = 0; at < source.length; at++) {
    const inside = open.at(-1)
    switch (source[at]) {
      case '{':
        open.push({ at: '', isName: true })
        break
      case '[':
        open.push({ at: 0, isName: false })
        break
      case '}':
      case ']':
        open.pop()
        break
      case ':':
        if (inside) inside.isName = false
        break
      case ',':
        if (typeof inside?.at === 'number') inside.at++
        else if (inside) inside.isName = true
        break
      case '"': {
        const start = at
        for (at++; at < source.length && source[at] !== '"'; at++) if (source[at] === '\\') at++
        const value: string = JSON.parse(source.slice(start, at + 1))
        if (inside?.isName) inside.at = value
        else found.push({ path: open.map(one => one.at), start, end: at + 1, value })
      }
    }
  }
  return found
}
