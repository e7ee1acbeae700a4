/** A reader of the live stream on a bare socket: its bytes are read as WHATWG HTML §9.2 says. */
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { type Line, openLine } from './socket.ts'
import { seen } from './until.ts'

export interface StreamItem {
  readonly topic: 'event' | 'counters' | 'editing' | 'reset'
  readonly client: string
  readonly id: string
  readonly event?: { Sequence: number; Type: string; Date: string; Data: Record<string, unknown> }
  readonly counters?: Record<string, unknown> & { State: string; Accepted: number; Recipients: number }
}

export interface StreamReader {
  readonly line: Line
  /** Head of the answer; empty until it has come. */
  head(): string
  /** Messages so far, each a list of items. */
  messages(): readonly (readonly StreamItem[])[]
  items(): readonly StreamItem[]
  /** Items of topic `event`, as their Data's Place. */
  places(): readonly unknown[]
  /** The last id line, '' before the first. */
  lastId(): string
  /** Waits until the items so far fit. */
  until(what: string, fits: (items: readonly StreamItem[]) => boolean): Promise<readonly StreamItem[]>
  /** Waits until it has an id: from then on nothing is missed. */
  ready(): Promise<void>
  close(): void
}

export interface StreamRequest {
  readonly key?: string | undefined
  readonly query?: string
  readonly lastId?: string | undefined
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

export async function openStream(url: string, asked: StreamRequest = {}): Promise<StreamReader> {
  const { key, query = '', lastId, method = 'GET', headers = {} } = asked
  const line = await openLine(url)
  const all = {
    Host: new URL(url).host,
    ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
    ...(lastId === undefined ? {} : { 'Last-Event-ID': lastId }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  line.write(`${method} /api/events/stream${query} HTTP/1.1\r\n${lines.join('')}\r\n`)
  const parsed = () => parse(unchunked(bodyOf(line.received())))
  const reader: StreamReader = {
    line,
    head: () => headOf(line.received()),
    messages: () => parsed().messages,
    items: () => parsed().messages.flat(),
    places: () =>
      parsed()
        .messages.flat()
        .flatMap(({ event }) => (event ? [event.Data.Place] : [])),
    lastId: () => parsed().lastId,
    until: (what, fits) => seen(what, async () => reader.items(), fits),
    async ready() {
      await seen(
        'the stream begins',
        async () => reader.lastId(),
        id => id !== '',
      )
    },
    close: line.close,
  }
  return reader
}

/** The whole answer of a request that is refused. */
export async function refusedStream(url: string, asked: StreamRequest = {}) {
  const { key, query = '', lastId, method = 'GET', headers = {} } = asked
  return new Promise<{ status: number; headers: Record<string, unknown>; body: { code?: number; detail?: string } }>(
    (resolve, reject) => {
      const outgoing = request(`${url}/api/events/stream${query}`, {
        method,
        headers: {
          ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
          ...(lastId === undefined ? {} : { 'Last-Event-ID': lastId }),
          ...headers,
        },
      })
      outgoing.on('error', reject)
      outgoing.on('response', response => {
        let text = ''
        response.setEncoding('utf8').on('data', chunk => {
          text += chunk
        })
        if (response.headers['content-type']?.startsWith('text/event-stream')) {
          outgoing.destroy()
          return reject(new Error('the stream was opened'))
        }
        response.on('end', () => {
          const body = text === '' ? {} : JSON.parse(text)
          resolve({ status: response.statusCode!, headers: response.headers, body })
        })
      })
      outgoing.end()
    },
  )
}

/** Takes nothing more off the socket: what is sent fills buffers. */
export function freeze(socket: Socket): void {
  socket.pause()
}

function headOf(text: string): string {
  const end = text.indexOf('\r\n\r\n')
  return end < 0 ? '' : text.slice(0, end)
}

function bodyOf(text: string): string {
  const end = text.indexOf('\r\n\r\n')
  return end < 0 ? '' : text.slice(end + 4)
}

/** Whole chunks only (RFC 9112 §7.1). */
function unchunked(text: string): string {
  let body = ''
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\r\n', at)
    if (end < 0) break
    const length = Number.parseInt(text.slice(at, end), 16)
    if (!(length > 0) || end + 2 + length > text.length) break
    body += text.slice(end + 2, end + 2 + length)
    at = end + 4 + length
  }
  return body
}

/** What EventSource would dispatch. */
function parse(body: string): { readonly messages: readonly (readonly StreamItem[])[]; readonly lastId: string } {
  const messages: StreamItem[][] = []
  let lastId = ''
  for (const block of body.split('\n\n').slice(0, -1)) {
    const data: string[] = []
    for (const line of block.split('\n')) {
      const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
      if (field === 'id') lastId = value
      if (field === 'data') data.push(value)
    }
    if (data.length > 0) messages.push(JSON.parse(Buffer.from(data.join('\n'), 'latin1').toString()))
  }
  return { messages, lastId }
}
