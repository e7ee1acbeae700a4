/** Values by key, of which the latest are kept. */
export interface Memory<Key, Value extends {}> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): void
}

/** @param most values it keeps at least, once it was given so many; it never keeps more than twice as many */
export function createMemory<Key, Value extends {}>(most: number): Memory<Key, Value> {
  // two generations: what is asked for again moves to the young one, and the old one is dropped at once
  let young = new Map<Key, Value>()
  let old = new Map<Key, Value>()
  function set(key: Key, value: Value) {
    if (young.size >= most) {
      old = young
      young = new Map()
    }
    young.set(key, value)
  }
  return {
    get(key) {
      const known = young.get(key)
      if (known !== undefined) return known
      const value = old.get(key)
      if (value !== undefined) set(key, value)
      return value
    },
    set,
  }
}

/**
 * A function that remembers its latest answers: for values that repeat a lot, such as names, domains and their encodings.
 * @param most answers it keeps at least, once it has given so many; it never keeps more than twice as many
 * @param make must give the same for the same key; a failure is not remembered
 */
export function remember<Value extends {}>(most: number, make: (key: string) => Value): (key: string) => Value {
  const known = createMemory<string, Value>(most)
  return key => {
    const value = known.get(key)
    if (value !== undefined) return value
    const made = make(key)
    known.set(key, made)
    return made
  }
}
