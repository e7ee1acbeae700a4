/** How deep the elements of a page are nested, counted before anything walks them. */
import { Parser } from 'htmlparser2'

/** Chromium nests no deeper than this either; real letters stay below 100. Documented in docs/sending.md. */
export const deepestNesting = 512

/**
 * Whether elements are nested deeper than we take. Linear: counting ends with the first element that is too deep, so the
 * stack of open elements, which closing tags are looked for in, stays short.
 */
export function isNestedTooDeep(html: string): boolean {
  let depth = 0
  let isTooDeep = false
  const parser = new Parser(
    {
      onopentagname() {
        if (++depth <= deepestNesting) return
        isTooDeep = true
        parser.pause()
      },
      onclosetag() {
        depth--
      },
    },
    { decodeEntities: false },
  )
  parser.write(html)
  if (!isTooDeep) parser.end()
  return isTooDeep
}
