/** Whether a letter leads its reader to the page of preferences, in each of its parts. */
import type { Token } from './markup.ts'

const tags: ReadonlySet<string> = new Set(['preferences', 'trackingpreferences'])
const textTag = /\[(?:tracking)?preferences\]/i

/** @param text null if it is made from the HTML */
export function preferencesLinksOf(
  tokens: readonly Token[],
  text: string | null,
): { readonly html: boolean; readonly text: boolean } {
  const html = tokens.some(token => token.kind === 'open' && tags.has(token.name))
  return { html, text: text === null ? html : textTag.test(text) }
}
