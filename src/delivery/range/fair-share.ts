/**
 * The transport's places, shared fairly between clients: a free place goes to the waiting client that holds fewest. The last
 * place goes only to a client that holds none, so one whose messages all hang never keeps the others out.
 * See docs/decisions/relays-and-limits.md#clients-share-the-relays-fairly.
 */

export interface FairShare {
  /** Resolves with 1 to `most` places of this client; give each back with `release`. */
  take(clientId: number, most: number): Promise<number>
  release(clientId: number, places?: number): void
}

/** @param capacity how many places there are now */
export function fairShare(capacity: () => number): FairShare {
  let taken = 0
  const held = new Map<number, number>()
  const waiting: {
    readonly clientId: number
    readonly most: number
    granted: number
    readonly resolve: (places: number) => void
  }[] = []

  const holds = (clientId: number) => held.get(clientId) ?? 0
  const mayTake = (clientId: number, places: number) => {
    const free = places - taken
    return free > 1 || (free === 1 && (places === 1 || holds(clientId) === 0))
  }

  function grant(clientId: number) {
    taken++
    held.set(clientId, holds(clientId) + 1)
  }

  function distribute() {
    if (waiting.length === 0) return
    const places = capacity()
    for (;;) {
      const next = waiting
        .filter(({ clientId, most, granted }) => granted < most && mayTake(clientId, places))
        .reduce<(typeof waiting)[number] | undefined>(
          (fewest, one) => (!fewest || holds(one.clientId) < holds(fewest.clientId) ? one : fewest),
          undefined,
        )
      if (!next) break
      grant(next.clientId)
      next.granted++
    }
    for (let index = waiting.length - 1; index >= 0; index--) {
      const one = waiting[index]!
      if (one.granted === 0) continue
      waiting.splice(index, 1)
      one.resolve(one.granted)
    }
  }

  return {
    take(clientId, most) {
      return new Promise(resolve => {
        waiting.push({ clientId, most, granted: 0, resolve })
        distribute()
      })
    },
    release(clientId, places = 1) {
      if (places === 0) return
      taken -= places
      const left = holds(clientId) - places
      if (left > 0) held.set(clientId, left)
      else held.delete(clientId)
      distribute()
    },
  }
}
