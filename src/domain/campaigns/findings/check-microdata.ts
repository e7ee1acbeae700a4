/** Microdata (html.spec.whatwg.org §5) that mail programs cannot read: Gmail and Yahoo then show none of it. */
import { attributeOf, type OpenTag, type Token } from '../../content/markup.ts'
import { type Finding, finding } from './check-findings.ts'

/** Elements without an end. */
const empty = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))

export function checkMicrodata(tokens: readonly Token[]): readonly Finding[] {
  const found = new Set<string>()
  const ids = new Set<string>()
  const referred = new Set<string>()
  for (const token of tokens) {
    if (token.kind !== 'open') continue
    const id = attributeOf(token, 'id')
    if (id !== undefined) ids.add(id)
    for (const name of wordsOf(attributeOf(token, 'itemref'))) referred.add(name)
  }
  for (const name of referred) if (!ids.has(name)) found.add(`itemref="${name}" names no element of the page`)
  /** Open elements, and whether one is an item or is referred to by one. */
  const open: { readonly name: string; readonly isItem: boolean }[] = []
  const opened = new Map<string, number>()
  const count = (name: string, by: number) => opened.set(name, (opened.get(name) ?? 0) + by)
  let items = 0
  for (const token of tokens) {
    // what was not closed inside of it ends with it
    if (token.kind === 'close' && (opened.get(token.name) ?? 0) > 0) {
      for (let last = open.pop(); last; last = last.name === token.name ? undefined : open.pop()) {
        count(last.name, -1)
        if (last.isItem) items--
      }
    }
    if (token.kind !== 'open') continue
    const isReferred = referred.has(attributeOf(token, 'id') ?? '')
    for (const fault of faultsOf(token, items > 0 || isReferred)) found.add(fault)
    if (empty.has(token.name)) continue
    const isItem = isReferred || attributeOf(token, 'itemscope') !== undefined
    if (isItem) items++
    open.push({ name: token.name, isItem })
    count(token.name, 1)
  }
  return [...found].map(fault => finding('MicrodataProblem', fault))
}

function faultsOf(tag: OpenTag, isInItem: boolean): readonly string[] {
  const [type, property] = [attributeOf(tag, 'itemtype'), attributeOf(tag, 'itemprop')]
  const isItem = attributeOf(tag, 'itemscope') !== undefined
  const faults: string[] = []
  if (!isItem) {
    for (const name of ['itemtype', 'itemid', 'itemref'])
      if (attributeOf(tag, name) !== undefined) faults.push(`${name} is on <${tag.name}> without itemscope`)
  }
  for (const one of wordsOf(type)) if (!URL.canParse(one)) faults.push(`itemtype="${one}" is no full address`)
  if (property === undefined) return faults
  if (property.trim() === '') faults.push(`itemprop of <${tag.name}> is empty`)
  const value = tag.name === 'meta' ? 'content' : tag.name === 'link' ? 'href' : undefined
  if (value !== undefined && attributeOf(tag, value) === undefined) {
    faults.push(`<${tag.name} itemprop="${property}"> has no ${value}`)
  }
  if (!isInItem) faults.push(`itemprop="${property}" is in no itemscope`)
  return faults
}

function wordsOf(value: string | undefined): readonly string[] {
  return (value ?? '').split(/\s+/).filter(word => word !== '')
}
