/**
 * Conditional comments (`<!--[if mso]>…<![endif]-->`): markup that Outlook for Windows shows and all others take for a comment. Those that
 * show their content to all others (`<!--[if !mso]><!-->…<!--<![endif]-->`) hold none: it is outside of the two comments.
 */
import { type Token, tokenize } from './markup.ts'

/** Where the markup is in the text of a comment, if it is a conditional one. */
export function conditionalMarkup(comment: string): { readonly start: number; readonly end: number } | undefined {
  const start = /^\s*\[if\b[^\]]{0,200}\]>/i.exec(comment)?.[0].length
  if (start === undefined || !/<!\[endif\]\s*$/i.test(comment.slice(-40))) return undefined
  return { start, end: comment.toLowerCase().lastIndexOf('<![endif]') }
}

/** What is in each conditional comment of a page; places are those in the comment. */
export function conditionalTokens(tokens: readonly Token[]): readonly (readonly Token[])[] {
  return tokens.flatMap(token => {
    const markup = token.kind === 'comment' ? conditionalMarkup(token.text) : undefined
    return token.kind === 'comment' && markup ? [tokenize(token.text.slice(markup.start, markup.end))] : []
  })
}
