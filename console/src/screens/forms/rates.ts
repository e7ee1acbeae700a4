/** Shares of sign-ups as people write them. */
import { percentOf } from '../../lib/format.ts'

/** @param permille of 1,000 @returns `0.4 %` in the reader's spelling */
export function permille(permille: number): string {
  return percentOf(permille / 1000)
}
