/**
 * Values of custom fields: what callers give → what is stored (`subscribers.fields`) → what is answered. Keys are taken
 * with or without brackets, in any case. On the historical wires a key the list does not have is ignored, as the historical
 * service did, so that an integration outlives a deleted field; JSON refuses it. A value its field cannot hold is refused.
 * See docs/decisions/subscribers.md#custom-field-keys-and-values.
 */
import type { CustomFieldValue } from '../../contract/groups/historical/subscribers.ts'
import { Refusal } from '../../contract/refusals.ts'
import { findCountry } from '../clients/countries.ts'
import { parseLocalTime } from '../text-rules/dates.ts'
import { line } from '../text-rules/single-line.ts'
import { type CustomField, fieldFinder } from './custom-fields.ts'

export type FieldDefinition = Pick<CustomField, 'key' | 'alias' | 'dataType' | 'options'>

/** Text, or for MultiSelectMany the chosen options. */
export type FieldValue = string | readonly string[]
/** Key without brackets → value; a field without a value is not there. */
export type Fields = Readonly<Record<string, FieldValue>>
/** What becomes of a value: another, none (null), or of a MultiSelectMany these options taken away. */
export type FieldChange = FieldValue | null | { readonly without: readonly string[] }
export type FieldChanges = ReadonlyMap<string, FieldChange>

/** A value as a caller gives it, or with `Clear` the wish to have none: of a MultiSelectMany with a `Value`, not that option. */
export interface GivenValue extends CustomFieldValue {
  readonly Clear?: boolean | null
}

export type UnknownKeys = 'ignored' | 'refused'

/** How a wire has its callers treated whose values cannot be kept. */
export interface Leniency {
  readonly unknownKeys: UnknownKeys
  /** Values of a Date field that are no dates, or outside of the range that the historical service's successor keeps (reference/rest.md §1.2). */
  readonly unusableDates: 'ignored' | 'refused'
}

/** Longest value of a Text field, in UTF-16 units (reference/wire.md §6). */
export const longestText = 250
const longestNumber = 40

/**
 * Reads the values a caller gives. An empty value clears its field. MultiSelectMany gathers the values of its repeated
 * key; for any other field the last value given counts.
 * @param unknownKeys what becomes of a key the list does not have
 * @throws Refusal InvalidCustomFieldValue, InvalidKey
 */
export function readCustomValues(
  definitions: readonly FieldDefinition[],
  given: readonly (CustomFieldValue | null)[],
  unknownKeys: UnknownKeys = 'ignored',
): ReadonlyMap<string, FieldValue | null> {
  const gathered = gather(definitions, given, unknownKeys)
  return new Map([...gathered].map(([definition, { texts }]) => [definition.key, readCustomValue(definition, texts)]))
}

/** The same where an entry may also clear. @throws Refusal InvalidCustomFieldValue, InvalidKey */
export function readFieldChanges(
  definitions: readonly FieldDefinition[],
  given: readonly (GivenValue | null)[],
  { unknownKeys, unusableDates }: Leniency,
): FieldChanges {
  const gathered = [...gather(definitions, given, unknownKeys)]
  const kept =
    unusableDates === 'refused' ? gathered : gathered.filter(([definition, { texts }]) => isUsable(definition, texts))
  return new Map(
    kept.map(([definition, { texts, cleared }]) => [
      definition.key,
      texts.length > 0 ? readCustomValue(definition, texts) : readCleared(definition, cleared),
    ]),
  )
}

/** Whether a Date can be kept where others are ignored: no date, the zero date, or one of these years. */
function isUsable({ dataType }: FieldDefinition, texts: readonly string[]): boolean {
  const text = texts.at(-1)?.trim() ?? ''
  if (dataType !== 'Date' || text === '' || isZeroDate(text)) return true
  const date = readDate(text)
  return date !== undefined && date >= '1900-01-01' && date <= '2076-06-06'
}

/** The texts given for each field, in the order in which the fields are first named. */
function gather(
  definitions: readonly FieldDefinition[],
  given: readonly (GivenValue | null)[],
  unknownKeys: UnknownKeys,
): ReadonlyMap<FieldDefinition, { readonly texts: readonly string[]; readonly cleared: readonly string[] }> {
  const find = fieldFinder(definitions)
  const gathered = new Map<FieldDefinition, { readonly texts: string[]; readonly cleared: string[] }>()
  for (const entry of given) {
    const definition = find(entry?.Key ?? null)
    if (!definition && unknownKeys === 'refused') throw unknownKeyRefusal(entry?.Key ?? '', definitions)
    if (!definition) continue
    const { texts, cleared } = gathered.get(definition) ?? { texts: [], cleared: [] }
    const into = entry?.Clear ? cleared : texts
    into.push(entry?.Value ?? '')
    gathered.set(definition, { texts, cleared })
  }
  return gathered
}

/** @param texts of the entries with `Clear`, of which there is at least one */
function readCleared(definition: FieldDefinition, texts: readonly string[]): FieldChange {
  const named = texts.map(text => text.trim()).filter(text => text !== '')
  if (definition.dataType !== 'MultiSelectMany' || named.length === 0) return null
  return { without: named.map(text => option(definition, text)) }
}

