/** Where in a draft the things stand that findings of a check are about. Pure functions of plain data, which a thread runs. */
import { decodeHTML } from 'entities'
import { attributeOf, tokenize } from '../../content/markup.ts'
import { noBrand } from '../../content/sections/look.ts'
import { readSections, type Section, type SectionKind } from '../../content/sections/schema.ts'
import { type LeftOut, toMjml } from '../../content/sections/to-mjml.ts'
import { changeParts, type DraftPart, noPlace, type Place, type WrittenDraft } from './content-parts.ts'

/** What names a finding: there are several of one code. */
export interface FindingName {
  readonly code: string
  readonly detail: string
}

/** In the order of the findings; undefined for what has no place in the draft. Time grows with the draft and with the findings. */
export function locateFindings({
  draft,
  findings,
}: {
  readonly draft: WrittenDraft
  readonly findings: readonly FindingName[]
}): readonly (Place | undefined)[] {
  const parts: SearchedPart[] = []
  changeParts(draft, part => {
    parts.push({ ...part, decoded: part.text.includes('&') ? decodeHTML(part.text) : undefined })
    return part.text
  })
  const isSource = draft.kind === 'html' || draft.kind === 'mjml'
  const incomplete = draft.kind === 'sections' ? leftOutPlaces(draft.html) : new Map<string, Place>()
  return findings.map(({ code, detail }) => {
    if (code === 'SectionIncomplete') return incomplete.get(detail)
    const said = isSource ? linePlace(draft.kind, detail) : undefined
    if (said) return said
    const search = searchFor(code, detail)
    if (!search) return undefined
    // a subject is short and looked at anyway: a text that is in the content too is reported there
    return findPlace(parts.filter(isContent), search, isSource) ?? findPlace(parts, search, false)
  })
}

interface SearchedPart extends DraftPart {
  /** Its text without entities, which addresses in details do not have; undefined where it has none. */
  readonly decoded: string | undefined
}

/** @returns where the text begins that a finding is about; -1 where it is not in the text */
type Search = (text: string, part: DraftPart) => number

function findPlace(parts: readonly SearchedPart[], search: Search, isSource: boolean): Place | undefined {
  for (const part of parts) {
    // entities are written within a line: both texts have the same lines
    for (const [text, isWritten] of [[part.text, true] as const, [part.decoded, false] as const]) {
      const at = text === undefined ? -1 : search(text, part)
      if (text === undefined || at < 0) continue
      if (!isSource) return part.place
      const { line, column } = positionOf(text, at)
      return { ...part.place, line, column: isWritten ? column : 1 }
    }
  }
  return undefined
}

function positionOf(text: string, at: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, at).split(/\r\n?|\n/)
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
}

/**
 * The place in a source that a detail begins with: `Line 3, column 7: …` of the MJML compiler, `Html, line 12: …` of a condition, whose
 * lines are those of the HTML.
 */
function linePlace(kind: WrittenDraft['kind'], detail: string): Place | undefined {
  const said = kind === 'mjml' ? /^Line (\d+), column (\d+):/ : /^Html, line (\d+):/
  const [, line, column = '1'] = said.exec(detail) ?? []
  if (line === undefined) return undefined
  return { ...noPlace, part: 'Content', line: Number(line), column: Number(column) }
}

function isContent({ place: { part } }: DraftPart): boolean {
  return part === 'Content' || part === 'Template'
}

function searchFor(code: string, detail: string): Search | undefined {
  switch (code) {
    case 'ImageWithoutAlt':
      return (text, part) => (isHtml(part) ? imageWithoutAlt(text) : -1)
    case 'MicrodataProblem':
      return (text, part) => (isHtml(part) ? text.search(/\sitem(?:prop|scope|type|ref|id)\b/i) : -1)
    case 'VmlWithoutAddress':
      return (text, part) => (isHtml(part) ? text.toLowerCase().indexOf(detail.slice(0, -1)) : -1)
  }
  if (!located.has(code)) return undefined
  const wanted = wordsOf(code, detail).filter(one => one !== '')
  return text => wanted.map(one => text.indexOf(one)).find(at => at >= 0) ?? -1
}

