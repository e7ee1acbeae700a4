/**
 * Parses queries and bodies of the REST wire as its clients write them (reference/rest.md §1.2): names and words in any case, booleans
 * and numbers as words. Null and empty queries count as absent, and unknown members are ignored.
 */
import type { Field, Fields } from '../../contract/rest/fields.ts'
import { RestRefusal, restCode } from '../../contract/rest/refusals.ts'
import { parseJson } from '../json-arguments.ts'

type Read = Readonly<Record<string, unknown>>

/** @param query without `?` */
export function readQuery(fields: Fields, query: string): Read {
  const given = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(query)) given.set(name.toLowerCase(), value)
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const value = given.get(name.toLowerCase())
      return [name, value === undefined || value.trim() === '' ? undefined : readField(field, value, name)]
    }),
  )
}

/**
 * @param argument name of the body in messages
 * @throws RestRefusal if it is not JSON, or a member has another type
 */
export function readBody(fields: Fields, body: Buffer, argument: string): Read {
  const value = parseJson(body)
  // bodies of clients without parameters
  if (value === undefined || value === null || value === '') return absentAll(fields)
  if (!isObject(value)) throw unreadable(argument)
  return readMembers(fields, value, argument)
}

/** The refusal of an invalid body or query. @param argument name of the invalid part */
export function unreadable(argument: string, options?: ErrorOptions): RestRefusal {
  const { code, message, status } = restCode('Unreadable')
  return new RestRefusal({ code, message: `${message}\r\nFields in error: ${argument}`, status }, options)
}

function absentAll(fields: Fields): Read {
  return Object.fromEntries(Object.keys(fields).map(name => [name, undefined]))
}

/** Names of members by their lower case, for each object of the table. */
const namesOf = new WeakMap<Fields, ReadonlyMap<string, string>>()

function lowerNames(fields: Fields): ReadonlyMap<string, string> {
  const known = namesOf.get(fields)
  if (known) return known
  const names = new Map(Object.keys(fields).map(name => [name.toLowerCase(), name]))
  namesOf.set(fields, names)
  return names
}

/** If a name is repeated, also in another case, its last value counts. */
function readMembers(fields: Fields, object: Read, argument: string): Read {
  const names = lowerNames(fields)
  const read: Record<string, unknown> = {}
  for (const given of Object.keys(object)) {
    const name = names.get(given.toLowerCase())
    if (name !== undefined) read[name] = readField(fields[name]!, object[given], argument) // the map contains names of fields only
  }
  return read
}

function readField(field: Field, value: unknown, argument: string): unknown {
  if (value === null || value === undefined) return undefined
  switch (field.kind) {
    case 'text':
      return readText(value, argument)
    case 'integer':
    case 'number':
      return readNumber(value, field.kind === 'integer', argument)
    case 'flag':
      return readFlag(value, argument)
    case 'word': {
      const word = String(value).trim().toLowerCase()
      const found = field.words.find(known => known.toLowerCase() === word)
      if (typeof value !== 'string' || found === undefined) throw unreadable(argument)
      return found
    }
    case 'many or one': // used in responses only
    case 'many':
      if (!Array.isArray(value)) throw unreadable(argument)
      return value.flatMap(item => readField(field.of, 'inPlace' in field ? (item ?? {}) : item, argument) ?? [])
    case 'object':
      if (!isObject(value)) throw unreadable(argument)
      return readMembers(field.fields, value, argument)
    case 'optional':
      return readField(field.of, value, argument)
  }
}

function readText(value: unknown, argument: string): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw unreadable(argument)
}

function readNumber(value: unknown, isWhole: boolean, argument: string): number | undefined {
  if (typeof value === 'string' && value.trim() === '') return undefined
  const number = typeof value === 'string' && /^\s*-?\d{1,15}(\.\d{1,10})?\s*$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || (isWhole && !Number.isSafeInteger(number))) throw unreadable(argument)
  return number
}

function readFlag(value: unknown, argument: string): boolean | undefined {
  if (typeof value === 'boolean') return value
  const word = typeof value === 'string' || typeof value === 'number' ? String(value).trim().toLowerCase() : undefined
  switch (word) {
    case '':
      return undefined
    case 'true':
    case '1':
      return true
    case 'false':
    case '0':
      return false
    default:
      throw unreadable(argument)
  }
}

function isObject(value: unknown): value is Read {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