/**
 * The definitions with these keys, each once, in the order of the list. @throws Refusal InvalidKey for a key the list does not have
 */
export function definitionsOf(
  definitions: readonly FieldDefinition[],
  keys: readonly (string | null)[],
): readonly FieldDefinition[] {
  const find = fieldFinder(definitions)
  const named = new Set(
    keys.map(key => {
      const definition = find(key)
      if (!definition) throw unknownKeyRefusal(key ?? '', definitions)
      return definition
    }),
  )
  return definitions.filter(definition => named.has(definition))
}

/** The values a member has afterwards; with `erase`, only those given now. */
export function applyChanges(fields: Fields, changes: FieldChanges, { erase }: { readonly erase: boolean }): Fields {
  const values = new Map<string, FieldValue>(erase ? [] : Object.entries(fields))
  for (const [key, change] of changes) {
    const value = changed(values.get(key), change)
    if (value === null) values.delete(key)
    else values.set(key, value)
  }
  return Object.fromEntries(values)
}

function changed(present: FieldValue | undefined, change: FieldChange): FieldValue | null {
  if (change === null || typeof change === 'string' || !('without' in change)) return change
  const left = (typeof present === 'string' ? [present] : (present ?? [])).filter(one => !change.without.includes(one))
  return left.length === 0 ? null : left
}

/** As Subscriber.CustomFields answers them: in the order of the definitions, one entry per option of a MultiSelectMany. */
export function writeCustomValues(definitions: readonly FieldDefinition[], fields: Fields): CustomFieldValue[] {
  const entries: CustomFieldValue[] = []
  for (const { key } of definitions) {
    if (!Object.hasOwn(fields, key)) continue
    const value = fields[key]!
    if (typeof value === 'string') entries.push({ Key: key, Value: value })
    else for (const option of value) entries.push({ Key: key, Value: option })
  }
  return entries
}

/**
 * Reads the values given for one field, of which there is at least one.
 * @returns the value that is stored; null where it is to be cleared
 * @throws Refusal InvalidCustomFieldValue
 */
export function readCustomValue(definition: FieldDefinition, texts: readonly string[]): FieldValue | null {
  if (definition.dataType === 'MultiSelectMany') {
    const chosen = new Set(texts.map(text => text.trim()).filter(text => text !== ''))
    if (chosen.size === 0) return null
    const options = new Set([...chosen].map(text => option(definition, text)))
    return definition.options.filter(known => options.has(known))
  }
  const text = line(texts.at(-1)!, { max: longestText })
  if (text === undefined) throw valueRefusal(definition, `one line of at most ${longestText} characters`)
  return text === '' ? null : readOne(definition, text)
}

function readOne(definition: FieldDefinition, text: string): string | null {
  switch (definition.dataType) {
    case 'Text':
      return text
    case 'Number':
      if (text.length > longestNumber || !/^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/.test(text)) {
        throw valueRefusal(definition, 'a decimal number')
      }
      return text
    case 'Date': {
      if (isZeroDate(text)) return null
      const date = readDate(text)
      if (date === undefined) throw valueRefusal(definition, 'a date, YYYY-MM-DD')
      return date
    }
    case 'MultiSelectOne':
    case 'MultiSelectMany':
    case 'USState':
      return option(definition, text)
    case 'Country': {
      const country = findCountry(text)
      if (country === undefined) throw valueRefusal(definition, 'one of its options')
      return country
    }
  }
}

function isZeroDate(text: string): boolean {
  return /^0000[-/]00[-/]00/.test(text)
}

/** `YYYY-MM-DD` or `YYYY/MM/DD`, of which a time is left out. Forms that begin with a day or a month name two dates, so neither. */
function readDate(text: string): string | undefined {
  const [, year, , month, day] =
    /^(\d{4})([-/])(\d\d)\2(\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?$/.exec(text) ?? []
  return parseLocalTime(`${year}-${month}-${day}`)?.slice(0, 'YYYY-MM-DD'.length)
}

/** The option of this name, in the spelling it was defined with. */
function option(definition: FieldDefinition, text: string): string {
  const lower = text.toLowerCase()
  const found =
    definition.options.find(known => known === text) ?? definition.options.find(known => known.toLowerCase() === lower)
  if (found === undefined) throw valueRefusal(definition, 'one of its options')
  return found
}

function unknownKeyRefusal(key: string, definitions: readonly FieldDefinition[]): Refusal {
  const known = definitions.map(definition => `[${definition.key}]`).join(', ')
  const named = key.trim() === '' ? 'A custom field has no Key.' : `The list has no custom field ${key.slice(0, 100)}.`
  return new Refusal('InvalidKey', `${named} It has ${known === '' ? 'none' : known}.`)
}

function valueRefusal({ key, dataType }: FieldDefinition, expected: string): Refusal {
  return new Refusal('InvalidCustomFieldValue', `The value of [${key}] (${dataType}) must be ${expected}.`)
}
