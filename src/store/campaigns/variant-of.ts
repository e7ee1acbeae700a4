/**
 * Which variant a recipient of a test gets: a hash of campaign and number, so that every process and every attempt finds the same one without anything
 * stored. The two functions compute the same; variant-of.test.ts compares them.
 */
import type { Fragment, Sql } from '../connection/database.ts'

/** A prime below 2³¹: its products with 32 bits fit a bigint. */
const factor = 73_244_475

/** Makes neighbouring numbers of neighbouring campaigns differ. */
function saltOf(campaignId: number): number {
  return Number((BigInt(campaignId) * 2_654_435_761n) % 4_294_967_296n)
}

/** @returns for a number of the audience its variant, from 1 */
export function variantsBy(campaignId: number, variants: number): (number: number) => number {
  const salt = saltOf(campaignId)
  return number => (fold(mix(mix((salt + number) >>> 0))) % variants) + 1
}

function mix(bits: number): number {
  return Math.imul(fold(bits), factor) >>> 0
}

function fold(bits: number): number {
  return ((bits >>> 16) ^ bits) >>> 0
}

/** The variant of a number, from 1. @param number a column */
export function variantOf(sql: Sql, campaignId: number, variants: Fragment, number: Fragment): Fragment {
  const bits = sql`((${saltOf(campaignId)}::bigint + ${number}) & 4294967295)`
  return sql`(${folded(sql, mixed(sql, mixed(sql, bits)))} % ${variants} + 1)::integer`
}

function mixed(sql: Sql, bits: Fragment): Fragment {
  return sql`((${folded(sql, bits)} * ${factor}::bigint) & 4294967295)`
}

function folded(sql: Sql, bits: Fragment): Fragment {
  return sql`((${bits} >> 16) # ${bits})`
}