/** Their details hold what is written in the draft. */
const located: ReadonlySet<string> = new Set([
  ...['UnsubscribeElsewhere', 'ForeignTags', 'UnresolvedTag', 'MissingFallback', 'BrokenLink', 'LinkToAddress'],
  ...['LinkWithoutTls', 'LinkNotTracked', 'LinkNotChecked', 'FileWithoutAddress', 'ImageEmbedded'],
  ...['ConditionInvalid', 'BranchUnused'],
])

/** What to look for, the surest first. */
function wordsOf(code: string, detail: string): readonly string[] {
  switch (code) {
    case 'ForeignTags': {
      const [first = ''] = detail.slice(detail.indexOf(': ') + 2).split(/, |; /, 1)
      return [first.replace('nothing here stands for ', '')]
    }
    case 'UnsubscribeElsewhere':
      return [detail.slice(detail.lastIndexOf('” leads to ') + '” leads to '.length).replace('…', '')]
    case 'MissingFallback':
    case 'UnresolvedTag':
      return [detail.slice(0, Math.max(0, detail.indexOf(']')))]
    case 'ConditionInvalid':
    case 'BranchUnused': {
      const condition = detail.slice(detail.indexOf(': ') + 2)
      const [mark = ''] = /\[(?:else)?if:[^\]]+\]/i.exec(detail) ?? []
      return [mark, `[if:${condition}]`, `[elseif:${condition}]`]
    }
    case 'ImageEmbedded':
      return [detail.split('…', 1)[0] ?? '']
    default:
      // links are followed by how often they are there, and by what their host answers
      return [detail.split(/ \(\d+ times\)|: /, 1)[0] ?? '']
  }
}

function isHtml({ form }: DraftPart): boolean {
  return form === 'html' || form === 'fragment'
}

function imageWithoutAlt(html: string): number {
  const image = tokenize(html).find(
    token => token.kind === 'open' && token.name === 'img' && attributeOf(token, 'alt') === undefined,
  )
  return image?.start ?? -1
}

/** Places of addresses that a mail of sections leaves out, by the detail of the finding. */
function leftOutPlaces(source: string): ReadonlyMap<string, Place> {
  const document = readSections(source)
  const { leftOut } = toMjml(document, noBrand)
  return new Map(leftOut.map(one => [leftOutSentence(one, document.sections), placeOf(one, document.sections)]))
}

function placeOf({ path }: LeftOut, sections: readonly Section[]): Place {
  const [, n = '', item, setting = ''] = /^sections\[(\d+)\](?:\.\w+\[(\d+)\])?\.(\w+)$/.exec(path) ?? []
  const section = Number(n)
  const kind = sections[section]?.kind ?? ''
  return {
    ...noPlace,
    part: 'Content',
    section: section + 1,
    kind,
    setting,
    item: item === undefined ? 0 : Number(item) + 1,
  }
}

const kindWords: Readonly<Record<SectionKind, string>> = {
  ...{ heading: 'heading', text: 'text', image: 'image', imageText: 'image with text', button: 'button' },
  ...{ columns: 'columns', divider: 'divider', social: 'social links', footer: 'footer', raw: 'HTML' },
}

/** In the words of the editor: `Section 3 (image) has no image.` */
export function leftOutSentence(leftOut: LeftOut, sections: readonly Section[]): string {
  const { section, kind, setting, item } = placeOf(leftOut, sections)
  const within = item === 0 ? '' : kind === 'social' ? `, link ${item}` : `, column ${item}`
  const name = `ection ${section} (${kindWords[kind as SectionKind] ?? kind}${within})`
  const { message } = leftOut
  if (message.startsWith('has ')) return `S${name} ${message}.`
  return `The address of the ${setting === 'src' ? 'image' : 'link'} in s${name} ${message}.`
}
