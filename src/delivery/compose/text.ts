/** The text part: the author's own, or made from the HTML. */
import { convert } from 'html-to-text'
import { writeDates } from './dates.ts'
import { type Addresses, joined, type Marking, ownLinks } from './html.ts'
import { isTrackable } from './links.ts'
import { type Piece, type Pieces, readTags, token } from './pieces.ts'

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
  const trimmed = url.replace(/[.,;:!?'*_]+$/, '')
  return trimmed.endsWith(')') && !trimmed.includes('(') ? withoutPunctuation(trimmed.slice(0, -1)) : trimmed
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

/** Makes the text part from compiled HTML. What is filled in later passes the conversion as a character no text may contain. */
export function textFromHtml(html: Pieces): Pieces {
  const filled: Piece[] = []
  let marked = ''
  for (const piece of html) {
    // U+FDD0 and U+FDD1 are noncharacters: never interchanged (Unicode §23.7), so none of the author's is lost
    if (typeof piece === 'string') marked += piece.replace(/[\ufdd0\ufdd1]/g, '')
    else marked += `\ufdd0${filled.push(piece) - 1}\ufdd1`
  }
  const heading = { options: { uppercase: false } }
  const text = convert(marked, {
    wordwrap: false,
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { linkBrackets: ['<', '>'], hideLinkHrefIfSameAsText: true, ignoreHref: false } },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(selector => ({ selector, ...heading })),
    ],
  })
  return joined(text.split(/\ufdd0(\d+)\ufdd1/).map((part, index) => (index % 2 === 0 ? part : filled[Number(part)]!)))
}
