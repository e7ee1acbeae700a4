/**
 * The link to the choice of what may be recorded, added to letters to lists whose profile of law demands a way to withdraw consent,
 * where the author gave no link to preferences. See docs/law.md#the-line-that-is-added.
 */
import { needsPreferencesLink } from '../../domain/consent/law.ts'
import { lookOfLastText, styleOfLook } from '../../domain/content/last-text.ts'
import { tokenize } from '../../domain/content/markup.ts'
import { preferencesLinksOf } from '../../domain/content/preferences-tag.ts'
import { textsIn } from '../../domain/texts/texts.ts'
import { escapeHtml } from '../../lib/html.ts'
import type { ContentRow } from '../../store/campaigns/sending.ts'

/** What the line depends on. */
interface LetterToLists {
  readonly html: string
  readonly text: string | null
  readonly lists: readonly Pick<ContentRow['lists'][number], 'consent'>[]
}

/** A letter with the line in each part that lacks the link. One walk through the HTML, only if a list demands it. */
export function withTrackingLine<Content extends LetterToLists>(content: Content): Content {
  const list = content.lists.find(({ consent }) => consent && needsPreferencesLink(consent))
  if (!list) return content
  const { trackingLine } = textsIn(list.consent?.language)
  const { html, text } = content
  const tokens = tokenize(html)
  const has = preferencesLinksOf(tokens, text)
  return {
    ...content,
    html: has.html ? html : withLink(html, tokens, trackingLine),
    text: text === null || has.text ? text : `${text.trimEnd()}\n\n${trackingLine}: [trackingpreferences]\n`,
  }
}

function withLink(html: string, tokens: ReturnType<typeof tokenize>, line: string): string {
  const look = lookOfLastText(tokens)
  const link = `<trackingpreferences style="color:${look.color};text-decoration:underline">${escapeHtml(line)}</trackingpreferences>`
  const end =
    tokens.findLast(token => token.kind === 'close' && token.name === 'body') ??
    tokens.findLast(token => token.kind === 'close' && token.name === 'html')
  const at = end?.start ?? html.length
  return `${html.slice(0, at)}<p style="${styleOfLook(look)}">${link}</p>\n${html.slice(at)}`
}
