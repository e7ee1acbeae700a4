/**
 * Conversion of values: JavaScript values to parameters, and columns to JavaScript values. Both use the text format;
 * only Buffers are sent in binary.
 */
import { types } from 'pg'

/** Marks a value for a `json` or `jsonb` parameter, because a plain array becomes a PostgreSQL array. */
export class Json {
  readonly value: unknown

  constructor(value: unknown) {
    this.value = value
  }
}

/**
 * The cast of a parameter by its JavaScript type, so that PostgreSQL need not infer the type from the context;
 * '' for strings, numbers and arrays, whose type the statement decides.
 */
export function castOf(value: unknown): string {
  switch (typeof value) {
    case 'boolean':
      return '::boolean'
    case 'bigint':
      return '::bigint'
    case 'object':
      if (value instanceof Date) return '::timestamptz'
      if (value instanceof Uint8Array) return '::bytea'
      if (value instanceof Json) return '::jsonb'
      return ''
    default:
      return ''
  }
}

/** Converts a value for the driver. */
export function serialize(value: unknown): unknown {
  if (value === undefined) return null
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return value.toISOString() // an invalid date throws RangeError here instead of being sent as text
  if (value instanceof Json) return JSON.stringify(value.value)
  if (Array.isArray(value)) return value.some(isDated) ? value.map(serialize) : value
  return value
}

function isDated(value: unknown): boolean {
  return value instanceof Date || Array.isArray(value)
}

type Parser = (text: string) => unknown

const uuid: Parser = text => text.replaceAll('-', '')
const date: Parser = text => new Date(text)
const boolean: Parser = text => text === 't'
const bytea = types.getTypeParser(17) as Parser // the parser of pg-types for the hex format
const text: Parser = value => value

/** Types by oid, array oid (pg_type.dat; both are fixed), and parser. Other types are text. */
const read: readonly (readonly [oid: number, array: number, parse: Parser])[] = [
  [16, 1000, boolean],
  [17, 1001, bytea],
  [18, 1002, text], // "char"
  [19, 1003, text], // name
  [20, 1016, Number], // int8: identifiers and counts are far below 2^53
  [21, 1005, Number],
  [23, 1007, Number],
  [25, 1009, text],
  [26, 1028, Number], // oid
  [114, 199, JSON.parse],
  [700, 1021, Number],
  [701, 1022, Number],
  [1043, 1015, text],
  [1082, 1182, text], // date
  [1114, 1115, date],
  [1184, 1185, date],
  [1700, 1231, text], // numeric
  [2950, 2951, uuid],
  [3802, 3807, JSON.parse],
]

/** The types of pg-types declare a function instead of an object with `create`. */
const arrayParser = types.arrayParser as unknown as {
  create(source: string, read: Parser): { parse(): unknown[] }
}

const parsers = new Map<number, Parser>()
for (const [oid, array, parse] of read) {
  parsers.set(oid, parse)
  parsers.set(array, value => arrayParser.create(value, parse).parse())
}

/** The driver calls this for the parser of a column. */
export const columnTypes = {
  getTypeParser: (oid: number) => parsers.get(oid) ?? text,
}
