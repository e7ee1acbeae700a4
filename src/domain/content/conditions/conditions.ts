/** The conditions of a letter: where they are, whether each is closed, and what of them cannot be sent. Linear. */
import { conditionalMarkup } from '../conditional-comments.ts'
import { type OpenTag, type Token, tokenize } from '../markup.ts'
import { type FieldKeys, textUnsubscribeTag } from '../merge-tags.ts'
import { Branches } from './branches.ts'
import { longestCondition } from './condition.ts'
import { markersIn, mayHoldConditions, type ReadConditions } from './markers.ts'

const none: ReadConditions = { markers: [], faults: [] }

/** In plain text: the text part, a subject. @param needsExit `[unsubscribe]` must be in every mail, if it is in any */
export function conditionsInText(text: string, keys: FieldKeys, { needsExit = false } = {}): ReadConditions {
  if (!mayHoldConditions(text)) return none
  const branches = new Branches(text)
  const exits = needsExit ? [...text.matchAll(new RegExp(textUnsubscribeTag, 'gi'))].map(({ index }) => index) : []
  let exit = 0
  for (const marker of markersIn(text, 'plain', keys)) {
    for (; exit < exits.length && exits[exit]! < marker.start; exit++) branches.exit(exits[exit]!)
    branches.mark(marker)
  }
  for (; exit < exits.length; exit++) branches.exit(exits[exit]!)
  return branches.end()
}

/** In the text of a page, never in comments, style sheets and scripts. In attributes they are a fault. */
export function conditionsInHtml(html: string, keys: FieldKeys, tokens?: readonly Token[]): ReadConditions {
  if (!mayHoldConditions(html)) return none
  const branches = new Branches(html)
  for (const token of tokens ?? tokenize(html)) {
    if (token.kind === 'text') readText(token, keys, branches)
    else if (token.kind === 'open') {
      refuseInAttributes(token, keys, branches)
      if (token.name === 'unsubscribe') branches.exit(token.start)
      branches.open(token.name, token.start, html[token.end - 2] === '/')
    } else if (token.kind === 'close') branches.close(token.name, token.start)
    else if (token.kind === 'comment') readComment(token.text, token.start, branches)
  }
  return branches.end()
}

function readText({ text, start, rawIn }: Extract<Token, { kind: 'text' }>, keys: FieldKeys, branches: Branches): void {
  if (rawIn === 'style' || rawIn === 'script' || !text.includes('[')) return
  for (const marker of markersIn(text, 'html', keys, start)) {
    if (rawIn === undefined) branches.mark(marker)
    else branches.fault(marker.start, `${marker.written} is in <${rawIn}>, where conditions are not read`)
  }
}

function refuseInAttributes({ name, attributes }: OpenTag, keys: FieldKeys, branches: Branches): void {
  for (const { name: attribute, value, start } of attributes) {
    if (!mayHoldConditions(value)) continue
    const [marker] = markersIn(value, 'plain', keys)
    if (!marker) continue
    const written = marker.written.slice(0, longestCondition)
    branches.fault(
      start,
      `${written} is in the attribute ${attribute} of <${name}>, where conditions are not read: write the element once in each branch`,
    )
  }
}

/** Markup that Outlook alone shows has elements of its own, which each branch has to close as well. */
function readComment(text: string, start: number, branches: Branches): void {
  const markup = conditionalMarkup(text)
  if (/^\s*\[if\b[^\]]{0,200}\]><!/i.test(text)) branches.open('<!--[if]><!-->', start, false)
  else if (/^\s*<!\[endif\]/i.test(text)) branches.close('<!--[if]><!-->', start)
  else if (markup) readOutlook(text.slice(markup.start, markup.end), start, branches)
}

function readOutlook(markup: string, start: number, branches: Branches): void {
  if (/\[(?:if|elseif):/i.test(markup))
    branches.fault(start, 'a condition is in a comment for Outlook, where conditions are not read')
  for (const token of tokenize(markup)) {
    if (token.kind === 'open') branches.open(token.name, start, markup[token.end - 2] === '/', 'outlook')
    else if (token.kind === 'close') branches.close(token.name, start, 'outlook')
  }
}
