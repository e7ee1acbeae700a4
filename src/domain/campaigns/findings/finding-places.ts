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
  const parts: DraftPart[] = []
  changeParts(draft, part => {
    parts.push({ ...part, text: part.text.includes('&') ? `${part.text}\n${decodeHTML(part.text)}` : part.text })
    return part.text
  })
  const incomplete = draft.kind === 'sections' ? leftOutPlaces(draft.html) : new Map<string, Place>()
  return findings.map(({ code, detail }) => {
    if (code === 'SectionIncomplete') return incomplete.get(detail)
    const isIt = searchFor(code, detail)
    // a subject is short and looked at anyway: a text that is in the content too is reported there
    return isIt && (parts.find(part => isContent(part) && isIt(part)) ?? parts.find(isIt))?.place
  })
}

function isContent({ place: { part } }: DraftPart): boolean {
  return part === 'Content' || part === 'Template'
}

function searchFor(code: string, detail: string): ((part: DraftPart) => boolean) | undefined {
  switch (code) {
    case 'ImageWithoutAlt':
      return part => isHtml(part) && hasImageWithoutAlt(part.text)
    case 'MicrodataProblem':
      return part => isHtml(part) && /\sitem(?:prop|scope|type|ref|id)\b/i.test(part.text)
    case 'VmlWithoutAddress':
      return part => isHtml(part) && part.text.toLowerCase().includes(detail.slice(0, -1))
  }
  if (!located.has(code)) return undefined
  const wanted = wordsOf(code, detail).filter(one => one !== '')
  return part => wanted.some(one => part.text.includes(one))
}

/** Their details hold what is written in the draft. */
const located: ReadonlySet<string> = new Set([
  ...['UnsubscribeElsewhere', 'ForeignTags', 'UnresolvedTag', 'MissingFallback', 'BrokenLink', 'LinkToAddress'],
  ...['LinkWithoutTls', 'LinkNotTracked', 'LinkNotChecked', 'FileWithoutAddress', 'ImageEmbedded'],
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

function hasImageWithoutAlt(html: string): boolean {
  return tokenize(html).some(
    token => token.kind === 'open' && token.name === 'img' && attributeOf(token, 'alt') === undefined,
  )
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
