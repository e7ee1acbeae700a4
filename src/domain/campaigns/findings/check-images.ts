/** Images and style sheets that readers will not see, in the page and in what Outlook alone reads. */

import { conditionalTokens } from '../../content/conditional-comments.ts'
import { findReferences } from '../../content/css.ts'
import { attributeOf, type Token } from '../../content/markup.ts'
import { resolve } from '../../content/page-files.ts'
import { findPageReferences, mapSourceSet } from '../../content/page-references.ts'
import { type Finding, finding } from './check-findings.ts'

export function checkImages(tokens: readonly Token[]): readonly Finding[] {
  const all = [...tokens, ...conditionalTokens(tokens).flat()]
  const urls = [...new Set(addressesOf(all))]
  return [
    ...withoutAlt(tokens),
    ...urls.filter(hasNoAddress).map(url => finding('FileWithoutAddress', url)),
    ...urls.filter(url => /^(?:cid|data):/i.test(url)).map(url => finding('ImageEmbedded', shown(url))),
    ...vmlWithoutAddress(all),
  ]
}

/** Of all that the page shows. */
function addressesOf(tokens: readonly Token[]): readonly string[] {
  return findPageReferences(tokens).flatMap(reference => {
    if (reference.kind === 'file' || reference.kind === 'stylesheet') return [reference.url]
    if (reference.kind === 'style') return inCss(reference.attribute.value)
    if (reference.kind === 'sheet') return inCss(reference.css)
    if (reference.kind !== 'files') return []
    const urls: string[] = []
    mapSourceSet(reference.attribute.value, url => {
      urls.push(url)
      return url
    })
    return urls
  })
}

function inCss(css: string): readonly string[] {
  const urls = findReferences(css).flatMap(({ kind, url }) => (kind === 'url' ? [url] : []))
  return urls.filter(url => !/^data:(?:font|application)/i.test(url))
}

/** A path, though there is nothing it could be relative to any more; or a host without `https:`, which a mail has no default for. */
function hasNoAddress(url: string): boolean {
  return /^[\\/]{2}/.test(url) || resolve(url, { url: 'about:blank', zipFolder: undefined })?.isRelative === true
}

function shown(url: string): string {
  if (!/^data:/i.test(url)) return url
  return `${url.slice(0, 40)}… (${Math.ceil(url.length / 1024)} KB)`
}

function withoutAlt(tokens: readonly Token[]): readonly Finding[] {
  const count = tokens.filter(
    token => token.kind === 'open' && token.name === 'img' && attributeOf(token, 'alt') === undefined,
  ).length
  return count === 0 ? [] : [finding('ImageWithoutAlt', count === 1 ? '1 image' : `${count} images`)]
}

/** Fills that draw a picture; one without a type, or with a gradient, is a colour. */
const picturedFills = new Set(['tile', 'frame', 'pattern'])

function vmlWithoutAddress(tokens: readonly Token[]): readonly Finding[] {
  const names = tokens.flatMap(token => {
    if (token.kind !== 'open' || !/^v:(?:fill|image|imagedata)$/.test(token.name)) return []
    const isPicture =
      token.name !== 'v:fill' || picturedFills.has((attributeOf(token, 'type') ?? '').trim().toLowerCase())
    const source = attributeOf(token, 'src') ?? attributeOf(token, 'o:href') ?? ''
    return isPicture && source.trim() === '' ? [`<${token.name}>`] : []
  })
  return [...new Set(names)].map(name => finding('VmlWithoutAddress', name))
}
