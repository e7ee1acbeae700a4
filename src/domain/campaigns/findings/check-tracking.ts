/** Links that look as if they were tracked and are not: a tag in host or path would let a value say where they lead. */
import { attributeOf, type Token } from '../../content/markup.ts'
import { addressPattern } from '../../content/merge-tags.ts'
import { isLinkElement } from '../../content/page-references.ts'
import { type Finding, finding } from './check-findings.ts'
import { isBeforeQuery, isWebAddress } from './tracked-links.ts'

/** @param tagAt where the first tag begins in a text that means something; undefined without any */
export function untrackedLinks(
  tokens: readonly Token[],
  text: string,
  tagAt: (text: string) => number | undefined,
): readonly Finding[] {
  const found = new Set<string>()
  for (const address of [...hrefs(tokens), ...written(text)]) {
    const at = tagAt(address)
    // a value as the whole address may lead to the web too
    const isWeb = at === 0 || isWebAddress(address)
    if (isWeb && at !== undefined && isBeforeQuery(address, at)) found.add(address)
  }
  return [...found].map(address => finding('LinkNotTracked', address))
}

function hrefs(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap(token => {
    if (token.kind !== 'open' || !isLinkElement(token.name)) return []
    // its author asked for it
    if (attributeOf(token, 'cm_dontconvertlink') !== undefined) return []
    return attributeOf(token, 'href')?.trim() ?? []
  })
}

function written(text: string): readonly string[] {
  return [...text.matchAll(addressPattern)].map(([address]) => address)
}
