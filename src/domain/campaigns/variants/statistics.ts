/**
 * Whether a test shows a difference between its variants: two proportions are compared by their pooled z statistic with the continuity correction of
 * Yates. The best variant is compared with each other one; since any two may turn out to be compared, the level of 5 % is divided by the number of pairs
 * (Bonferroni). How many people each variant needs is computed at the same level. See docs/series-and-tests.md#what-a-winner-is.
 */

/** The most false winners among tests without a difference, and the share of real differences that are to be found. */
export const level = 0.05
export const power = 0.8

/** People who reacted, among those whose reactions are measured. */
export interface Proportion {
  readonly people: number
  readonly reacted: number
}

export type Verdict =
  /** `variant` is its index. */
  | { readonly kind: 'winner'; readonly variant: number; readonly p: number }
  /** `p` of the best variant against the one that is closest to it, corrected; 1 where all rates are equal. */
  | { readonly kind: 'no difference'; readonly p: number }
  /** A variant has fewer people than could show the difference that was hoped for. */
  | { readonly kind: 'too few'; readonly least: number }

/**
 * Judges a test once, at its end.
 * @param needed people that each variant needs, as `neededPeople` says
 */
export function judge(variants: readonly Proportion[], needed: number): Verdict {
  const least = Math.min(...variants.map(({ people }) => people))
  if (least < needed || least === 0) return { kind: 'too few', least }
  const rates = variants.map(({ people, reacted }) => reacted / people)
  const best = rates.indexOf(Math.max(...rates))
  const others = variants.filter((_, index) => index !== best)
  const p = Math.max(...others.map(other => corrected(pValue(variants[best]!, other), variants.length)))
  return p <= level ? { kind: 'winner', variant: best, p } : { kind: 'no difference', p }
}

function corrected(p: number, variants: number): number {
  return Math.min(1, p * pairsOf(variants))
}

function pairsOf(variants: number): number {
  return (variants * (variants - 1)) / 2
}

/** Two-sided. 1 for equal rates, also where no one reacted to either. */
export function pValue(one: Proportion, other: Proportion): number {
  const pooled = (one.reacted + other.reacted) / (one.people + other.people)
  const inverse = 1 / one.people + 1 / other.people
  const deviation = Math.sqrt(pooled * (1 - pooled) * inverse)
  if (!(deviation > 0)) return 1
  const difference = Math.abs(one.reacted / one.people - other.reacted / other.people)
  const z = Math.max(0, difference - inverse / 2) / deviation
  return z === 0 ? 1 : 2 * upperTail(z)
}

/**
 * How many people each of several variants needs, so that a difference between two rates is found in 80 of 100 tests.
 * @param usual the rate of the worse variant, between 0 and 1
 * @param hoped the rate of the better one
 */
export function neededPeople(usual: number, hoped: number, variants: number): number {
  const mean = (usual + hoped) / 2
  const zLevel = normalQuantile(1 - level / pairsOf(variants) / 2)
  const zPower = normalQuantile(power)
  const root = zLevel * Math.sqrt(2 * mean * (1 - mean)) + zPower * Math.sqrt(usual * (1 - usual) + hoped * (1 - hoped))
  const difference = Math.abs(hoped - usual)
  const plain = (root / difference) ** 2
  // the continuity correction asks for some more (Fleiss)
  return Math.ceil((plain / 4) * (1 + Math.sqrt(1 + 4 / (plain * difference))) ** 2)
}

/** The distribution function of the standard normal distribution. */
export function normal(z: number): number {
  return z < 0 ? 1 - normal(-z) : 1 - upperTail(z)
}

/** Abramowitz and Stegun 26.2.17: the error is below 7.5e-8. */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const polynomial = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial
}

/** @param share between 0.5 and 1 */
function normalQuantile(share: number): number {
  let [low, high] = [0, 10]
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (normal(middle) < share) low = middle
    else high = middle
  }
  return (low + high) / 2
}
