/** When sessions and keys were last used: written behind the calls, gathered, and lost without harm. */

export interface LastUses {
  /** Returns at once. */
  record(id: number): void
}

/**
 * @param write many at a time. Where it fails the next use is written instead.
 */
export function lastUses(write: (ids: readonly number[]) => Promise<void>): LastUses {
  const waiting = new Set<number>()
  let isWriting = false
  async function writeAll() {
    isWriting = true
    // calls of one turn of the event loop come together
    await new Promise(resolve => setImmediate(resolve))
    while (waiting.size > 0) {
      const ids = [...waiting]
      waiting.clear()
      await write(ids).catch(() => {})
    }
    isWriting = false
  }
  return {
    record(id) {
      waiting.add(id)
      if (!isWriting) void writeAll()
    },
  }
}
