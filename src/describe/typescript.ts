/**
 * The JSON wire as TypeScript types, in the form that openapi-fetch reads: `src/client/paths.ts`. It says what the OpenAPI
 * document says, from the same facts. See docs/decisions/wires.md#the-typed-client-is-generated-from-the-contract.
 */
import { allOperations, type Operation } from '../contract/operations.ts'
import { refusals } from '../contract/refusals.ts'
import {
  type EnumerationShape,
  isFieldRequired,
  isParameterRequired,
  type RecordShape,
  type Shape,
} from '../contract/shapes.ts'
import { type Choices, choicesOfField, choicesOfParameter, choicesOfResult } from './choices.ts'
import { namedShapes } from './named-shapes.ts'
import { refusalFields, refusalMeaning } from './refusal-fields.ts'
import { anywhere, byStatus, refusalsOf } from './refusals.ts'

/** @returns the module's text: types alone, nothing that runs */
export function typescriptTypes(choices: Choices): string {
  return `/**
 * Types of every operation on the JSON wire of Lettershop, for openapi-fetch and for the client in client.ts.
 * Generated from the contract (src/describe/typescript.ts); do not edit. \`npm run bless\` rewrites this file.
 */

/** By path below /api/json. */
export interface paths {
${allOperations.map(operation => pathItem(operation, choices)).join('\n')}}

${frame}
${namedShapes()
  .map(shape => declaration(shape, choices))
  .join('\n')}`
}

/**
 * What all operations have in common. These are type aliases, and records interfaces: two of one name do not compile, where
 * two interfaces would become one.
 */
const frame = `/** An operation: the body of a call, the value it answers, and the statuses of its refusals. */
export type Post<Body, Value, Status extends number> = {
  post: {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    requestBody: { content: { 'application/json': Body } }
    responses: { 200: Answer<Value> } & { [Refused in Status]: Answer<Refusal> }
  }
}

export type Answer<Value> = {
  headers: { 'X-Request-Id': string; 'Retry-After'?: string; [name: string]: unknown }
  content: { 'application/json': Value }
}

${comment([refusalMeaning], '')}export type Refusal = {
${Object.entries(refusalFields)
  .map(([name, { type, required, meaning }]) => member(name, required, type === 'integer' ? 'number' : type, meaning))
  .join('')}}
`

function pathItem(operation: Operation, choices: Choices): string {
  const { name, summary, jsonResult: result } = operation
  const statuses = Object.keys(byStatus([...refusalsOf(operation), ...anywhere])).join(' | ')
  const own = refusalsOf(operation).map(refusal => `${refusals[refusal][0]} ${refusals[refusal][1]}`)
  const lines = [summary, '', `Refused with: ${own.join(', ')}.`]
  const value = typeOf(result, choicesOfResult(choices, operation))
  return `${comment(lines, '  ')}  ${literal(`/${name}`)}: Post<${body(operation, choices)}, ${value}, ${statuses}>\n`
}

function body(operation: Operation, choices: Choices): string {
  const members = Object.entries(operation.parameters).map(([name, shape]) =>
    member(
      name,
      isParameterRequired(name, shape),
      typeOf(shape, choicesOfParameter(choices, operation, name)),
      shape.meaning,
      '    ',
    ),
  )
  const either = operation.either.map(
    name => `{ ${name}: ${typeOf(operation.parameters[name]!, choicesOfParameter(choices, operation, name))} }`,
  )
  return `{\n${members.join('')}  }${either.length > 0 ? ` & (${either.join(' | ')})` : ''}`
}

function declaration(shape: RecordShape | EnumerationShape, choices: Choices): string {
  if (shape.kind === 'enumeration') return `export type ${shape.name} = ${union(shape.values)}\n`
  const members = Object.entries(shape.fields).map(([name, field]) =>
    member(name, isFieldRequired(field), typeOf(field, choicesOfField(choices, shape, name)), field.meaning),
  )
  return `export interface ${shape.name} {\n${members.join('')}}\n`
}

function member(name: string, required: boolean, type: string, meaning = '', indent = '  '): string {
  return `${comment([meaning], indent)}${indent}${name}${required ? '' : '?'}: ${type}\n`
}

/** @param values the only ones there are, of a list: its items' */
function typeOf(shape: Shape, values: readonly (string | number)[] | undefined): string {
  if (shape.kind === 'list') {
    const item = typeOf(shape.item, values)
    return item.includes(' ') ? `(${item})[]` : `${item}[]`
  }
  if (values !== undefined) return union(values)
  return shape.kind === 'scalar' ? scalars[shape.name] : shape.name
}

const scalars = { string: 'string', int: 'number', long: 'number', boolean: 'boolean' }

function union(values: readonly (string | number)[]): string {
  return values.map(literal).join(' | ')
}

function literal(value: string | number): string {
  return typeof value === 'number' ? String(value) : `'${value.replace(/['\\]/g, '\\$&')}'`
}

/** A JSDoc comment, of one line where one will do. */
function comment(lines: readonly string[], indent: string): string {
  const safe = lines.map(line => line.replaceAll('*/', '*\\/'))
  if (safe.length === 1) return `${indent}/** ${safe[0]} */\n`
  return `${indent}/**\n${safe.map(line => `${indent} *${line && ` ${line}`}\n`).join('')}${indent} */\n`
}
