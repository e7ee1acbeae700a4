/**
 * Converts a JSON request body to arguments. This wire is ours, so it is strict where the historical ones are tolerant.
 * See docs/decisions/wires.md#json-refuses-unknown-missing-and-mistyped-parameters.
 */
import { isUtf8 } from 'node:buffer'
import type { Argument, Member } from '../contract/bind.ts'
import { Refusal } from '../contract/refusals.ts'
import { type Members, type Shape, typeName } from '../contract/shapes.ts'

const deepest = 32
/** Limits of one object, and of the complete body. */
const mostMembers = 1_000
const mostValues = 100_000

export type JsonObject = Readonly<Record<string, unknown>>

/**
 * An empty body is an empty object: all parameters may be absent, or in the header.
 * @throws Refusal InvalidRequest
 */
export function parseObject(body: Buffer): JsonObject {
  const parsed = parseJson(body)
  if (parsed === undefined) return {}
  if (!isObject(parsed)) {
    throw new Refusal('InvalidRequest', 'The body must be a JSON object with the parameters by name.')
  }
  return parsed
}

/** @returns undefined for an empty body @throws Refusal InvalidRequest if the body is not JSON or exceeds the limits */
export function parseJson(body: Buffer): unknown {
  if (!isUtf8(body)) throw new Refusal('InvalidRequest', 'The body is not UTF-8.')
  const text = body.toString('utf8').replace(/^\ufeff/, '')
  if (text.trim() === '') return undefined
  const tooMuch = excess(text)
  if (tooMuch !== undefined) throw new Refusal('InvalidRequest', tooMuch)
  return parse(text)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Refusal('InvalidRequest', 'The body is not JSON.', { cause })
  }
}

/**
 * Checks limits before parsing, because a parsed array costs many times its opening bracket, and an object with a hundred
 * thousand names costs a hundred milliseconds. One pass.
 * @returns a sentence, or undefined
 */
function excess(text: string): string | undefined {
  /** Numbers of members of the open objects and arrays. */
  const members: number[] = []
  let values = 0
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = endOfString(text, at)
        break
      case 0x5b: // [
      case 0x7b: // {
        members.push(0)
        if (members.length > deepest) return `The body is nested more than ${deepest} levels deep.`
        break
      case 0x5d: // ]
      case 0x7d: // }
        members.pop()
        break
      case 0x3a: // :
        if (members.length > 0 && ++members[members.length - 1]! > mostMembers)
          return `The body has an object with more than ${mostMembers} members.`
        break
      case 0x2c: // ,
        if (++values > mostValues) return `The body has more than ${mostValues} values.`
        break
    }
  }
  return undefined
}

function endOfString(text: string, start: number): number {
  let end = start + 1
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end)
    if (code === 0x22) return end
    if (code === 0x5c) end++
  }
  return end
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** @throws Refusal InvalidRequest naming unknown members: a misspelt parameter must not count as an absent one */
export function refuseUnknown(object: JsonObject, members: Members, where: string): void {
  const unknown = Object.keys(object).filter(name => !Object.hasOwn(members, name))
  if (unknown.length === 0) return
  const names = unknown.slice(0, 10).map(name => JSON.stringify(name.slice(0, 100).toWellFormed()))
  throw new Refusal(
    'InvalidRequest',
    `${where} has no ${names.join(', ')}. It takes: ${Object.keys(members).join(', ')}.`,
  )
}

/**
 * Converts a value for binding; null means absent.
 * @throws Refusal InvalidParameter if the JSON type does not fit the shape
 */
export function argumentOf(name: string, shape: Shape, value: unknown): Argument | undefined {
  if (value === null || value === undefined) return undefined
  switch (shape.kind) {
    case 'scalar':
      return { kind: 'text', text: scalarText(name, shape.name, value) }
    case 'enumeration':
      if (typeof value !== 'string') throw wrongType(name, 'a string')
      return { kind: 'text', text: value }
    case 'record':
      if (!isObject(value)) throw wrongType(name, 'an object')
      refuseUnknown(value, shape.fields, name)
      return { kind: 'members', members: fields(name, shape.fields, value) }
    case 'list': {
      if (!Array.isArray(value)) throw wrongType(name, 'an array')
      const item = typeName(shape.item)
      const members = value.map((element: unknown, index): Member => {
        const argument = argumentOf(`${name}[${index}]`, shape.item, element)
        if (!argument) throw wrongType(`${name}[${index}]`, 'a value, not null')
        return { name: item, value: argument }
      })
      return { kind: 'members', members }
    }
  }
}

function fields(name: string, shapes: Members, object: JsonObject): Member[] {
  return Object.keys(object).map(field => ({
    name: field,
    value: argumentOf(`${name}.${field}`, shapes[field]!, object[field]), // unknown fields were refused
  }))
}

function scalarText(name: string, type: 'string' | 'int' | 'long' | 'boolean', value: unknown): string {
  switch (type) {
    case 'string':
      if (typeof value !== 'string') throw wrongType(name, 'a string')
      return value
    case 'boolean':
      if (typeof value !== 'boolean') throw wrongType(name, 'true or false')
      return String(value)
    case 'int':
    case 'long':
      if (!Number.isSafeInteger(value)) throw wrongType(name, 'a whole number')
      return String(value)
  }
}

function wrongType(name: string, wanted: string): Refusal {
  return new Refusal('InvalidParameter', `${name} must be ${wanted}.`)
}
