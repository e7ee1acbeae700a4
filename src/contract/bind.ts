/**
 * Wire text → typed parameters. Absent, empty and malformed are distinguished here and nowhere else; how each wire
 * treats them is its dialect (reference/asmx.md §2.4, §4.2).
 * See docs/decisions/wires.md#control-characters-are-refused-on-every-wire.
 */
import { Refusal } from './refusals.ts'
import { isRequired, type Members, type Shape, typeName } from './shapes.ts'

/** 1-based line and column of the node after an offending element (reference/asmx.md §2.4). */
export interface Position {
  readonly line: number
  readonly column: number
}

/** A parameter as it came: text, or named members (the fields of a record, or the items of a list). */
export type Argument =
  | { readonly kind: 'text'; readonly text: string; readonly at?: Position }
  | { readonly kind: 'members'; readonly members: readonly Member[]; readonly at?: Position }

export interface Member {
  readonly name: string
  readonly value: Argument | undefined
}

export interface Dialect {
  /** May a parameter of this shape be left out? */
  readonly mayBeAbsent: (shape: Shape) => boolean
  readonly boolean: (text: string) => boolean | undefined
}

export type MalformedReason = 'missing' | 'format' | 'overflow'

/** A parameter that could not be read. Each protocol words it in its own way. */
export class Malformed extends Error {
  readonly reason: MalformedReason
  readonly parameter: string
  readonly shape: Shape
  readonly text: string
  readonly at: Position | undefined

  constructor(reason: MalformedReason, parameter: string, shape: Shape, argument?: Argument) {
    super(reason === 'missing' ? `Missing parameter: ${parameter}.` : `${parameter} is not a valid ${typeName(shape)}.`)
    this.name = 'Malformed'
    this.reason = reason
    this.parameter = parameter
    this.shape = shape
    this.text = argument?.kind === 'text' ? argument.text : ''
    this.at = argument?.at
  }
}

export type Params = Readonly<Record<string, unknown>>

/** Longest text of a parameter whose shape says nothing else, in UTF-16 units; what a field really allows is the domain's business. */
export const longestText = 65_536

/**
 * Reads all parameters of an operation, first in declaration order fails first.
 * @throws Malformed when one is missing or cannot be converted
 * @throws Refusal ValueTooLong or InvalidCharacters for text no field could hold
 */
export function bind(parameters: Members, argument: (name: string) => Argument | undefined, dialect: Dialect): Params {
  const params: Record<string, unknown> = {}
  for (const [name, shape] of Object.entries(parameters)) {
    params[name] = convert(name, shape, argument(name), dialect)
  }
  return params
}

function convert(name: string, shape: Shape, argument: Argument | undefined, dialect: Dialect): unknown {
  if (argument === undefined) {
    // an absent one has no default: a misspelt member must not choose the first
    if (shape.kind === 'enumeration' || !dialect.mayBeAbsent(shape)) throw new Malformed('missing', name, shape)
    return absent(shape)
  }
  switch (shape.kind) {
    case 'scalar':
    case 'enumeration': {
      if (argument.kind !== 'text') throw new Malformed('format', name, shape, argument)
      return convertText(name, shape, argument, dialect)
    }
    case 'record': {
      if (argument.kind !== 'members') throw new Malformed('format', name, shape, argument)
      const fields: Record<string, unknown> = {}
      for (const [field, fieldShape] of Object.entries(shape.fields)) {
        const member = argument.members.find(candidate => candidate.name === field)
        fields[field] = convert(`${name}.${field}`, fieldShape, member?.value, { ...dialect, mayBeAbsent: () => true })
      }
      return fields
    }
    case 'list': {
      if (argument.kind !== 'members') {
        if (argument.text.trim() === '') return []
        throw new Malformed('format', name, shape, argument)
      }
      const item = typeName(shape.item)
      return argument.members
        .filter(member => member.name === item && member.value !== undefined)
        .map(member => convert(`${name}.${item}`, shape.item, member.value, dialect))
    }
  }
}

/** The value of a parameter that is left out. */
export function absent(shape: Shape): unknown {
  if (!isRequired(shape)) return null
  return shape.kind === 'scalar' && shape.name === 'boolean' ? false : 0
}

function convertText(name: string, shape: Shape, argument: Argument & { kind: 'text' }, dialect: Dialect): unknown {
  const { text } = argument
  if (shape.kind === 'enumeration') {
    if (!shape.values.includes(text)) throw new Malformed('format', name, shape, argument)
    return text
  }
  if (shape.kind !== 'scalar') throw new Malformed('format', name, shape, argument)
  switch (shape.name) {
    case 'string':
      return clean(name, text, shape.longest)
    case 'boolean': {
      const value = dialect.boolean(text)
      if (value === undefined) throw new Malformed('format', name, shape, argument)
      return value
    }
    case 'int':
    case 'long': {
      const trimmed = text.trim()
      if (!/^[+-]?[0-9]+$/.test(trimmed)) throw new Malformed('format', name, shape, argument)
      const value = Number(trimmed)
      const limit = shape.name === 'int' ? 2 ** 31 : Number.MAX_SAFE_INTEGER
      if (value >= limit || value < -limit) throw new Malformed('overflow', name, shape, argument)
      return value
    }
  }
}

function clean(name: string, text: string, longest = longestText): string {
  switch (textFault(text, longest)) {
    case undefined:
      return text
    case 'ValueTooLong':
      throw new Refusal('ValueTooLong', `${name} is longer than ${longest} characters.`)
    case 'InvalidCharacters':
      throw new Refusal('InvalidCharacters', `${name} contains control characters or broken Unicode.`)
  }
}

/** NUL and what XML 1.0 cannot carry is refused on every wire alike, so no value can be stored that one wire could not answer. */
export function textFault(text: string, longest = longestText): 'ValueTooLong' | 'InvalidCharacters' | undefined {
  if (text.length > longest) return 'ValueTooLong'
  const isBroken = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/.test(text) || !text.isWellFormed()
  return isBroken ? 'InvalidCharacters' : undefined
}
