/**
 * The preheader: what mail programs show beside the subject. They take the first text of a message, so it comes first, hidden from
 * readers, and is followed by blanks that keep the letter's own first words out of the preview.
 */

import { conditionsInText } from '../../domain/content/conditions/conditions.ts'
import type { FieldKeys } from '../../domain/content/merge-tags.ts'
import { escapeHtml } from '../../lib/html.ts'
import { branchOf } from './branches.ts'
import { type DateTags, writeDates } from './dates.ts'
import { type Context, type Piece, type Pieces, readTags } from './pieces.ts'

/** Outlook hides by `mso-hide`, some webmailers drop `display`: the other rules leave nothing to see there. */
const hidden =
  'display:none !important;visibility:hidden;mso-hide:all;font-size:1px;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden'

/** A combining joiner, a non-joiner and a space that does not break: no program folds a run of them into one blank. */
const blank = '&#847;&zwnj;&nbsp;'
/** Previews show up to about 140 characters. */
const blanks = 100

/** @param text tags and date tags allowed; empty for none */
export function preheaderPieces(text: string, dates: DateTags, keys: FieldKeys): Pieces {
  if (text === '') return []
  const written = readLine(writeDates(text, dates), 'html', keys)
  return [`<div style="${hidden}">`, ...written, `${blank.repeat(blanks)}</div>`]
}

/** A line that may hold conditions: a subject, a preheader. @param context HTML is escaped */
export function readLine(text: string, context: Extract<Context, 'html' | 'plain'>, keys: FieldKeys): Pieces {
  const read = (part: string) => readTags(context === 'html' ? escapeHtml(part) : part, context, keys)
  const pieces: Piece[] = []
  let end = 0
  for (const marker of conditionsInText(text, keys).markers) {
    pieces.push(...read(text.slice(end, marker.start)), branchOf(marker))
    end = marker.end
  }
  return [...pieces, ...read(text.slice(end))]
}
