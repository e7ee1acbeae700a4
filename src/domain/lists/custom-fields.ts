/**
 * What else a list knows of its subscribers: the definitions of its custom fields.
 * See docs/decisions/subscribers.md#custom-field-keys-and-values.
 */
import { Refusal } from '../../contract/refusals.ts'
import type { Database, Sql, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import {
  type CustomFieldRow,
  type DataType,
  deleteCustomField,
  type FieldNames,
  insertCustomField,
  readCustomFieldRows,
  updateCustomField,
  updateOptions,
} from '../../store/lists/custom-fields.ts'
import type { ListRef } from '../access/access.ts'
import { countriesToday, usStates } from '../clients/countries.ts'
import { dateTagNames, linkTags, recipientTags } from '../content/merge-tags.ts'
import { line } from '../text-rules/single-line.ts'

export interface CustomField {
  /** Without brackets: `ZipCode`. */
  readonly key: string
  /** The key that its present name gives, where that is another one: the field answers to both. */
  readonly alias?: string
  readonly name: string
  readonly dataType: DataType
  /** What a value may be, for the types that choose among values; of Country and USState generated. */
  readonly options: readonly string[]
  /** Whether people may be shown the field where they change their preferences. */
  readonly visible: boolean
}

/** What the caller gives; absent is null. */
export interface CustomFieldDefinition {
  readonly fieldName: string | null
  readonly dataType: string | null
  readonly options: readonly (string | null)[]
  readonly visible: boolean
}

/** Options as the historical interface joins them, by `||`. */
export function splitOptions(text: string | null): readonly string[] {
  return (text ?? '').split('||')
}

export const mostCustomFields = 50

/** The definitions of a list, in the order they were made. */
export async function readCustomFields(
  sql: Sql,
  { clientId, listId }: Pick<ListRef, 'clientId' | 'listId'>,
): Promise<readonly CustomField[]> {
  return (await readCustomFieldsOfLists(sql, clientId, [listId])).get(listId) ?? []
}

/** The same of several lists, by list; those without fields are missing. */
export async function readCustomFieldsOfLists(
  sql: Sql,
  clientId: number,
  listIds: readonly number[],
): Promise<ReadonlyMap<number, readonly CustomField[]>> {
  const fields = new Map<number, CustomField[]>()
  for (const { listId, ...row } of await readCustomFieldRows(sql, clientId, listIds))
    fields.set(listId, [
      ...(fields.get(listId) ?? []),
      { ...row, ...aliasOf(row), options: generatedOptions(row) ?? row.options },
    ])
  return fields
}

type Keys = Pick<CustomField, 'key' | 'alias'>

/** The field that a caller's key names, with or without brackets, in any case. */
export function findField<Field extends Keys>(fields: readonly Field[], key: string | null): Field | undefined {
  return fieldFinder(fields)(key)
}

/** The same for many keys. The key of a field goes before the one that another's name gives. */
export function fieldFinder<Field extends Keys>(fields: readonly Field[]): (key: string | null) => Field | undefined {
  const byKey = new Map<string, Field>()
  for (const field of fields) if (field.alias !== undefined) byKey.set(field.alias.toLowerCase(), field)
  for (const field of fields) byKey.set(field.key.toLowerCase(), field)
  return key => byKey.get(bareKey(key).toLowerCase())
}

/** A field of this name would have the key of one that exists. */
export function isKeyTaken(fields: readonly FieldNames[], name: string): boolean {
  return fields.some(field => answersTo(field, keyText(name)))
}

/**
 * @returns its key, without brackets
 * @throws Refusal InvalidFieldName, InvalidDataType, OptionsNotAllowed, OptionsRequired, FieldKeyExists, TooManyCustomFields;
 * InvalidCharacters or ValueTooLong for an option no value could equal
 */
export async function createCustomField(
  db: Database,
  list: ListRef,
  definition: CustomFieldDefinition,
): Promise<string> {
  const name = readFieldName(definition.fieldName)
  const key = fieldKey(name)
  const dataType = readDataType(definition.dataType)
  const options = readOptions(dataType, definition.options)
  const outcome = await transaction(db, sql =>
    addCustomField(sql, list, { key, name, dataType, options, visible: definition.visible }),
  )
  if (outcome === 'exists') throw new Refusal('FieldKeyExists', `The list has a field [${key}] already.`)
  if (outcome === 'full') {
    throw new Refusal('TooManyCustomFields', `A list has at most ${mostCustomFields} custom fields.`)
  }
  return key
}

/** Adds a field after the others, unless another answers to its key or the list has as many as it may. */
export function addCustomField(
  sql: Transaction,
  list: Pick<ListRef, 'clientId' | 'listId'>,
  field: CustomFieldRow,
): Promise<'created' | 'exists' | 'full'> {
  return insertCustomField(sql, list, field, {
    most: mostCustomFields,
    isTaken: present => answersTo(present, field.key),
  })
}

/**
 * A field with another name keeps its key, so that merge tags, segments and values go on naming it, and answers to the key of its new
 * name, too.
 * @returns the key of its new name, without brackets
 * @throws Refusal InvalidKey, InvalidFieldName, FieldKeyExists
 */
export async function changeCustomField(
  db: Database,
  list: ListRef,
  key: string | null,
  { fieldName, visible }: Pick<CustomFieldDefinition, 'fieldName' | 'visible'>,
): Promise<string> {
  const name = readFieldName(fieldName)
  const { key: stored } = await fieldOf(db, list, key)
  const isTaken = (other: FieldNames) =>
    other.name.toLowerCase() === name.toLowerCase() || answersTo(other, keyText(name))
  const changed = await updateCustomField(db, list, stored, { name, visible }, isTaken)
  if (changed === undefined) throw new Refusal('InvalidKey')
  if (changed === 'exists') throw new Refusal('FieldKeyExists', `Another field of the list is called ${name}.`)
  return aliasOf({ key: stored, name }).alias ?? stored
}

/** @throws Refusal InvalidKey */
async function fieldOf(sql: Sql, list: ListRef, key: string | null): Promise<CustomField> {
  const field = findField(await readCustomFields(sql, list), key)
  if (!field) throw new Refusal('InvalidKey')
  return field
}

/**
 * Replaces the options of a field, or adds to them. A value that is no option any more stays with the subscribers who have it.
 * @throws Refusal InvalidKey, and as createCustomField does
 */
export async function changeOptions(
  db: Database,
  list: ListRef,
  key: string | null,
  { keepExisting, options }: { readonly keepExisting: boolean; readonly options: readonly (string | null)[] },
): Promise<void> {
  const { key: stored } = await fieldOf(db, list, key)
  const found = await updateOptions(db, list, stored, field => {
    const isChoice = field.dataType === 'MultiSelectOne' || field.dataType === 'MultiSelectMany'
    if (!isChoice) throw new Refusal('OptionsNotAllowed', `A ${field.dataType} field takes no Options.`)
    return readOptions(field.dataType, keepExisting ? [...field.options, ...options] : options)
  })
  if (!found) throw new Refusal('InvalidKey')
}

/**
 * Deletes a field and what subscribers have in it. The key is taken with or without brackets, in any case.
 * @throws Refusal InvalidKey
 */
export async function removeCustomField(db: Database, list: ListRef, key: string | null): Promise<void> {
  const { key: stored } = await fieldOf(db, list, key)
  if (!(await deleteCustomField(db, list, stored))) throw new Refusal('InvalidKey')
}

/** `[ZipCode]` and `ZipCode` name the same field. */
function bareKey(key: string | null): string {
  return (key ?? '')
    .trim()
    .normalize('NFC')
    .replace(/^\[(.*)\]$/s, '$1')
}

/** UTF-16 units of the name of a field. */
export const longestFieldName = 100
const longestOption = 250
const mostOptions = 500

export const dataTypes: readonly DataType[] = [
  'Text',
  'Number',
  'MultiSelectOne',
  'MultiSelectMany',
  'Country',
  'USState',
  'Date',
]

/** Tags every mail understands; a field of that key could never be written into one. */
const reservedKeys = new Set<string>([...recipientTags, 'emailaddress', 'name', ...linkTags, ...dateTagNames])

/** @throws Refusal InvalidFieldName */
export function readFieldName(text: string | null): string {
  const name = line(text, { max: longestFieldName })
  if (!name) throw new Refusal('InvalidFieldName', `FieldName must be one line of 1 to ${longestFieldName} characters.`)
  return name
}

/**
 * `Zip Code` → `ZipCode`: white space goes, and whatever would end or confuse a tag `[ZipCode,fallback=…]`.
 * Letters and digits of any script stay, and `-`, `_`.
 */
function keyText(name: string): string {
  return name.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}_-]/gu, '')
}

