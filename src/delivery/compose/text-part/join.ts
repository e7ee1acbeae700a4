/** Lines → text. */
import type { Line } from './lines.ts'

/** @param resolve puts into a line what was not known when it was written; a line that comes out empty is left out */
export function joinLines(lines: readonly Line[], resolve: (text: string) => string): string {
  const written: string[] = []
  let before = ''
  let gap = false
  for (const line of lines) {
    gap ||= line.gap
    const text = resolve(line.text).trimEnd()
    if (text.trim() === '') continue
    if (gap && written.length > 0) written.push(quotation(before, line.prefix))
    written.push(line.prefix + text)
    before = line.prefix
    gap = false
  }
  return written.join('\n')
}

/** An empty line within a quotation belongs to it. */
function quotation(above: string, below: string): string {
  let end = 0
  while (above.startsWith('> ', end) && below.startsWith('> ', end)) end += 2
  return above.slice(0, end).trimEnd()
}
