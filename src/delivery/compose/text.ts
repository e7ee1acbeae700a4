/** The text part: the author's own, or made from the HTML. */
import { type LinkTag, tagOrAddressPattern, textLinkPattern } from '../../domain/content/merge-tags.ts'
import { trimEndOf } from '../../lib/trim-end.ts'
import { writeDates } from './dates.ts'
import { type Addresses, joinPieces, type Marking } from './html.ts'
import { readAddress, trackingOf } from './links.ts'
import { type Piece, type Pieces, readTags, token } from './pieces.ts'
import { placeMark, places, removeMarks } from './text-part/marks.ts'
import { renderText } from './text-part/render.ts'

/** Compiles the author's text: `[unsubscribe]` and its like become addresses, web addresses are tracked. */
export function markText(source: string, marking: Marking): Pieces {
  const pieces = markOwnLinks(writeDates(source, marking.dates), marking.addresses)
  return joinPieces(
    pieces.flatMap((piece, index) =>
      typeof piece === 'string' ? markAddresses(piece, index + 1 < pieces.length, marking) : [piece],
    ),
  )
}

/** @param goesOn a link of our own follows the text: an address right before it may go on in it, and is left as it is */
function markAddresses(text: string, goesOn: boolean, { keys, links, addresses, tagLink }: Marking): Pieces {
  const pieces: Piece[] = []
  let end = 0
  const pattern = new RegExp(tagOrAddressPattern)
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    if (match[0].startsWith('[')) {
      // what is no tag may hold an address
      if (readTags(match[0], 'plain', keys).every(piece => typeof piece === 'string'))
        pattern.lastIndex = match.index + 1
      continue
    }
    const url = withoutPunctuation(match[0])
    const after = match.index + url.length
    pattern.lastIndex = after
    const tags = readAddress(url, keys)
    const isUncertain =
      (goesOn && match.index + match[0].length === text.length) || /\[/.test(tags.filter(isText).join('') + text[after])
    const target = isUncertain ? url : (tagLink?.(url) ?? url)
    const tracking = isUncertain ? undefined : trackingOf(target, keys)
    const link = tracking && links.number(target)
    pieces.push(...readTags(text.slice(end, match.index), 'plain', keys))
    if (tracking && link !== undefined && addresses) pieces.push(addresses.click(link, tracking), token)
    else pieces.push(...(target === url ? tags : readAddress(target, keys)))
    end = after
  }
  pieces.push(...readTags(text.slice(end), 'plain', keys))
  return pieces
}

function isText(piece: Piece): boolean {
  return typeof piece === 'string'
}

/** A full stop ends the sentence, and a bracket opened before the address closes after it. */
function withoutPunctuation(url: string): string {
  return trimEndOf(url, url.includes('(') ? `.,;:!?'*_` : `.,;:!?'*_)`)
}

function markOwnLinks(text: string, addresses: Addresses | undefined): Pieces {
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(textLinkPattern)) {
    const name = match[1]!.toLowerCase() as LinkTag // the pattern knows no other
    pieces.push(text.slice(end, match.index))
    if (addresses) {
      const [before, after] = addresses[name]
      pieces.push(before, token, after)
    }
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
    if (typeof piece === 'string') marked += removeMarks(piece)
    // one number for every token, so that links to one place look the same
    else marked += placeMark(piece === token ? 0 : filled.push(piece) - 1)
  }
  return joinPieces(
    renderText(marked)
      .split(places)
      .map((part, index) => (index % 2 === 0 ? part : (filled[Number(part)] ?? ''))),
  )
}
