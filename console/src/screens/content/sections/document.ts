/** A document of sections as the editor holds it. The service defines its kinds and settings: `Content.GetSectionKinds`. */

import type { ValueOf } from '../../../../../src/client/client.ts'
import { withValues } from '../../../lib/merge-tags.ts'

export type SectionKinds = ValueOf<'Content.GetSectionKinds'>
type OfSection = NonNullable<SectionKinds['Theme']>[number]
/** Of a section, or of an item, which has no items. */
export type Setting = Omit<OfSection, 'Least' | 'Most'> & Partial<Pick<OfSection, 'Least' | 'Most'>>
/** Of a section, of an item of one, or of the theme. */
export type Values = Readonly<Record<string, unknown>>
/** Settings that are left out have their defaults. */
export type Section = Values & { readonly kind: string }

export interface SectionDocument {
  readonly theme: Values
  readonly sections: readonly Section[]
}

/** @returns undefined for a document of another version, which is never changed here */
export function documentOf(source: string, version: number): SectionDocument | undefined {
  if (source === '') return { theme: {}, sections: [] }
  try {
    const { version: written, theme = {}, sections = [] } = JSON.parse(source)
    return written === version ? { theme, sections } : undefined
  } catch {
    return undefined
  }
}

export function sourceOf({ theme, sections }: SectionDocument, version: number): string {
  return JSON.stringify({ version, ...(Object.keys(theme).length > 0 && { theme }), sections }, null, 1)
}

/** With a value, or without it where it is the default. */
export function withSetting<Of extends Values>(
  values: Of,
  { Name = '', Default = '', Type }: Setting,
  value: unknown,
): Of {
  const initial = Type === 'Switch' ? Default === 'true' : Type === 'Color' ? '' : Default
  const { [Name]: _before, ...others } = values
  // all else stays as it is
  return (value === initial ? others : { ...others, [Name]: value }) as Of
}

/** An empty colour means the default of the setting. */
export function textOf(values: Values, { Name = '', Default = '', Type }: Setting): string {
  const value = values[Name]
  return typeof value === 'string' ? value : Type === 'Color' ? '' : Default
}

export function switchOf(values: Values, { Name = '', Default }: Setting): boolean {
  const value = values[Name]
  return typeof value === 'boolean' ? value : Default === 'true'
}

/** As many as there must be at least. */
export function itemsOf(values: Values, { Name = '', Least = 0 }: Setting): readonly Values[] {
  const value = values[Name]
  return Array.isArray(value) ? value : Array.from({ length: Least }, () => ({}))
}

const knownWords = new WeakMap<Values, string>()

/** What a section says, without its markup: the first words of it. It is worked out once, since sections are not changed but replaced. */
export function wordsOf(section: Values): string {
  const words = knownWords.get(section) ?? readWords(section)
  knownWords.set(section, words)
  return words
}

function readWords(section: Values): string {
  const { title, text, html, alt, columns, links } = section
  const inside = [columns, links].flatMap(list => (Array.isArray(list) ? list.map(wordsOfItem) : []))
  const all = [words(title), words(text), wordsOfHtml(html), words(alt), ...inside].filter(one => one !== '')
  return withValues(all.join(' · ').replace(/\s+/g, ' '), {}).slice(0, 120)
}

function wordsOfItem({ title, name, html, label }: Values): string {
  return words(title) || words(name) || wordsOfHtml(html) || words(label)
}

/** As many characters are looked at. */
const looked = 2_000

function words(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, looked).trim() : ''
}

function wordsOfHtml(value: unknown): string {
  return words(value)
    .replace(/<\/?(?:p|br|hr|li|ul|ol|h\d|blockquote)\b[^<>]*>/gi, ' ')
    .replace(/<[^<>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim()
}
