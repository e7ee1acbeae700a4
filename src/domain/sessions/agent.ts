/** A browser in words: what a person needs to recognise their own. User agents are no identification, and nothing depends on them. */
import { storableLine } from '../../lib/storable-text.ts'

/** The first that matches counts: browsers name those they descend from. */
const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/\bcurl\//, 'curl'],
]
const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const longestRead = 500
const longestShown = 60

/** @returns `Firefox, Windows`; the beginning of another agent; '' without one */
export function agentInWords(userAgent: string | undefined): string {
  const said = (userAgent ?? '').slice(0, longestRead)
  const find = (names: typeof browsers) => names.find(([pattern]) => pattern.test(said))?.[1]
  const words = [find(browsers), find(systems)].filter(word => word !== undefined)
  return words.length > 0 ? words.join(', ') : storableLine(said, longestShown)
}
