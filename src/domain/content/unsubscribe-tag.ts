/**
 * The rule every HTML mail follows: a pair of `<unsubscribe>` tags around at least three characters that can be seen,
 * in no link, no comment and no other such pair (reference/wire.md §9).
 */
import type { RefusalName } from '../../contract/refusals.ts'
import { conditionalTokens } from './conditional-comments.ts'
import { attributeOf, type Token, visibleText } from './markup.ts'
import { textUnsubscribeTag } from './merge-tags.ts'

const shortest = 3

/** What is wrong with a page's unsubscribe tags, or undefined. Those in conditional comments follow the same rule, each for itself. */
export function unsubscribeFault(tokens: readonly Token[]): UnsubscribeFault | undefined {
  const fault = faultOf(tokens)
  if (fault) return fault
  return conditionalTokens(tokens)
    .map(faultOf)
    .find(one => one !== undefined && one !== 'NoUnsubscribeTag')
}

function faultOf(tokens: readonly Token[]): UnsubscribeFault | undefined {
  if (tokens.some(usesTextTag)) return 'TextUnsubscribeTagInHtml'
  let open = false
  let isNested = false
  let inLink = false
  let text = ''
  let found = 0
  const faults: UnsubscribeFault[] = []
  for (const token of tokens) {
    if (token.kind === 'text' && open && token.rawIn === undefined) text += visibleText(token)
    if (token.kind === 'open' && token.name === 'a') {
      if (open) faults.push('UnsubscribeTagContainsLink')
      inLink = attributeOf(token, 'href') !== undefined
    }
    if (token.kind === 'close' && token.name === 'a') inLink = false
    if (token.kind === 'open' && token.name === 'unsubscribe') {
      found++
      if (open) isNested = true
      else if (inLink) faults.push('UnsubscribeTagInLink')
      open = true
      text = ''
    }
    if (token.kind === 'close' && token.name === 'unsubscribe') {
      // the outer of two nested pairs closes here for the second time
      if (open && seen(text).length < shortest && !isNested) faults.push('UnsubscribeTagTooShort')
      open = false
    }
  }
  if (found === 0) {
    return tokens.some(token => token.kind === 'comment' && /<unsubscribe\b/i.test(token.text))
      ? 'UnsubscribeTagInComment'
      : 'NoUnsubscribeTag'
  }
  const closed = tokens.filter(token => token.kind === 'close' && token.name === 'unsubscribe').length
  if (closed < found) return 'NoClosingUnsubscribeTag'
  return isNested ? 'NestedUnsubscribeTag' : faults[0]
}

export type UnsubscribeFault = Extract<
  RefusalName,
  | 'NoUnsubscribeTag'
  | 'UnsubscribeTagInComment'
  | 'UnsubscribeTagTooShort'
  | 'UnsubscribeTagContainsLink'
  | 'NoClosingUnsubscribeTag'
  | 'TextUnsubscribeTagInHtml'
  | 'NestedUnsubscribeTag'
  | 'UnsubscribeTagInLink'
>

function usesTextTag(token: Token): boolean {
  if (token.kind === 'text') return textUnsubscribeTag.test(token.text)
  return token.kind === 'open' && token.attributes.some(({ value }) => textUnsubscribeTag.test(value))
}

/** Without white space and what has no width. */
function seen(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}]/gu, '')
}
