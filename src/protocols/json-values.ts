/** Writes a value as JSON by its shape: members in declaration order, without absent ones. */

import { Result } from '../contract/card.ts'
import type { Operation } from '../contract/operations.ts'
import { type RecordShape, type Shape, typeName } from '../contract/shapes.ts'
import type { ValueWriter } from './body.ts'

const success = '{"Code":0,"Message":"Success"}'

/** The bare value; plain success is the Result of the other wires. */
export function jsonResult({ result, jsonResult }: Operation): ValueWriter {
  const write = writer(jsonResult)
  const whole: Write = value => (value === undefined ? (result === Result ? success : 'null') : write(value))
  if (result.kind !== 'list') return { whole }
  const item = writer(result.item)
  return { whole, items: { head: '[', item: (value, first) => (first ? '' : ',') + item(value), tail: ']' } }
}

type Write = (value: unknown) => string

function writer(shape: Shape): Write {
  switch (shape.kind) {
    case 'scalar':
    case 'enumeration':
      return value => (value === null || value === undefined ? 'null' : JSON.stringify(value))
    case 'record':
      return recordWriter(shape)
    case 'list': {
      const item = writer(shape.item)
      return value => {
        if (value === null || value === undefined) return 'null'
        if (!Array.isArray(value)) throw new TypeError(`${typeName(shape)} can only be streamed as a complete result.`)
        return `[${value.map(item).join(',')}]`
      }
    }
  }
}

function recordWriter(shape: RecordShape): Write {
  const members = Object.entries(shape.fields).map(([name, field]) => ({
    name,
    label: `${JSON.stringify(name)}:`,
    write: writer(field),
  }))
  return value => {
    if (value === null || value === undefined) return 'null'
    const record = value as Readonly<Record<string, unknown>> // the value of a record shape is an object
    let written = ''
    for (const { name, label, write } of members) {
      const member = record[name]
      if (member !== null && member !== undefined) written += (written === '' ? '' : ',') + label + write(member)
    }
    return `{${written}}`
  }
}
