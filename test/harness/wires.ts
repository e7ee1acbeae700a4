/** The wires without the program behind them: requests in, answers out, and what was asked for in between. */

import type { Params } from '../../src/contract/bind.ts'
import { allOperations, type Operation } from '../../src/contract/operations.ts'
import type { Answer, Request } from '../../src/lib/http.ts'
import type { Perform } from '../../src/protocols/exchange.ts'
import { wires } from '../../src/protocols/wires.ts'
import { namespace } from './dial.ts'

export { namespace }

export const soap11Namespace = 'http://schemas.xmlsoap.org/soap/envelope/'
export const soap12Namespace = 'http://www.w3.org/2003/05/soap-envelope'

export interface Performed {
  readonly operation: string
  readonly params: Params
  readonly wire: string
}

export interface Exchange {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** What reached the operation: nothing or one call. */
  readonly calls: readonly Performed[]
  /** What went to the log. */
  readonly errors: readonly unknown[]
  readonly streamed: boolean
}

export type Sent = Partial<Omit<Request, 'body' | 'headers'>> & {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** @param result what the operation answers, or a function that may throw */
export async function exchange(
  sent: Sent,
  result: unknown = undefined,
  operations: readonly Operation[] = allOperations,
): Promise<Exchange> {
  const calls: Performed[] = []
  const errors: unknown[] = []
  const front = wires({ namespace, operations, authenticate: async () => {}, onError: error => errors.push(error) })
  const request: Request = {
    method: 'POST',
    path: '/api/api.asmx',
    query: '',
    publicUrl: 'http://localhost:8080',
    remote: '127.0.0.1',
    id: 'request 1',
    ...sent,
    headers: sent.headers ?? {},
    body: Buffer.from(sent.body ?? ''),
  }
  const perform: Perform = async ({ name }, params, { wire }) => {
    calls.push({ operation: name, params, wire })
    return typeof result === 'function' ? result() : result
  }
  const protocol = front(request)
  if (!protocol) throw new Error(`No protocol answers ${request.method} ${request.path}.`)
  const answer = await protocol(request, perform)
  const streamed = typeof answer.body !== 'string' && !Buffer.isBuffer(answer.body)
  return { status: answer.status, headers: answer.headers, text: await textOf(answer), calls, errors, streamed }
}

async function textOf({ body }: Answer): Promise<string> {
  if (typeof body === 'string') return body
  if (Buffer.isBuffer(body)) return body.toString('utf8')
  let text = ''
  for await (const chunk of body) text += chunk
  return text
}

/** An envelope with this inside its Body. */
export function envelope(inside: string, { soap = soap11Namespace, header = '' } = {}): string {
  return `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${soap}">${header}<soap:Body>${inside}</soap:Body></soap:Envelope>`
}

/** A wrapper element with its parameters as given. */
export function wrapper(operation: string, inside = ''): string {
  return `<${operation} xmlns="${namespace}">${inside}</${operation}>`
}

export function soap11Request(operation: string, body: string | Buffer, headers: Record<string, string> = {}): Sent {
  return {
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${namespace}${operation}"`, ...headers },
    body,
  }
}

export function soap12Request(body: string | Buffer, contentType = 'application/soap+xml; charset=utf-8'): Sent {
  return { headers: { 'content-type': contentType }, body }
}