/** Nothing where the name gives no key, or one that no field may have. */
function aliasOf({ key, name }: FieldNames): { readonly alias?: string } {
  const alias = keyText(name)
  const isNone = alias === '' || reservedKeys.has(alias.toLowerCase()) || alias.toLowerCase() === key.toLowerCase()
  return isNone ? {} : { alias }
}

function answersTo(field: FieldNames, key: string): boolean {
  return [field.key, aliasOf(field).alias].some(one => one?.toLowerCase() === key.toLowerCase())
}

/** The key that a new field gets by its name. @throws Refusal InvalidFieldName */
export function fieldKey(name: string): string {
  const key = keyText(name)
  if (key === '') throw new Refusal('InvalidFieldName', 'FieldName must contain a letter or a digit.')
  if (reservedKeys.has(key.toLowerCase())) {
    throw new Refusal('InvalidFieldName', `[${key}] is a tag every subscriber has already.`)
  }
  return key
}

function readDataType(text: string | null): DataType {
  const dataType = dataTypes.find(known => known === text?.trim())
  if (dataType === undefined) throw new Refusal('InvalidDataType')
  return dataType
}

/** Empty options and repetitions are dropped; MultiSelect types need at least one, the others must have none. */
function readOptions(dataType: DataType, texts: readonly (string | null)[]): readonly string[] {
  const given = texts.map(part => (part ?? '').trim())
  const options = [...new Set(given.filter(part => part !== ''))]
  if (dataType !== 'MultiSelectOne' && dataType !== 'MultiSelectMany') {
    if (options.length > 0) throw new Refusal('OptionsNotAllowed', `A ${dataType} field takes no Options.`)
    return []
  }
  if (options.length === 0) throw new Refusal('OptionsRequired')
  if (options.length > mostOptions) throw new Refusal('ValueTooLong', `A field has at most ${mostOptions} options.`)
  for (const option of options) {
    if (option.length > longestOption) {
      throw new Refusal('ValueTooLong', `An option has at most ${longestOption} characters.`)
    }
    if (line(option, { max: longestOption }) === undefined) {
      throw new Refusal('InvalidCharacters', 'An option must be one line without control characters.')
    }
  }
  return options
}

function generatedOptions({ dataType }: CustomFieldRow): readonly string[] | undefined {
  if (dataType === 'Country') return countriesToday
  return dataType === 'USState' ? usStates : undefined
}
