/** What the columns of a file become, and by which policies rows are judged: guessed first, then set by a caller. */
import { Refusal } from '../../contract/refusals.ts'
import { tagKey } from '../../store/tags/tag-key.ts'
import { type CustomField, fieldKey, findField, mostCustomFields, readFieldName } from '../lists/custom-fields.ts'
import type { FieldDefinition } from '../lists/custom-values.ts'
import { readTagName } from '../tags/tags.ts'
import { type DateOrder, dateOrders } from './dates.ts'
import { decimalSigns } from './numbers.ts'
import { encodings } from './readers/encoding-guess.ts'
import { headLines } from './readers/table.ts'
import {
  type CellReading,
  type ColumnTarget,
  type GivenReading,
  type ImportSource,
  type NewField,
  newFieldTypes,
  type RowState,
  rowStates,
  rowTargets,
} from './source.ts'

/** How the file was read, kept with the import: the source without its rows. */
export type FoundSource = Omit<ImportSource, 'rows'>

const valuePolicies = ['Overwrite', 'FillEmpty', 'AddOnly'] as const
const duplicatePolicies = ['Last', 'First'] as const
const emptyPolicies = ['Leave', 'Erase'] as const

export interface Mapping {
  /** By part, by column. */
  readonly columns: readonly (readonly ColumnTarget[])[]
  /** What every row of a part asks for; null for the state column, or the default. */
  readonly partStates: readonly (RowState | null)[]
  readonly values: (typeof valuePolicies)[number]
  readonly duplicates: (typeof duplicatePolicies)[number]
  readonly empty: (typeof emptyPolicies)[number]
  /** Of a row that says nothing of its state. */
  readonly defaultState: 'Active' | 'Unconfirmed'
  /** Words of the state column, in lower case. */
  readonly words: Readonly<Record<string, RowState>>
  /** Of the columns that do not say it themselves. Null: the order that no row of a column contradicts. */
  readonly dates: DateOrder | null
  /** Names of tags that every row gets. Absent in mappings of earlier versions. */
  readonly tags?: readonly string[]
  /** What a person said of how the file is read. */
  readonly reading?: GivenReading
}

/** The custom fields that columns make when rows are written, each once; those of parts that are left out are not made. */
export function newFieldsOf({ columns, partStates }: Mapping): readonly NewField[] {
  const fields = new Map<string, NewField>()
  for (const [index, part] of columns.entries()) {
    if (partStates[index] === 'Skip') continue
    for (const target of part) {
      if (target.to === 'NewField' && !fields.has(target.key.toLowerCase()))
        fields.set(target.key.toLowerCase(), target)
    }
  }
  return [...fields.values()]
}

/** The fields of a list together with those that columns make. */
export function definitionsWith(mapping: Mapping, fields: readonly FieldDefinition[]): readonly FieldDefinition[] {
  const known = new Set(fields.map(({ key }) => key.toLowerCase()))
  const made = newFieldsOf(mapping).filter(({ key }) => !known.has(key.toLowerCase()))
  return [...fields, ...made.map(({ key, dataType }) => ({ key, dataType, options: [] }))]
}

const ignored: ColumnTarget = { to: 'Ignore' }

/** What a caller sets; what is left out stays as it is. */
export interface GivenMapping {
  readonly columns:
    | readonly ({
        readonly Part: number
        readonly Column: number
        readonly Target: string | null
        readonly Key: string | null
        readonly DataType: string | null
        readonly DateOrder: string | null
        readonly DecimalSign: string | null
      } | null)[]
    | null
  readonly partStates: readonly ({ readonly Part: number; readonly State: string | null } | null)[] | null
  readonly words: readonly ({ readonly Word: string | null; readonly State: string | null } | null)[] | null
  readonly values: string | null
  readonly duplicates: string | null
  readonly empty: string | null
  readonly defaultState: string | null
  readonly dates: string | null
  readonly tags: readonly (string | null)[] | null
  readonly encoding: string | null
  readonly headerRows: readonly ({ readonly Part: number; readonly Row: number } | null)[] | null
}

/** Longest list of state words. */
const mostWords = 200

