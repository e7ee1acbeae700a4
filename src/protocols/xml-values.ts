/**
 * Writes a value as XML by its shape: on one line in SOAP, indented with CRLF in documents of GET and POST
 * (reference/asmx.md §5). Writers are created once per operation; a call only concatenates.
 */

import { Result } from '../contract/card.ts'
import type { Operation } from '../contract/operations.ts'
import { type RecordShape, type Shape, typeName } from '../contract/shapes.ts'
import { escapeAttribute, escapeText } from '../lib/xml.ts'
import type { ValueWriter } from './body.ts'

const xsi = 'http://www.w3.org/2001/XMLSchema-instance'
const xsd = 'http://www.w3.org/2001/XMLSchema'

export const declaration = '<?xml version="1.0" encoding="utf-8"?>'
export const schemaPrefixes = `xmlns:xsi="${xsi}" xmlns:xsd="${xsd}"`

/** Written for undefined: the operation succeeded without a value. */
const success = { Code: 0, Message: 'Success' }

/** `<X.YResponse>` with its result in an envelope; untyped results have an `xsi:type`. */
export function soapResult(
  { name, typed }: Operation,
  result: Shape,
  namespace: string,
  envelope: { readonly open: string; readonly close: string },
): ValueWriter {
  const style = { newline: '', step: '', nil: 'xsi' }
  const wrapper = `${name}Response xmlns="${escapeAttribute(namespace)}"`
  const before = `${envelope.open}<${wrapper}>`
  const after = `</${name}Response>${envelope.close}`
  const nothing = `${envelope.open}<${wrapper} />${envelope.close}`
  const tag = typed ? `${name}Result` : `${name}Result xsi:type="${xsdPrefix('xsd', result)}${typeName(result)}"`
  return valueWriter(result, style, `${before}<${tag}`, `</${name}Result>${after}`, after, nothing)
}

/** The document of GET and POST: `<Result>` if typed, otherwise one of the forms of `<anyType>`. */
export function documentResult({ typed }: Operation, result: Shape, namespace: string): ValueWriter {
  const declared = `xmlns="${escapeAttribute(namespace)}"`
  const root = typed ? typeName(result) : 'anyType'
  const start = `${declaration}\r\n<${root}`
  const nothing = `${start} ${schemaPrefixes} xsi:nil="true" ${declared} />`
  const end = `</${root}>`
  if (typed) {
    const style = { newline: '\r\n', step: '  ', nil: 'xsi' }
    return valueWriter(result, style, `${start} ${schemaPrefixes} ${declared}`, `\r\n${end}`, '', nothing)
  }
  if (result.kind === 'record') {
    const style = { newline: '\r\n', step: '  ', nil: 'xsi' }
    const tag = `${start} ${schemaPrefixes} xsi:type="${typeName(result)}" ${declared}`
    return valueWriter(result, style, tag, `\r\n${end}`, '', nothing)
  }
  // for strings, numbers, enumerations and lists the historical writer invented these prefixes
  const style = { newline: '\r\n', step: '  ', nil: 'd1p1' }
  const prefix = xsdPrefix('q1', result)
  const bound = prefix === '' ? '' : ` xmlns:q1="${xsd}"`
  const tag = `${start}${bound} d1p1:type="${prefix}${typeName(result)}" xmlns:d1p1="${xsi}" ${declared}`
  return valueWriter(result, style, tag, result.kind === 'list' ? `\r\n${end}` : end, '', nothing)
}

function xsdPrefix(prefix: string, shape: Shape): string {
  return shape.kind === 'scalar' ? `${prefix}:` : ''
}

interface Style {
  /** Text before a tag, and the addition per level. */
  readonly newline: string
  readonly step: string
  /** The prefix bound to XMLSchema-instance. */
  readonly nil: string
}

type Write = (value: unknown) => string

/**
 * @param tag text up to the result's start tag, which is not closed
 * @param end the result's end tag and the rest
 * @param after text after an empty result
 * @param nothing complete text for null
 */
function valueWriter(
  result: Shape,
  style: Style,
  tag: string,
  end: string,
  after: string,
  nothing: string,
): ValueWriter {
  const content = contentWriter(result, style, 1)
  const head = `${tag}>`
  const empty = `${tag} />${after}`
  const plainSuccess = result === Result
  const whole: Write = value => {
    if (value === null || (value === undefined && !plainSuccess)) return nothing
    const inside = content(value ?? success)
    return inside === '' ? empty : head + inside + end
  }
  if (result.kind !== 'list') return { whole }
  const [first, further] = itemWriters(result.item, style, 1)
  return { whole, items: { head, item: (value, isFirst) => (isFirst ? first : further)(value), tail: end } }
}

/** Writes the content of an element; `''` makes it `<Name />`. */
function contentWriter(shape: Shape, style: Style, depth: number): Write {
  switch (shape.kind) {
    case 'scalar':
    case 'enumeration':
      return value => (typeof value === 'string' ? escapeText(value) : String(value))
    case 'record':
      return recordWriter(shape, style, depth)
    case 'list': {
      const [first, further] = itemWriters(shape.item, style, depth)
      return value => {
        let written = ''
        for (const item of value as readonly unknown[]) written += (written === '' ? first : further)(item) // the value of a list shape is an array
        return written
      }
    }
  }
}

/** Members in declaration order without null ones (reference/asmx.md §5.5). */
function recordWriter(shape: RecordShape, style: Style, depth: number): Write {
  const names = Object.keys(shape.fields)
  const writers = names.map(name => elementWriter(name, shape.fields[name]!, style, depth))
  return value => {
    const members = value as Readonly<Record<string, unknown>> // the value of a record shape is an object
    let written = ''
    for (let n = 0; n < names.length; n++) {
      const member = members[names[n]!]
      if (member !== null && member !== undefined) written += writers[n]!(member)
    }
    return written
  }
}

/** On GET and POST the first record of an untyped list has a declaration that the others do not have (reference/asmx.md §5.3). */
function itemWriters(item: Shape, style: Style, depth: number): readonly [first: Write, further: Write] {
  const name = typeName(item)
  const nil = `${style.newline}${style.step.repeat(depth)}<${name} ${style.nil}:nil="true" />`
  const write = (attributes: string): Write => {
    const element = elementWriter(name, item, style, depth, attributes)
    return value => (value === null || value === undefined ? nil : element(value))
  }
  const further = write('')
  const isPending = style.nil === 'd1p1' && depth === 1 && item.kind === 'record'
  return [isPending ? write(` xmlns:xsd="${xsd}"`) : further, further]
}

function elementWriter(name: string, shape: Shape, style: Style, depth: number, attributes = ''): Write {
  const pad = style.newline + style.step.repeat(depth)
  const content = contentWriter(shape, style, depth + 1)
  const start = `${pad}<${name}${attributes}>`
  const empty = `${pad}<${name}${attributes} />`
  const end = shape.kind === 'record' || shape.kind === 'list' ? `${pad}</${name}>` : `</${name}>`
  return value => {
    const inside = content(value)
    return inside === '' ? empty : start + inside + end
  }
}
