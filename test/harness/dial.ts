/** Calls over real HTTP on every wire, and what each wire must answer, written out here and not by the code under test. */
import assert from 'node:assert/strict'
import { Agent, request as httpRequest } from 'node:http'
import { findOperation } from '../../src/contract/operations.ts'
import { type RefusalName, refusals } from '../../src/contract/refusals.ts'
import { isSimple, type Shape, typeName } from '../../src/contract/shapes.ts'

export const wireNames = ['soap11', 'soap12', 'get', 'post', 'json'] as const
export type WireName = (typeof wireNames)[number]

export const namespace = 'http://api.createsend.com/api/'
export const envelopeNamespaces = {
  soap11: 'http://schemas.xmlsoap.org/soap/envelope/',
  soap12: 'http://www.w3.org/2003/05/soap-envelope',
} as const

/** By name; null and what is left out is absent. Lists and records as in JSON. */
export type Values = Readonly<Record<string, unknown>>

export interface Reply {
  readonly status: number
  readonly reason: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Names and values in turns, as they came. */
  readonly rawHeaders: readonly string[]
  readonly text: string
}

/** A request as it goes out. */
export interface Sent {
  readonly path: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** New operations are on JSON alone; records cannot be sent as forms (reference/asmx.md §1.2). */
export function isOffered(wire: WireName, operation: string): boolean {
  const { parameters, jsonOnly } = findOperation(operation)!
  if (wire === 'json' || jsonOnly) return wire === 'json'
  return (wire !== 'get' && wire !== 'post') || Object.values(parameters).every(isSimple)
}

export function wiresOf(operation: string): readonly WireName[] {
  return wireNames.filter(wire => isOffered(wire, operation))
}

export function request(wire: WireName, operation: string, values: Values): Sent {
  switch (wire) {
    case 'soap11':
    case 'soap12':
      return envelopeRequest(wire, operation, elements(operation, values))
    case 'get':
      return { path: `/api/api.asmx/${operation}?${form(operation, values)}`, method: 'GET', headers: {} }
    case 'post':
      return formRequest(operation, form(operation, values))
    case 'json':
      return jsonRequest(operation, JSON.stringify(values))
  }
}

/** @param inside XML of the wrapper element */
export function envelopeRequest(wire: 'soap11' | 'soap12', operation: string, inside: string | Buffer): Sent {
  const before = `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${envelopeNamespaces[wire]}"><soap:Body><${operation} xmlns="${namespace}">`
  const after = `</${operation}></soap:Body></soap:Envelope>`
  return xmlRequest(wire, operation, Buffer.concat([before, inside, after].map(part => Buffer.from(part))))
}

export function xmlRequest(wire: 'soap11' | 'soap12', operation: string, body: string | Buffer): Sent {
  const headers: Record<string, string> =
    wire === 'soap11'
      ? { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"${namespace}${operation}"` }
      : { 'Content-Type': `application/soap+xml; charset=utf-8; action="${namespace}${operation}"` }
  return { path: '/api/api.asmx', method: 'POST', headers, body }
}

export function formRequest(operation: string, body: string | Buffer): Sent {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  return { path: `/api/api.asmx/${operation}`, method: 'POST', headers, body }
}

export function jsonRequest(operation: string, body: string | Buffer): Sent {
  return { path: `/api/json/${operation}`, method: 'POST', headers: { 'Content-Type': 'application/json' }, body }
}

/** Connections are kept: thousands of calls would run out of ports. */
const agent = new Agent({ keepAlive: true, maxSockets: 16 })

export function send(url: string, { path, method, headers, body = '' }: Sent): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const bytes = Buffer.from(body)
    const { hostname, port } = new URL(url)
    const length = method === 'GET' ? {} : { 'Content-Length': bytes.length }
    // one id for all, so that two answers can be compared as they are
    const all = { 'X-Request-Id': 'of-the-tests', ...length, ...headers }
    const outgoing = httpRequest({ hostname, port, path, method, agent, headers: all })
    outgoing.on('error', reject)
    outgoing.on('response', response => {
      const chunks: Buffer[] = []
      response.on('error', reject)
      response.on('data', chunk => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const { statusCode, statusMessage = '', rawHeaders } = response
        const headers = response.headers as Reply['headers'] // no answer of ours sets a cookie
        resolve({ status: statusCode!, reason: statusMessage, headers, rawHeaders, text })
      })
    })
    outgoing.end(bytes)
  })
}

export function call(url: string, wire: WireName, operation: string, values: Values): Promise<Reply> {
  return send(url, request(wire, operation, values))
}

/** The code of a refusal, 0 for success. @throws when it is neither */
export function codeOf(wire: WireName, { status, text }: Reply): number {
  if (wire === 'json') {
    if (status === 200) return 0
    const { code } = JSON.parse(text) as { code?: unknown } // checked in the next line
    assert.ok(typeof code === 'number' && code > 0, text)
    return code
  }
  assert.equal(status, 200, text)
  const found = /<Code>(-?\d+)<\/Code>/.exec(text)?.[1]
  return found === undefined ? 0 : Number(found)
}

/** The whole answer must be this refusal in the wire's own form; the sentence and the data that JSON adds are not looked at. */
export function assertRefused(wire: WireName, operation: string, reply: Reply, refusal: RefusalName, sent = ''): void {
  const what = `${operation} over ${wire} ${sent}`
  const [code, message, status] = refusals[refusal]
  if (wire === 'json') {
    assert.equal(reply.status, status, `${what}: ${reply.text.slice(0, 500)}`)
    assert.equal(reply.headers['content-type'], 'application/json; charset=utf-8')
    const { detail, data, ...rest } = JSON.parse(reply.text) as { detail?: unknown; data?: unknown } // all of it is looked at
    assert.deepEqual(rest, { code, message }, what)
    assert.ok(detail === undefined || typeof detail === 'string')
    assert.ok(data === undefined || typeof data === 'object')
    return
  }
  assert.equal(reply.text, refusedBody(wire, operation, code, escaped(message)), what)
  assert.equal(reply.status, 200)
  assert.equal(reply.headers['content-type'], contentType(wire))
}

function refusedBody(wire: Exclude<WireName, 'json'>, operation: string, code: number, message: string): string {
  const { typed } = findOperation(operation)!
  const schemas = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"'
  const declaration = '<?xml version="1.0" encoding="utf-8"?>'
  if (wire === 'soap11' || wire === 'soap12') {
    const result = `<${operation}Result${typed ? '' : ' xsi:type="Result"'}><Code>${code}</Code><Message>${message}</Message></${operation}Result>`
    return `${declaration}<soap:Envelope xmlns:soap="${envelopeNamespaces[wire]}" ${schemas}><soap:Body><${operation}Response xmlns="${namespace}">${result}</${operation}Response></soap:Body></soap:Envelope>`
  }
  const root = typed ? `<Result ${schemas}` : `<anyType ${schemas} xsi:type="Result"`
  const lines = [
    declaration,
    `${root} xmlns="${namespace}">`,
    `  <Code>${code}</Code>`,
    `  <Message>${message}</Message>`,
    typed ? '</Result>' : '</anyType>',
  ]
  return lines.join('\r\n')
}

/** The complete fault with this text (its code of SOAP 1.1). */
export function assertFault(reply: Reply, version: 'soap11' | 'soap12', code: 'Client' | 'Server', text: string): void {
  const schemas = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"'
  const fault =
    version === 'soap11'
      ? `<faultcode>soap:${code}</faultcode><faultstring>${escaped(text)}</faultstring><detail />`
      : `<soap:Code><soap:Value>soap:${code === 'Client' ? 'Sender' : 'Receiver'}</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang="en">${escaped(text)}</soap:Text></soap:Reason><soap:Detail />`
  assert.equal(
    reply.text,
    `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${envelopeNamespaces[version]}" ${schemas}><soap:Body><soap:Fault>${fault}</soap:Fault></soap:Body></soap:Envelope>`,
  )
  assert.equal(reply.status, 500)
  assert.equal(reply.headers['content-type'], contentType(version))
}

/** 400 or 415 with an empty body, as ASP.NET answered unreadable requests. */
export function assertEmpty(reply: Reply, version: 'soap11' | 'soap12', status: 400 | 415): void {
  assert.deepEqual([reply.status, reply.text], [status, ''])
  assert.equal(reply.headers['content-type'], contentType(version))
}

/** The plain text of GET and POST. @param text as in the answer, without its line end */
export function assertPlain(reply: Reply, text: string): void {
  assert.deepEqual([reply.status, reply.text], [500, `${text}\r\n`])
  assert.equal(reply.headers['content-type'], 'text/plain; charset=utf-8')
}

function contentType(wire: Exclude<WireName, 'json'>): string {
  return `${wire === 'soap12' ? 'application/soap+xml' : 'text/xml'}; charset=utf-8`
}

/** Parameters as children, in the order given. */
export function elements(operation: string, values: Values): string {
  const { parameters } = findOperation(operation)!
  return Object.entries(values)
    .map(([name, value]) => element(name, value, parameters[name]))
    .join('')
}

function element(name: string, value: unknown, shape: Shape | undefined): string {
  if (value === null || value === undefined) return ''
  if (shape?.kind === 'list' && Array.isArray(value)) {
    const item = typeName(shape.item)
    return `<${name}>${value.map(one => element(item, one, shape.item)).join('')}</${name}>`
  }
  if (shape?.kind === 'record' && typeof value === 'object') {
    const fields = Object.entries(value).map(([field, one]) => element(field, one, shape.fields[field]))
    return `<${name}>${fields.join('')}</${name}>`
  }
  return `<${name}>${escaped(String(value))}</${name}>`
}

function form(operation: string, values: Values): string {
  const { parameters } = findOperation(operation)!
  const pairs = Object.entries(values).flatMap(([name, value]): [string, string][] => {
    if (value === null || value === undefined) return []
    if (parameters[name]?.kind === 'list' && Array.isArray(value)) return value.map(one => [name, String(one)])
    return [[name, String(value)]]
  })
  return pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
}

/** The characters a value cannot hold as they are; a line end written as a reference is kept. */
function escaped(text: string): string {
  return text.replace(/[&<>\r]/g, character => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character] ?? '&#13;')
}
