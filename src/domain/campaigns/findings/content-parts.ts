/** The texts that a draft consists of, each with its place and with what may stand there; and the draft with some of them replaced. */
import { jsonStrings } from '../../../lib/json-strings.ts'
import type { ContentKind } from '../../../store/campaigns/draft-rows.ts'
import { replaceSpans, tokenize } from '../../content/markup.ts'
import type { KeptLeafValue, KeptRegionValue } from '../../content/regions/given-regions.ts'
import { readRegions } from '../../content/regions/regions.ts'
import { inPresentVersion, sectionKinds } from '../../content/sections/schema.ts'
import type { Settings } from '../../content/sections/settings.ts'

/** What of a draft is read: plain data, for a thread. */
export interface WrittenDraft {
  readonly kind: ContentKind
  readonly subject: string
  readonly preheader: string
  /** As it is kept: MJML, a document of sections, the HTML of a template. */
  readonly html: string
  readonly text: string | null
  readonly values: readonly KeptRegionValue[]
}

export interface Place {
  readonly part: 'Subject' | 'Preheader' | 'Content' | 'Template' | 'Text'
  /** Of a section: its number from 1 and its kind; 0 and '' elsewhere. */
  readonly section: number
  readonly kind: string
  /** The setting of a section, or of an item of it. */
  readonly setting: string
  /** The number of an item from 1, of a section or a repeater; 0 for none. */
  readonly item: number
  /** The region of a template. */
  readonly region: string
  /** Of HTML and MJML as they are written, counted from 1; 0 elsewhere and where it is not known. */
  readonly line: number
  readonly column: number
}

export const noPlace: Omit<Place, 'part'> = {
  ...{ section: 0, kind: '', setting: '', item: 0, region: '' },
  ...{ line: 0, column: 0 },
}

/** `fragment`: HTML of a few elements (safe-html.ts); `line`: text of one line; `subject`: the same with dates. */
export type PartForm = 'html' | 'fragment' | 'text' | 'subject' | 'line'

export interface DraftPart {
  readonly place: Place
  readonly form: PartForm
  readonly text: string
  /** A page, a ZIP file and the frame of a template are changed where they come from. */
  readonly canChange: boolean
}

/** Changes a text; the same text for no change. */
export type ChangePart = (part: DraftPart) => string

/** Every text of a draft, changed. Each is given once, in the order in which people see them. */
export function changeParts(draft: WrittenDraft, change: ChangePart): WrittenDraft {
  const part = (place: Partial<Place> & Pick<Place, 'part'>, form: PartForm, text: string, canChange = true) =>
    change({ place: { ...noPlace, ...place }, form, text, canChange })
  const subject = part({ part: 'Subject' }, 'subject', draft.subject)
  const preheader = part({ part: 'Preheader' }, 'subject', draft.preheader)
  const content = changeContent(draft, part)
  const canChange = draft.kind !== 'url' && draft.kind !== 'zip'
  const text = draft.text === null ? null : part({ part: 'Text' }, 'text', draft.text, canChange)
  return { ...draft, ...content, subject, preheader, text }
}

type Change = (place: Partial<Place> & Pick<Place, 'part'>, form: PartForm, text: string, canChange?: boolean) => string

function changeContent(draft: WrittenDraft, part: Change): Pick<WrittenDraft, 'html' | 'values'> {
  const { kind, html, values } = draft
  switch (kind) {
    case 'none':
      return { html, values }
    case 'html':
    case 'mjml':
      return { html: part({ part: 'Content' }, 'html', html), values }
    case 'url':
    case 'zip':
      part({ part: 'Content' }, 'html', html, false)
      return { html, values }
    case 'sections':
      return { html: changeSections(html, part), values }
    case 'regions':
      part({ part: 'Template' }, 'html', html, false)
      return { html, values: changeValues(html, values, part) }
  }
}

/** Strings that are not changed stay as they are written. */
function changeSections(source: string, part: Change): string {
  const document = inPresentVersion(source)
  const { sections } = JSON.parse(document) as { readonly sections: readonly { readonly kind: string }[] } // it was read at the save
  const changes = jsonStrings(document).flatMap(({ path, start, end, value }) => {
    const [list, n, setting, item, inside] = path
    if (list !== 'sections' || typeof n !== 'number' || typeof setting !== 'string') return []
    const kind = sections[n]?.kind ?? ''
    const form = formOf(kind, setting, inside)
    if (form === undefined) return []
    const place = { part: 'Content', section: n + 1, kind, ...placeIn(setting, item, inside) } as const
    const next = part(place, form, value)
    return next === value ? [] : [{ start, end, text: JSON.stringify(next) }]
  })
  return replaceSpans(document, changes)
}

function placeIn(setting: string, item: string | number | undefined, inside: string | number | undefined) {
  return typeof item === 'number' && typeof inside === 'string' ? { setting: inside, item: item + 1 } : { setting }
}

/** @returns undefined for what is no text, such as a colour */
function formOf(kind: string, setting: string, inside: string | number | undefined): PartForm | undefined {
  if (!Object.hasOwn(sectionKinds, kind)) return undefined
  const settings: Settings = sectionKinds[kind as keyof typeof sectionKinds] // one of its keys
  const outer = settings[setting]
  const found = outer?.type === 'Items' && typeof inside === 'string' ? outer.settings[inside] : outer
  switch (found?.type) {
    case 'Line':
    case 'Lines':
    case 'Image':
    case 'Link':
      return 'line'
    case 'Text':
      return 'fragment'
    case 'Html':
      return 'html'
    default:
      return undefined
  }
}

function changeValues(template: string, values: readonly KeptRegionValue[], part: Change): readonly KeptRegionValue[] {
  const { regions } = readRegions(template, tokenize(template))
  const isMultiLine = (all: readonly { readonly name: string; readonly kind: string }[], name = '') =>
    all.find(one => one.name === name)?.kind === 'MultiLine'
  return values.map(value => {
    const { Name = '', Items } = value
    const repeater = regions.find(one => one.name === Name)
    const inside = repeater?.kind === 'Repeater' ? repeater.layouts.flatMap(layout => layout.regions) : []
    return {
      ...changeLeaf(value, { part: 'Content', region: Name }, isMultiLine(regions, Name), part),
      ...(Items && {
        Items: Items.map(({ Regions, ...item }, n) => ({
          ...item,
          ...(Regions && {
            Regions: Regions.map(leaf =>
              changeLeaf(
                leaf,
                { part: 'Content', region: Name, item: n + 1, setting: leaf.Name ?? '' },
                isMultiLine(inside, leaf.Name),
                part,
              ),
            ),
          }),
        })),
      }),
    }
  })
}

function changeLeaf<Value extends KeptLeafValue>(
  value: Value,
  place: Partial<Place> & Pick<Place, 'part'>,
  isMultiLine: boolean,
  part: Change,
): Value {
  const { Content, Alt, Href } = value
  return {
    ...value,
    ...(Content !== undefined && { Content: part(place, isMultiLine ? 'fragment' : 'line', Content) }),
    ...(Alt !== undefined && { Alt: part(place, 'line', Alt) }),
    ...(Href !== undefined && { Href: part(place, 'line', Href) }),
  }
}
