/**
 * A function that remembers its latest answers: for values that repeat a lot, such as names, domains and their encodings.
 * @param most answers it keeps at least, once it has given so many; it never keeps more than twice as many
 * @param make must give the same for the same key; a failure is not remembered
 */
export function remember<Value extends {}>(most: number, make: (key: string) => Value): (key: string) => Value {
  // two generations: what is asked for again moves to the young one, and the old one is dropped at once
  let young = new Map<string, Value>()
  let old = new Map<string, Value>()
  return key => {
    const known = young.get(key)
    if (known !== undefined) return known
    const value = old.get(key) ?? make(key)
    if (young.size >= most) {
      old = young
      young = new Map()
    }
    young.set(key, value)
    return value
  }
}