/** @throws Refusal InvalidMapping, which says what is wrong where */
export function changeMapping(before: Mapping, given: GivenMapping, fields: readonly CustomField[]): Mapping {
  const columns = before.columns.map(part => [...part])
  for (const entry of given.columns ?? []) {
    const part = columns[(entry?.Part ?? 0) - 1]
    if (!entry || !part || entry.Column < 1 || entry.Column > part.length) {
      throw invalidRefusal(
        `There is no column ${entry?.Column ?? 0} in part ${entry?.Part ?? 0}; both are counted from 1.`,
      )
    }
    const place = entry.Column - 1
    const target = blank(entry.Target) ? part[place]! : readTarget(entry.Target, entry, fields)
    part[place] = withReading(target, entry)
  }
  columns.forEach(refuseRepeated)
  refuseTooMany(columns, fields)
  const partStates = [...before.partStates]
  for (const entry of given.partStates ?? []) {
    if (!entry || entry.Part < 1 || entry.Part > partStates.length)
      throw invalidRefusal(`There is no part ${entry?.Part ?? 0}.`)
    partStates[entry.Part - 1] = blank(entry.State) ? null : oneOf('State', entry.State, rowStates)
  }
  const words = { ...before.words }
  for (const entry of given.words ?? []) {
    const word = stateWord(entry?.Word ?? '')
    if (word === '' || word.length > 100) throw invalidRefusal('A Word has 1 to 100 characters.')
    words[word] = oneOf('State', entry?.State ?? null, rowStates)
  }
  if (Object.keys(words).length > mostWords) throw invalidRefusal(`There can be ${mostWords} words of states.`)
  return {
    columns,
    partStates,
    words,
    values: blank(given.values) ? before.values : oneOf('Values', given.values, valuePolicies),
    duplicates: blank(given.duplicates) ? before.duplicates : oneOf('Duplicates', given.duplicates, duplicatePolicies),
    empty: blank(given.empty) ? before.empty : oneOf('EmptyCells', given.empty, emptyPolicies),
    defaultState: blank(given.defaultState)
      ? before.defaultState
      : oneOf('DefaultState', given.defaultState, ['Active', 'Unconfirmed'] as const),
    dates: blank(given.dates) ? before.dates : given.dates === 'auto' ? null : oneOf('Dates', given.dates, dateOrders),
    tags: given.tags === null ? (before.tags ?? []) : readTags(given.tags),
  }
}

/** Most tags that every row gets. */
const mostTagsOfAll = 20

/** @throws Refusal InvalidMapping, TagNameEmpty, ValueTooLong, InvalidCharacters */
function readTags(given: readonly (string | null)[]): readonly string[] {
  const names = new Map(given.map(readTagName).map(name => [tagKey(name), name]))
  if (names.size > mostTagsOfAll) throw invalidRefusal(`All rows can get ${mostTagsOfAll} tags.`)
  return [...names.values()]
}

/** @throws Refusal InvalidMapping where a part of it has no column of addresses */
export function requireAddresses({ columns, partStates }: Mapping): void {
  for (const [index, part] of columns.entries()) {
    if (partStates[index] !== 'Skip' && !part.some(({ to }) => to === 'Email')) {
      throw invalidRefusal(`No column of part ${index + 1} is Email. Name one, or give the part the State Skip.`)
    }
  }
}

/** As words of a state column are compared. */
export function stateWord(text: string): string {
  return text.trim().toLowerCase()
}

/** What a caller says of how the file is read, in the form it is kept; undefined where that is nothing. @throws Refusal InvalidMapping */
export function changeReading(before: Mapping, given: GivenMapping): GivenReading | undefined {
  const rows = (given.headerRows ?? []).filter(entry => entry !== null)
  if (blank(given.encoding) && rows.length === 0) return undefined
  if ((given.columns ?? []).length > 0) {
    throw invalidRefusal(
      'Encoding and HeaderRows have the file read again, and its columns guessed: set Columns afterwards.',
    )
  }
  const headerRows = Array.from(
    { length: before.columns.length },
    (_, part) => before.reading?.headerRows?.[part] ?? null,
  )
  for (const { Part, Row } of rows) {
    if (Part < 1 || Part > headerRows.length) throw invalidRefusal(`There is no part ${Part}.`)
    if (Row < 0 || Row > headLines)
      throw invalidRefusal(`The header is one of the first ${headLines} lines, or 0 for none.`)
    headerRows[Part - 1] = Row
  }
  const encoding = blank(given.encoding)
    ? (before.reading?.encoding ?? null)
    : oneOf('Encoding', given.encoding, encodings)
  return { encoding, headerRows }
}

