/** Numbers that look random and are the same for the same seed (mulberry32). */
export interface Random {
  /** From 0 up to, but not including, 1. */
  fraction(): number
  /** A whole number, both ends included. */
  whole(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(values: readonly T[]): T
}

export function createRandom(seed: number): Random {
  let state = Math.imul(seed, 0x9e3779b1) ^ 0x5bd1e995
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (low: number, high: number) => low + Math.floor(fraction() * (high - low + 1))
  return {
    fraction,
    whole,
    chance: probability => fraction() < probability,
    pick: values => values[whole(0, values.length - 1)]!,
  }
}
