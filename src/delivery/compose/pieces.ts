/**
 * What a compiled text consists of: fixed text, the recipient's token, and values of the recipient. Tags are a closed
 * language (reference/wire.md §9): a name either is one of the known ones or the brackets are ordinary text.
 * See docs/decisions/content.md#merge-tags-are-a-closed-language.
 */
import { decodeHTML } from 'entities'
import { type Contact, plainValue, readValue } from '../../domain/content/contact-values.ts'
import { escapeJson, unescapeJson } from '../../domain/content/json-ld.ts'
import { type FieldKeys, mergeTags, type TagValue } from '../../domain/content/merge-tags.ts'
import { asOneLine } from '../../domain/text-rules/single-line.ts'
import { escapeHtml } from '../../lib/html.ts'
import { type Branch, stepsOf, walkBranches } from './branches.ts'

export { type Contact, readValue } from '../../domain/content/contact-values.ts'

/** The signed token of the recipient: always the same length, so links can be patched in place. */
export const token = Symbol('token')

export interface Field extends TagValue {
  /** Said when the value is empty. */
  readonly fallback: string
  readonly context: Context
}

/**
 * The place of a value, which decides how it is escaped so that it stays a value: HTML text or quoted attribute,
 * unquoted attribute, inside a URL, a complete URL, plain text, or a string of JSON-LD.
 */
export type Context = 'html' | 'unquoted' | 'url part' | 'url' | 'plain' | 'json'

export type Piece = string | Field | Branch | typeof token
export type Pieces = readonly Piece[]

/** The pieces of a text: what its tags stand for, and the text between them. */
export function readTags(text: string, context: Context, keys: FieldKeys): Pieces {
  const pieces: Piece[] = []
  let end = 0
  for (const tag of mergeTags(text, keys)) {
    if (!tag.value) continue
    if (tag.start > end) pieces.push(text.slice(end, tag.start))
    const fallback = readFallback(tag.fallback ?? '', context)
    pieces.push({ ...tag.value, fallback, context: context === 'url' && tag.start > 0 ? 'url part' : context })
    end = tag.end
  }
  if (end < text.length) pieces.push(text.slice(end))
  return pieces
}

/** What a fallback says; like every value it is escaped again where it is put. */
function readFallback(written: string, context: Context): string {
  switch (context) {
    case 'plain':
      return written
    case 'json':
      return unescapeJson(written)
    case 'html':
    case 'unquoted':
    case 'url part':
    case 'url':
      return decodeHTML(written)
  }
}

/** The value as it is written in its place. @param raw made by `readValue` */
export function writeValue(field: Field, raw: string, as: 'html' | 'plain'): string {
  const value = asOneLine(plainValue(field, raw)) || asOneLine(field.fallback)
  switch (field.context) {
    case 'plain':
      return value
    case 'html':
      return as === 'html' ? escapeHtml(value) : value
    case 'unquoted':
      // whatever ends an unquoted attribute value becomes a character reference
      return as === 'html'
        ? value.replace(/[^\p{L}\p{N}._~:/?#@!$()*+,;%-]/gu, character => `&#${character.codePointAt(0)};`)
        : value
    case 'url part':
      return encodeURIComponent(value)
    case 'json':
      return escapeJson(value)
    case 'url': {
      // the complete target is the recipient's own value: only a web address may become a link
      const target = /^https?:\/\/[^\s"'<>`\\]+$/i.test(value) ? value : '#'
      return as === 'html' ? escapeHtml(target) : target
    }
  }
}

/** Whether a piece begins or ends a branch. */
export function isBranch(piece: Piece): piece is Branch {
  return typeof piece === 'object' && 'branch' in piece
}

/** The pieces that a contact gets. */
function shownPieces(pieces: Pieces, contact: Contact): readonly Exclude<Piece, Branch>[] {
  const shown: Exclude<Piece, Branch>[] = []
  const steps = stepsOf(pieces.map(piece => (isBranch(piece) ? piece : undefined)))
  walkBranches(steps, contact, index => {
    const piece = pieces[index]!
    if (!isBranch(piece)) shown.push(piece)
  })
  return shown
}

/** Writes pieces out for one contact, as HTML or as plain text. */
export function write(pieces: Pieces, contact: Contact, tokenText: string, as: 'html' | 'plain'): string {
  let text = ''
  for (const piece of pieces) {
    if (typeof piece === 'string') text += piece
    else if (piece === token) text += tokenText
    else if (isBranch(piece)) return write(shownPieces(pieces, contact), contact, tokenText, as)
    else text += writeValue(piece, readValue(piece, contact), as)
  }
  return text
}
