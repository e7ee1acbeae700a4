/** Whether a letter has anything outside of its branches: if not, a recipient without a branch would get an empty mail. */
import { type Token, visibleText } from '../markup.ts'
import { isLinkTag } from '../merge-tags.ts'
import type { SoundMarker } from './markers.ts'

/** @param markers of the page that the tokens are of */
export function showsOnlyBranches(tokens: readonly Token[], markers: readonly SoundMarker[]): boolean {
  if (markers.length === 0) return false
  const inside = outerBlocks(markers)
  let next = 0
  let linkTag: string | undefined
  for (const token of tokens) {
    if (token.kind === 'close' && token.name === linkTag) linkTag = undefined
    if (token.kind === 'open' && isLinkTag(token.name)) linkTag ??= token.name
    while (next < inside.length && inside[next]!.end <= token.start) next++
    if (linkTag !== undefined) continue
    if (token.kind === 'open' && token.name === 'img' && !isInside(token.start, inside[next])) return false
    if (token.kind !== 'text' || token.rawIn !== undefined) continue
    let at = token.start
    for (let block = next; at < token.end; block++) {
      const { start = token.end, end = token.end } = inside[block] ?? {}
      const text = token.text.slice(at - token.start, Math.max(Math.min(start, token.end), at) - token.start)
      if (/[\p{L}\p{N}]/u.test(visibleText({ ...token, text }))) return false
      at = Math.max(at, end)
    }
  }
  return true
}

interface Span {
  readonly start: number
  readonly end: number
}

function isInside(at: number, span: Span | undefined): boolean {
  return span !== undefined && span.start <= at && at < span.end
}

function outerBlocks(markers: readonly SoundMarker[]): readonly Span[] {
  const blocks: Span[] = []
  let depth = 0
  let start = 0
  for (const { kind, ...marker } of markers) {
    if (kind === 'if' && depth++ === 0) start = marker.start
    if (kind === 'endif' && --depth === 0) blocks.push({ start, end: marker.end })
  }
  return blocks
}
