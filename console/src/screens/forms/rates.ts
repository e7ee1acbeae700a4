/** Shares of sign-ups as people write them. */
import { locale } from '../../lib/format.ts'

/** @param permille of 1,000 @returns `0.4 %` in the reader's spelling */
export function permille(permille: number): string {
  return new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 1 }).format(permille / 1000)
}
