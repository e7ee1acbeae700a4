/** What SOAP requests are expected to come to: a call, a fault or an empty answer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { envelope, exchange, type Sent, soap11Namespace, soap12Namespace, wrapper } from './wires.ts'

export const op = 'Client.GetDetail'
export const known = wrapper(op, '<ApiKey>k</ApiKey><ClientID>c</ClientID>')
export const e11 = envelope(known)
export const e12 = envelope(known, { soap: soap12Namespace })
export const bothParams = { ApiKey: 'k', ClientID: 'c' }
export const nothing = { ApiKey: null, ClientID: null }

export const unreadable = 'Server was unable to read request. ---&gt; '
export const head = (soap: string) =>
  `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${soap}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><soap:Body>`
export const tail = '</soap:Body></soap:Envelope>'
export const fault11 = (code: string, text: string) =>
  `${head(soap11Namespace)}<soap:Fault><faultcode>soap:${code}</faultcode><faultstring>${text}</faultstring><detail /></soap:Fault>${tail}`
export const fault12 = (code: string, text: string) =>
  `${head(soap12Namespace)}<soap:Fault><soap:Code><soap:Value>soap:${code}</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang="en">${text}</soap:Text></soap:Reason><soap:Detail /></soap:Fault>${tail}`

export const type11 = 'text/xml; charset=utf-8'
export const type12 = 'application/soap+xml; charset=utf-8'

export type Expected =
  | { readonly calls: object; readonly wire?: string }
  | { readonly fault: string; readonly type?: string }
  | { readonly empty: number; readonly type?: string }

async function expect(sent: Sent, expected: Expected): Promise<void> {
  const { status, headers, text, calls } = await exchange(sent, null)
  if ('calls' in expected) {
    assert.equal(status, 200, text)
    assert.deepEqual({ ...calls[0]?.params }, expected.calls)
    if (expected.wire) assert.equal(calls[0]?.wire, expected.wire)
    assert.equal(headers['Cache-Control'], 'private, max-age=0')
    return
  }
  assert.deepEqual(calls, [], 'the operation must not run')
  assert.equal(headers['Cache-Control'], 'private')
  if ('fault' in expected) {
    assert.equal(text, expected.fault)
    assert.equal(status, 500)
    assert.equal(headers['Content-Type'], expected.type ?? type11)
  } else {
    assert.equal(status, expected.empty, text)
    assert.equal(text, '')
    assert.equal(headers['Content-Type'], expected.type ?? type11)
  }
}

export function table(cases: Readonly<Record<string, readonly [Sent, Expected]>>): void {
  for (const [name, [sent, expected]] of Object.entries(cases)) test(name, () => expect(sent, expected))
}
