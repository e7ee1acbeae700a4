/** When sessions and keys were last used: written behind the calls, gathered, and lost without harm. */

export interface LastUses<Use> {
  /** Returns at once. */
  record(use: Use): void
}

/** Uses that wait at once; what comes beyond is left to the next use. */
const mostWaiting = 10_000

/**
 * @param nameOf uses of one name that wait together are written once, the latest of them
 * @param write many at a time. Where it fails the next use is written instead.
 */
export function lastUses<Use>(
  nameOf: (use: Use) => string | number,
  write: (uses: readonly Use[]) => Promise<void>,
): LastUses<Use> {
  const waiting = new Map<string | number, Use>()
  let isWriting = false
  async function writeAll() {
    isWriting = true
    // calls of one turn of the event loop come together
    await new Promise(resolve => setImmediate(resolve))
    while (waiting.size > 0) {
      const uses = [...waiting.values()]
      waiting.clear()
      await write(uses).catch(() => {})
    }
    isWriting = false
  }
  return {
    record(use) {
      const name = nameOf(use)
      if (waiting.size >= mostWaiting && !waiting.has(name)) return
      waiting.set(name, use)
      if (!isWriting) void writeAll()
    },
  }
}
