/** The text part: the author's own, or made from the HTML. */
import { trimEndOf } from '../../lib/trim-end.ts'
import { writeDates } from './dates.ts'
import { type Addresses, joined, type Marking, ownLinks } from './html.ts'
import { isTrackable } from './links.ts'
import { type Piece, type Pieces, readTags, token } from './pieces.ts'
import { placeMark, places, withoutMarks } from './text-part/marks.ts'
import { renderText } from './text-part/render.ts'

/** Compiles the author's text: `[unsubscribe]` and its like become addresses, web addresses are tracked. */
export function markText(source: string, { keys, links, dates, addresses }: Marking): Pieces {
  const pieces: Piece[] = []
  for (const piece of markOwnLinks(writeDates(source, dates), addresses)) {
    if (typeof piece !== 'string') pieces.push(piece)
    else for (const part of readTags(piece, 'plain', keys)) pieces.push(part)
  }
  return joined(
    pieces.flatMap((piece, index) => (typeof piece === 'string' ? track(piece, pieces[index + 1]) : [piece])),
  )

  /** An address right before a tag or token may go on in it, and is left as it is. */
  function track(text: string, next: Piece | undefined): Pieces {
    const parts: Piece[] = []
    let end = 0
    for (const match of text.matchAll(/https?:\/\/[^\s<>"[\]{}|\\^`]+/gi)) {
      const url = withoutPunctuation(match[0])
      const last = match.index + match[0].length === text.length
      if ((last && next !== undefined) || text[match.index + match[0].length] === '[' || !isTrackable(url)) continue
      const link = links.number(url)
      if (link === undefined || !addresses) continue
      parts.push(text.slice(end, match.index), addresses.click(link), token)
      end = match.index + url.length
    }
    parts.push(text.slice(end))
    return parts
  }
}

/** A full stop ends the sentence, and a bracket opened before the address closes after it. */
function withoutPunctuation(url: string): string {
  return trimEndOf(url, url.includes('(') ? `.,;:!?'*_` : `.,;:!?'*_)`)
}

function markOwnLinks(text: string, addresses: Addresses | undefined): Pieces {
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(new RegExp(`\\[(${ownLinks.join('|')})\\]`, 'gi'))) {
    const name = match[1]!.toLowerCase() as (typeof ownLinks)[number] // the pattern knows no other
    pieces.push(text.slice(end, match.index))
    if (addresses) pieces.push(addresses[name], token)
    end = match.index + match[0].length
  }
  pieces.push(text.slice(end))
  return pieces
}

/** Makes the text part from compiled HTML. What is filled in later passes through as a mark. */
export function textFromHtml(html: Pieces): Pieces {
  const filled: Piece[] = [token]
  let marked = ''
  for (const piece of html) {
    if (typeof piece === 'string') marked += withoutMarks(piece)
    // one number for every token, so that links to one place look the same
    else marked += placeMark(piece === token ? 0 : filled.push(piece) - 1)
  }
  return joined(
    renderText(marked)
      .split(places)
      .map((part, index) => (index % 2 === 0 ? part : (filled[Number(part)] ?? ''))),
  )
}
