/** The author's own text part. */
import { conditionsInText } from '../../domain/content/conditions/conditions.ts'
import { type LinkTag, tagOrAddressPattern, textLinkPattern } from '../../domain/content/merge-tags.ts'
import { trimEndOf } from '../../lib/trim-end.ts'
import { branchOf } from './branches.ts'
import { writeDates } from './dates.ts'
import { type Addresses, joinPieces, type Marking } from './html.ts'
import { readAddress, trackingOf } from './links.ts'
import { isBranch, type Piece, type Pieces, readTags, token } from './pieces.ts'

/** Compiles the author's text: `[unsubscribe]` and its like become addresses, web addresses are tracked. */
export function markText(source: string, marking: Marking): Pieces {
  const text = writeDates(source, marking.dates)
  const pieces: Piece[] = []
  let end = 0
  for (const marker of conditionsInText(text, marking.keys).markers) {
    pieces.push(...markBranch(text.slice(end, marker.start), marking), branchOf(marker))
    end = marker.end
  }
  pieces.push(...markBranch(text.slice(end), marking))
  return withoutOwnLines(joinPieces(pieces))
}

/** A text without conditions in it. */
function markBranch(text: string, marking: Marking): Pieces {
  const pieces = markOwnLinks(text, marking.addresses)
  return pieces.flatMap((piece, index) =>
    typeof piece === 'string' ? markAddresses(piece, index + 1 < pieces.length, marking) : [piece],
  )
}

/**
 * A mark that has a line of its own leaves no empty one: the line breaks after it go, and those before it belong to what comes before. So
 * each branch brings its own.
 */
function withoutOwnLines(pieces: Pieces): Pieces {
  if (!pieces.some(isBranch)) return pieces
  let isLineStart = true
  const written = pieces.map((piece, index) => {
    if (isBranch(piece)) return piece
    if (typeof piece !== 'string') {
      isLineStart = false
      return piece
    }
    const before = pieces[index - 1]
    const broken =
      isLineStart && before !== undefined && isBranch(before) ? /^[ \t]*(?:\r?\n[ \t]*)+/.exec(piece)?.[0] : undefined
    const text = piece.slice(broken?.length ?? 0)
    if (text !== '') isLineStart = /\n[ \t]*$/.test(text.slice(-200))
    return text
  })
  return written.filter(piece => piece !== '')
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
