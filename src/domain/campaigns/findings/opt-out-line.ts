/**
 * The way out that is added to a letter whose author left it out, below the footer of the client. It looks like the last text of the
 * letter, and a check reports its place.
 */
import { Refusal } from '../../../contract/refusals.ts'
import { escapeHtml } from '../../../lib/html.ts'
import type { BrandFooter } from '../../clients/brand.ts'
import { lookOfLastText, styleOfLook } from '../../content/last-text.ts'
import { type Token, tokenize, visibleText } from '../../content/markup.ts'
import { textUnsubscribeTag } from '../../content/merge-tags.ts'
import { unsubscribeFault } from '../../content/unsubscribe-tag.ts'
import { english } from '../../texts/english.ts'
import { type Finding, finding } from './check-findings.ts'

const beforeLink = 'If you no longer wish to receive these emails, you can '
const textLine = 'If you no longer wish to receive these emails, you can unsubscribe here: [unsubscribe]'

/**
 * Adds the link if the HTML has none; a link that would not work is refused.
 * @throws Refusal what `unsubscribeFault` names, TextUnsubscribeInHtml, InvalidHtmlContent
 */
export function withUnsubscribeLink(html: string, tokens: readonly Token[], footer: BrandFooter | undefined): string {
  const fault = unsubscribeFault(tokens)
  if (fault === undefined) return html
  if (fault === 'TextUnsubscribeTagInHtml') {
    throw new Refusal(
      'TextUnsubscribeInHtml',
      'HTML uses the tags <unsubscribe>…</unsubscribe>; [unsubscribe] is for text.',
    )
  }
  if (fault !== 'NoUnsubscribeTag' && fault !== 'UnsubscribeTagInComment') throw new Refusal(fault)
  const end =
    tokens.findLast(token => token.kind === 'close' && token.name === 'body') ??
    tokens.findLast(token => token.kind === 'close' && token.name === 'html')
  const at = end?.start ?? html.length
  const look = lookOfLastText(tokens)
  const style = styleOfLook(look)
  const link = `<unsubscribe style="color:${look.color};text-decoration:underline">unsubscribe here</unsubscribe>`
  const lines = [...(footer ? footerLines(footer, look.color) : []), `${beforeLink}${link}.`]
  const added = lines.map(line => `<p style="${style}">${line}</p>\n`).join('')
  const result = html.slice(0, at) + added + html.slice(at)
  if (unsubscribeFault(tokenize(result)) !== undefined) {
    throw new Refusal('InvalidHtmlContent', 'The page ends within a tag, link, comment or style that is not closed.')
  }
  return result
}

/** Escaped; it can hold no merge tags (clients/branding.ts). */
function footerLines({ text, postalAddress, imprintUrl }: BrandFooter, color: string): readonly string[] {
  const lines = [text, postalAddress]
    .filter(block => block !== '')
    .map(block => escapeHtml(block).replaceAll('\n', '<br>'))
  return imprintUrl === ''
    ? lines
    : [...lines, `<a href="${escapeHtml(imprintUrl)}" style="color:${color}">${english.imprint}</a>`]
}

export function withUnsubscribeLine(text: string, footer: BrandFooter | undefined): string {
  const lines = text.replace(/\r\n?/g, '\n')
  if (textUnsubscribeTag.test(lines)) return lines
  return `${lines.trimEnd()}\n\n${footer ? textFooter(footer) : ''}${textLine}\n`
}

function textFooter({ text, postalAddress, imprintUrl }: BrandFooter): string {
  const imprint = imprintUrl === '' ? '' : `${english.imprint}: ${imprintUrl}`
  return [text, postalAddress, imprint].map(block => (block === '' ? '' : `${block}\n\n`)).join('')
}

const longestShown = 80

/** What a check says of a way out that was added. */
export function addedLineFindings(tokens: readonly Token[], text: string | null): readonly Finding[] {
  const at = tokens.findIndex((token, n) => token.kind === 'text' && token.text === beforeLink && isOwn(tokens, n))
  return [
    ...(at < 0 ? [] : [finding('UnsubscribeAdded', placeAfter(wordsBefore(tokens, at), 'HTML'))]),
    ...(text?.trimEnd().endsWith(textLine)
      ? [finding('UnsubscribeAdded', placeAfter(text.trimEnd().slice(0, -textLine.length), 'text'))]
      : []),
  ]
}

function isOwn(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1]
  return next?.kind === 'open' && next.name === 'unsubscribe'
}

function placeAfter(words: string, part: string): string {
  const spaced = words.replace(/\s+/g, ' ').trim()
  if (spaced === '') return `${part}: it is all there is`
  return `${part}: at the end, below “${spaced.length > longestShown ? `…${spaced.slice(-longestShown)}` : spaced}”`
}

function wordsBefore(tokens: readonly Token[], at: number): string {
  let words = ''
  for (let n = at - 1; n >= 0 && words.length < longestShown * 2; n--) {
    const token = tokens[n]
    if (token?.kind === 'text' && token.rawIn === undefined) words = `${visibleText(token)} ${words}`
  }
  return words
}