function readTarget(
  target: string | null,
  { Key, DataType }: { readonly Key: string | null; readonly DataType: string | null },
  fields: readonly CustomField[],
): ColumnTarget {
  if (target === 'Ignore') return ignored
  const bare = (Key ?? '').trim().replace(/^\[(.*)\]$/s, '$1')
  if (target === 'NewField') {
    const name = readFieldName(bare)
    const key = fieldKey(name)
    const known = findField(fields, key)
    if (known) return { to: 'Field', key: known.key }
    return {
      to: 'NewField',
      key,
      name,
      dataType: blank(DataType) ? 'Text' : oneOf('DataType', DataType, newFieldTypes),
    }
  }
  if (target === 'Tags' && bare === '') return { to: 'Tags' }
  if (target === 'Field' || target === 'Tags') {
    const field = findField(fields, bare)
    if (!field) {
      throw invalidRefusal(
        `The list has no custom field ${bare.slice(0, 100)}. Make it with List.CreateCustomField, or by the Target NewField.`,
      )
    }
    return { to: 'Field', key: field.key }
  }
  return { to: oneOf('Target', target, rowTargets) }
}

function withReading(
  target: ColumnTarget,
  { DateOrder, DecimalSign }: { readonly DateOrder: string | null; readonly DecimalSign: string | null },
): ColumnTarget {
  if (target.to === 'Ignore') return target
  const { dates: datesBefore, decimals: decimalsBefore, ...rest } = target
  const dates = given('DateOrder', DateOrder, dateOrders, datesBefore)
  const decimals = given('DecimalSign', DecimalSign, decimalSigns, decimalsBefore)
  const reading: CellReading = { ...(dates && { dates }), ...(decimals && { decimals }) }
  return { ...rest, ...reading }
}

/** @returns what is said, undefined for `auto`, what was before where nothing is said */
function given<const Value extends string>(
  name: string,
  text: string | null,
  values: readonly Value[],
  before: Value | undefined,
): Value | undefined {
  if (blank(text)) return before
  return text === 'auto' ? undefined : oneOf(name, text, values)
}

function refuseTooMany(columns: Mapping['columns'], fields: readonly CustomField[]): void {
  const known = new Set(fields.map(({ key }) => key.toLowerCase()))
  const made = new Set(columns.flat().flatMap(target => (target.to === 'NewField' ? [target.key.toLowerCase()] : [])))
  const further = [...made].filter(key => !known.has(key)).length
  if (fields.length + further > mostCustomFields) {
    throw invalidRefusal(
      `A list has at most ${mostCustomFields} custom fields; this one has ${fields.length}, and ${further} would be made.`,
    )
  }
}

function refuseRepeated(part: readonly ColumnTarget[], index: number): void {
  const taken = new Set<string>()
  for (const target of part) {
    if (target.to === 'Ignore') continue
    const name = nameOfTarget(target)
    if (taken.has(name)) throw invalidRefusal(`More than one column of part ${index + 1} is ${name}.`)
    taken.add(name)
  }
}

/** As losses and refusals name it; what two columns of a part cannot both become. */
export function nameOfTarget(target: ColumnTarget): string {
  return target.to === 'Field' || target.to === 'NewField' ? `[${target.key}]` : target.to
}

function oneOf<const Value extends string>(name: string, text: string | null, values: readonly Value[]): Value {
  const found = values.find(value => value === text)
  if (found === undefined) throw invalidRefusal(`${name} is one of ${values.join(', ')}.`)
  return found
}

function blank(text: string | null): boolean {
  return text === null || text === ''
}

function invalidRefusal(detail: string): Refusal {
  return new Refusal('InvalidMapping', detail)
}
