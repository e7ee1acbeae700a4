/**
 * A condition of a letter, as it is written in `[if:…]` and `[elseif:…]`: how it is written, and whether it holds for a person. Composing,
 * checks, counts and previews all ask here. See docs/content.md#conditions.
 */
import { asOneLine } from '../../text-rules/single-line.ts'
import { type Contact, plainValue, readValue } from '../contact-values.ts'
import { type FieldKeys, recipientTags, type TagValue } from '../merge-tags.ts'

/** How a value is compared. With an empty value, `=` means empty and `!=` means known. */
export type Comparison = '=' | '!=' | '*='

export type Condition =
  | { readonly about: 'value'; readonly of: TagValue; readonly is: Comparison; readonly value: string }
  | { readonly about: Asked; readonly is: '=' | '!='; readonly value: string }

/** What a condition asks for beside fields. */
export type Asked = 'tag' | 'language' | 'segment'

/** UTF-16 units between `[if:` and `]`. */
export const longestCondition = 500

/** Why a text is no condition; a sentence. */
export interface ConditionFault {
  readonly says: string
}

/** @param written without brackets, character references decoded */
export function readCondition(written: string, keys: FieldKeys): Condition | ConditionFault {
  const found = /^\s*(?:(field|contact):)?([^=]*?)\s*(?:(!=|\*=|=)(.*))?$/isu.exec(written)
  const name = found?.[2]?.trim() ?? ''
  if (!found || name === '') return { says: 'names no field' }
  const { 1: from, 3: operator, 4: given = '' } = found
  // a name alone asks for a value
  const is = (operator ?? '!=') as Comparison // one of the pattern's
  const value = asOneLine(withoutQuotes(given.trim()))
  const lower = name.toLowerCase()
  const asked = asks.find(one => one === lower)
  if (asked && from?.toLowerCase() !== 'field') {
    if (from === undefined && keys.has(lower))
      return { says: `names ${name}, which is also a custom field: write field:${name} or contact:${name}` }
    return ofContact(asked, is, value)
  }
  if (is === '*=' && value === '') return { says: 'has no text after *=' }
  if (from?.toLowerCase() === 'contact')
    return { says: `names contact:${name}; there are ${asks.map(one => `contact:${one}`).join(', ')}` }
  const recipientTag = from === undefined ? recipientTags.find(one => one === lower) : undefined
  if (recipientTag) return { about: 'value', of: { of: recipientTag, key: '' }, is, value }
  const key = keys.get(lower)
  if (key === undefined) return { says: `names ${name}, which is no field of any list of the campaign` }
  return { about: 'value', of: { of: 'custom', key }, is, value }
}

const asks: readonly Asked[] = ['tag', 'language', 'segment']

function ofContact(about: Asked, is: Comparison, value: string): Condition | ConditionFault {
  if (is === '*=') return { says: `compares a ${about} with *=; there are = and !=` }
  if (value === '') return { says: `names no ${about}` }
  return { about, is, value }
}

/** Quotes hold a value with brackets; editors write typographic ones, of any language. */
function withoutQuotes(text: string): string {
  return /^(?:".*"|[“”„].*[“”]|«.*»)$/su.test(text) ? text.slice(1, -1) : text
}

/** What a contact keeps of a tag. @param name in any case */
export function traitOfTag(name: string): string {
  return `tag:${fold(name)}`
}

/** What a contact keeps of a segment. @param name in any case */
export function traitOfSegment(name: string): string {
  return `segment:${fold(name)}`
}

/** What a contact keeps of a language. @param language `de`, or `de-AT` */
export function traitOfLanguage(language: string): string {
  return `language:${fold(language)}`
}

export function holds(condition: Condition, contact: Contact): boolean {
  switch (condition.about) {
    case 'tag':
      return hasTrait(contact, traitOfTag(condition.value)) === (condition.is === '=')
    case 'segment':
      return hasTrait(contact, traitOfSegment(condition.value)) === (condition.is === '=')
    case 'language': {
      const wanted = traitOfLanguage(condition.value)
      const has = contact.traits?.some(trait => trait === wanted || trait.startsWith(`${wanted}-`)) ?? false
      return has === (condition.is === '=')
    }
    case 'value': {
      const { of: source, is, value } = condition
      const values = valuesOf(source, contact)
      const wanted = fold(value)
      if (wanted === '') return (values.length === 0) === (is === '=')
      if (is === '*=') return values.some(one => one.includes(wanted))
      return values.includes(wanted) === (is === '=')
    }
  }
}

function hasTrait({ traits }: Contact, trait: string): boolean {
  return traits?.includes(trait) ?? false
}

/** Each chosen option of a field with several; without empty ones. */
function valuesOf(source: TagValue, contact: Contact): readonly string[] {
  const { of: kind, key } = source
  const several = kind === 'custom' && Object.hasOwn(contact.fields, key) ? contact.fields[key] : undefined
  const values = Array.isArray(several) ? several : [plainValue(source, readValue(source, contact))]
  return values.map(fold).filter(value => value !== '')
}

/** Values with the same form are equal: case does not matter, nor how accents are composed, nor blanks around. */
function fold(text: string): string {
  return asOneLine(text).normalize('NFC').toLowerCase()
}
