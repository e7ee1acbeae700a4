/** Calls as a client of each wire writes them, and the sockets they go over. Nothing of src takes part. */
import { request } from 'node:http'

export const wireNames = ['soap11', 'soap12', 'get', 'post', 'json'] as const
export type WireName = (typeof wireNames)[number]

export const namespace = 'http://api.createsend.com/api/'
export const envelopes = {
  soap11: 'http://schemas.xmlsoap.org/soap/envelope/',
  soap12: 'http://www.w3.org/2003/05/soap-envelope',
} as const

export interface Sent {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Received {
  readonly status: number
  readonly reason: string
  /** As they came, in their order, without those that every answer has and that say nothing of it. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
}

type Params = Readonly<Record<string, unknown>>

/** These take records or lists of them, which no form can carry (reference/asmx.md §1.2). */
const structured = new Set([
  'Subscriber.AddWithCustomFields',
  'Subscriber.AddAndResubscribeWithCustomFields',
  'Campaign.Create',
])

export function isOffered(wire: WireName, operation: string): boolean {
  return !structured.has(operation) || (wire !== 'get' && wire !== 'post')
}

export const write: Readonly<Record<WireName, (operation: string, params: Params) => Sent>> = {
  soap11: (operation, params) => ({
    method: 'POST',
    target: '/api/api.asmx',
    headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"${namespace}${operation}"` },
    body: envelope('soap11', operation, params),
  }),
  soap12: (operation, params) => ({
    method: 'POST',
    target: '/api/api.asmx',
    headers: { 'Content-Type': 'application/soap+xml; charset=utf-8' },
    body: envelope('soap12', operation, params),
  }),
  get: (operation, params) => ({
    method: 'GET',
    target: `/api/api.asmx/${operation}?${form(params)}`,
    headers: {},
    body: '',
  }),
  post: (operation, params) => ({
    method: 'POST',
    target: `/api/api.asmx/${operation}`,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: form(params),
  }),
  json: (operation, { ApiKey, ...params }) => ({
    method: 'POST',
    target: `/api/json/${operation}`,
    headers: {
      'Content-Type': 'application/json',
      ...(ApiKey === undefined ? {} : { Authorization: `Bearer ${String(ApiKey)}` }),
    },
    body: JSON.stringify(params),
  }),
}

function form(params: Params): string {
  return Object.entries(params)
    .map(([name, value]) => `${name}=${encodeURIComponent(typeof value === 'object' ? '' : String(value))}`)
    .join('&')
}

function envelope(version: keyof typeof envelopes, operation: string, params: Params): string {
  const inside = Object.entries(params).map(([name, value]) => element(name, value))
  return wrapped(version, `<${operation} xmlns="${namespace}">${inside.join('')}</${operation}>`)
}

/** An envelope with this inside its Body. */
export function wrapped(version: keyof typeof envelopes, inside: string, header = ''): string {
  return `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${envelopes[version]}">${header}<soap:Body>${inside}</soap:Body></soap:Envelope>`
}

/** The element of an item is named for its type in the WSDL. */
const itemNames: Readonly<Record<string, string>> = {
  CustomFields: 'SubscriberCustomField',
  SubscriberListIDs: 'string',
  ListSegments: 'List',
}

function element(name: string, value: unknown): string {
  if (Array.isArray(value)) return tag(name, value.map(item => element(itemNames[name]!, item)).join(''))
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([member, inside]) => element(member, inside))
    return tag(name, members.join(''))
  }
  return tag(name, String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'))
}

function tag(name: string, inside: string): string {
  return `<${name}>${inside}</${name}>`
}

const ofEveryAnswer = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding'])

/** @param url of the service */
export function send(url: string, { method, target, headers, body }: Sent): Promise<Received> {
  return new Promise((resolve, reject) => {
    const length = body === '' ? {} : { 'Content-Length': Buffer.byteLength(body) }
    const call = request(url + target, { method, headers: { ...headers, ...length } }, answer => {
      const chunks: Buffer[] = []
      answer.on('error', reject)
      answer.on('data', chunk => chunks.push(chunk))
      answer.on('end', () => {
        const { rawHeaders } = answer
        const names = rawHeaders.filter((_, n) => n % 2 === 0)
        resolve({
          status: answer.statusCode ?? 0,
          reason: answer.statusMessage ?? '',
          headers: names
            .map((name, n) => [name, rawHeaders[2 * n + 1]!] as const)
            .filter(([name]) => !ofEveryAnswer.has(name.toLowerCase())),
          body: Buffer.concat(chunks).toString('utf8'),
        })
      })
    })
    call.on('error', reject)
    call.end(body)
  })
}
