/** Query parameters of the addresses of segments. The router needs it before the screens. */
import { flagOf, oneOf, searchOf, textOf } from '../../lib/search.ts'

/** Of the page of all segments: found by name, of one list or of the client, broken ones alone, and whose sizes are shown. */
export const segmentsSearch = searchOf({ q: textOf, list: textOf, broken: flagOf, sizes: textOf })

/** Of a new segment: its list, the starter or template that it begins with, or the import whose people are meant, and its name. */
export const newSegmentSearch = searchOf({
  list: textOf,
  start: textOf,
  import: textOf,
  title: textOf,
})

export const segmentSearch = searchOf({ tab: oneOf(['sizes']) })
