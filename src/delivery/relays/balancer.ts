/** Which relay is next: by weight, as far as each keeps up. */
import type { Pool } from '../smtp/pool.ts'

export interface RelayBalancer<P> {
  /** Messages that may be under way at once while all relays are well, as far as it is known what they offer. */
  readonly concurrency: number
  /** The pools in the order in which they get messages. @param up relays that are not held */
  inTurn(up: readonly P[]): readonly P[]
  hasRoom(pool: P, up: readonly P[]): boolean
  /** It was given a message. */
  count(pool: P): void
}

/**
 * Without weights each relay takes as much as it can have under way. With weights (1 where none is said) what the relays may
 * have under way is in proportion to them, which relays of like speed turn into the same shares of the messages; a slower
 * one gets messages at its own speed and does not delay the others. Weight 0 takes part only while no other can.
 */
export function relayBalancer<P extends Pick<Pool<never>, 'relay' | 'load' | 'perSession' | 'isOnTrial'>>(
  pools: readonly P[],
): RelayBalancer<P> {
  const isWeighted = pools.some(({ relay }) => relay.weight !== undefined)
  /** Messages given, each divided by the relay's weight: the lowest is next. */
  const served = new Map<P, number>(pools.map(pool => [pool, 0]))
  const away = new Set<P>()

  const capacity = ({ relay, perSession }: P) => relay.connections * perSession
  const weight = (pool: P) => (isWeighted ? (pool.relay.weight ?? 1) : capacity(pool))
  const takingPart = (up: readonly P[]) => {
    const weighty = up.filter(pool => weight(pool) > 0)
    return weighty.length > 0 ? weighty : up
  }

  function limit(pool: P, up: readonly P[]): number {
    if (!isWeighted || up.length === 1) return capacity(pool)
    const part = takingPart(up)
    if (!part.includes(pool)) return 0
    const scale = Math.min(...part.map(one => capacity(one) / (weight(one) || 1)))
    return Math.max(1, Math.floor((weight(pool) || 1) * scale))
  }

  return {
    get concurrency() {
      return pools.reduce((sum, pool) => sum + limit(pool, pools), 0)
    },
    inTurn(up) {
      if (pools.length === 1) return up
      const part = takingPart(up)
      const least = Math.min(...part.filter(pool => !away.has(pool)).map(pool => served.get(pool)!))
      for (const pool of pools) {
        if (!part.includes(pool)) away.add(pool)
        // who comes back does not make up for it all at once
        else if (away.delete(pool) && least < Number.POSITIVE_INFINITY)
          served.set(pool, Math.max(served.get(pool)!, least))
      }
      return [...part].sort((a, b) => served.get(a)! - served.get(b)!)
    },
    // a relay that failed last time is tried with one message
    hasRoom: (pool, up) => pool.load < (pool.isOnTrial ? 1 : limit(pool, up)),
    count(pool) {
      served.set(pool, served.get(pool)! + 1 / (weight(pool) || 1))
    },
  }
}
