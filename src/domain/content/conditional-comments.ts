/** What stands in Outlook's conditional comments: other programs skip it, Outlook reads it as HTML. */
import { type Token, tokenize } from './markup.ts'

const opening = /^\[if\b[^\]<>]{0,200}\]>/i

/** The tokens inside of a page's conditional comments; their offsets are those in the comment's HTML. Linear. */
export function conditionalTokens(tokens: readonly Token[]): readonly Token[] {
  return tokens.flatMap(token => {
    if (token.kind !== 'comment') return []
    const start = opening.exec(token.text)?.[0]
    return start === undefined ? [] : tokenize(token.text.slice(start.length))
  })
}
