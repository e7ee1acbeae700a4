/** Names of segments. */

import { Refusal } from '../../contract/refusals.ts'
import { cleanLine } from '../text-rules/single-line.ts'

/** Of a list, and of a client besides. */
export const mostSegments = 200

/** @throws Refusal SegmentNameEmpty, ValueTooLong, InvalidCharacters */
export function readSegmentName(name: string | null): string {
  const clean = cleanLine('Name', (name ?? '').trim(), longestName).normalize('NFC')
  if (clean === '') throw new Refusal('SegmentNameEmpty')
  return clean
}

/** Names of segments that differ in case alone are the same. */
export function segmentKey(name: string): string {
  return name.trim().normalize('NFC').toLowerCase()
}

const longestName = 100
