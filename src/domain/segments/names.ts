/** Segments and their names. */

import { Refusal } from '../../contract/refusals.ts'
import type { ListRef, SegmentRef } from '../access/access.ts'
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

/** The list of a segment. @throws Refusal SegmentIsTree for a segment of the client, which calls that know rules alone cannot show */
export function listOfSegment({ list }: SegmentRef): ListRef {
  if (list) return list
  throw treeOnlyRefusal()
}

export function treeOnlyRefusal(): Refusal {
  return new Refusal(
    'SegmentIsTree',
    'Rules cannot say what the segment asks: Segment.GetTree and Segment.SetTree are for it.',
  )
}
