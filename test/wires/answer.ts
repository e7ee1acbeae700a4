/** Answers read back as plain values, by a reader of its own: what two wires say can be compared. */
import assert from 'node:assert/strict'
import { Result } from '../../src/contract/card.ts'
import { findOperation } from '../../src/contract/operations.ts'
import { type Shape, typeName } from '../../src/contract/shapes.ts'
import type { Reply, WireName } from '../harness/dial.ts'

/** The value of a success, or `{ Code, Message }` of a refusal. */
export function readAnswer(wire: WireName, operation: string, { status, text: body }: Reply): unknown {
  if (wire === 'json') {
    const value = JSON.parse(body)
    return status === 200 ? value : { Code: value.code, Message: value.message }
  }
  assert.equal(status, 200, `${wire} ${operation}: ${body}`)
  const row = findOperation(operation)!
  let root = readXml(body)
  if (wire === 'soap11' || wire === 'soap12') {
    for (const name of ['soap:Envelope', 'soap:Body', `${operation}Response`, `${operation}Result`]) {
      if (name !== 'soap:Envelope') root = only(root)
      assert.equal(root.name, name)
    }
  } else assert.equal(root.name, row.typed ? 'Result' : 'anyType')
  return decode(root, row.typed ? Result : shapeOf(root, row.result))
}

/** An untyped slot names the type of its content: the value's, or Result. */
function shapeOf({ attributes }: Element, expected: Shape): Shape {
  const type = Object.entries(attributes).find(([name]) => name.endsWith(':type'))?.[1]
  const bare = type?.replace(/^\w+:/, '')
  if (bare === 'Result') return Result
  assert.equal(bare, typeName(expected))
  return expected
}

function decode(element: Element, shape: Shape): unknown {
  const { children, text } = element
  switch (shape.kind) {
    case 'scalar':
      assert.equal(children.length, 0)
      if (shape.name === 'boolean') return text === 'true' ? true : text === 'false' ? false : assert.fail(text)
      return shape.name === 'string' ? text : Number(text)
    case 'enumeration':
      return text
    case 'list':
      return children.map(child => {
        assert.equal(child.name, typeName(shape.item))
        return decode(child, shape.item)
      })
    case 'record':
      return Object.fromEntries(
        children.map(child => {
          const field = shape.fields[child.name] ?? assert.fail(`${shape.name} has no ${child.name}`)
          return [child.name, decode(child, field)]
        }),
      )
  }
}

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  text: string
}

function only({ name, children }: Element): Element {
  assert.equal(children.length, 1, `${name} holds one element`)
  return children[0]!
}

/** Elements, attributes and text are all the service writes; anything else fails. */
function readXml(document: string): Element {
  const top: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [top]
  const tokens = /<\?xml version="1\.0" encoding="utf-8"\?>|<(\/?)([\w:.]+)((?:\s[\w:]+="[^"<]*")*)( ?\/?)>|([^<]+)/gy
  let end = 0
  for (const [token, slash, name, attributes, empty, text] of document.matchAll(tokens)) {
    end += token.length
    const parent = open.at(-1)!
    if (text !== undefined) parent.text += unescaped(text)
    else if (slash === '/') assert.equal(open.pop()!.name, name)
    else if (name !== undefined) {
      const element = { name, attributes: readAttributes(attributes!), children: [], text: '' }
      parent.children.push(element)
      if (empty !== ' /') open.push(element)
    }
  }
  assert.equal(end, document.length, `unreadable from ${document.slice(end, end + 80)}`)
  assert.equal(open.length, 1)
  return only(top)
}

function readAttributes(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, name, value]) => [name!, unescaped(value!)]),
  )
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' }

function unescaped(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(/&(\w*);?/g, (_, name: string) => entities[name] ?? assert.fail(`&${name} is no entity`))
}
