/** XML as the historical service indented it: two spaces, CRLF, `<Empty />` (reference/asmx.md §5.1, §6). */

import { escapeAttribute, escapeText } from '../lib/xml.ts'

export interface Element {
  readonly name: string
  /** In the order they are written; an undefined one is left out. */
  readonly attributes: Readonly<Record<string, string | undefined>>
  readonly content: readonly Element[] | string
}

export function element(
  name: string,
  attributes: Element['attributes'] = {},
  content: Element['content'] = [],
): Element {
  return { name, attributes, content }
}

/** A piece of a written document: markup that is written unchanged, or the text of an element, not yet escaped. */
export type Piece = { readonly markup: string } | { readonly text: string }

const newline = '\r\n'

/** The document in pieces, so that a page can show its texts in another colour than its markup. */
export function pieces(root: Element): Piece[] {
  const written: Piece[] = [{ markup: `<?xml version="1.0" encoding="utf-8"?>` }]
  write(root, '', written)
  return written
}

export function document(root: Element): string {
  return pieces(root)
    .map(piece => ('markup' in piece ? piece.markup : escapeText(piece.text)))
    .join('')
}

function write({ name, attributes, content }: Element, indent: string, into: Piece[]): void {
  let start = `${newline}${indent}<${name}`
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== undefined) start += ` ${attribute}="${escapeAttribute(value)}"`
  }
  if (content.length === 0) {
    into.push({ markup: `${start} />` })
  } else if (typeof content === 'string') {
    into.push({ markup: `${start}>` }, { text: content }, { markup: `</${name}>` })
  } else {
    into.push({ markup: `${start}>` })
    for (const child of content) write(child, `${indent}  `, into)
    into.push({ markup: `${newline}${indent}</${name}>` })
  }
}
