/**
 * Sockets and limits: node:http requests become protocol requests, answers become responses. What is asked and how it is
 * answered is the routes' business; that nothing is endless is this file's.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Log } from '../lib/log.ts'
import type { Network } from '../lib/network-address.ts'
import { Unavailable } from '../lib/unavailable.ts'
import type { Answer, Request } from '../protocols/exchange.ts'
import { callerBehind } from './caller.ts'
import type { Route } from './route.ts'

export interface HttpOptions {
  readonly host: string
  readonly port: number
  /** The configured public URL; without it the request's Host decides. */
  readonly publicUrl: string | null
  /** Proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies?: readonly Network[]
  readonly maxBodyBytes: number
  /** Longest a request may take to arrive. */
  readonly requestSeconds: number
  readonly log: Log
}

export interface HttpService {
  /** `http://host:port`, with the port really taken. */
  readonly url: string
  /** Takes no new connection, lets calls under way end for `graceMs`, then cuts. */
  stop(graceMs: number): Promise<void>
}

/** Starts listening; the first route that answers a request wins. */
export async function listen(options: HttpOptions, routes: readonly Route[]): Promise<HttpService> {
  const { log } = options
  const caller = callerBehind(options.trustedProxies ?? [])
  let stopping = false

  const server: Server = createServer(
    {
      requestTimeout: options.requestSeconds * 1000,
      headersTimeout: Math.min(options.requestSeconds, 20) * 1000,
      // how often those two are looked at; Node's own 30 s would let a slow caller stay that much longer
      connectionsCheckingInterval: Math.min(options.requestSeconds * 250, 5_000),
      keepAliveTimeout: 65_000,
      maxHeaderSize: 32_768,
    },
    (incoming, response) => {
      void serve(incoming, response).catch(error => {
        // the caller went away, or a stream broke after its first bytes: all that is left is to cut the connection
        log.debug({ err: error }, 'a response was cut off')
        response.destroy()
      })
    },
  )
  server.maxRequestsPerSocket = 0
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  async function serve(incoming: IncomingMessage, response: ServerResponse) {
    const answer = await answerTo(incoming, response)
    // a connection that is kept would keep the server from ending
    if (stopping) response.setHeader('Connection', 'close')
    await send(incoming, response, answer)
  }

  async function answerTo(incoming: IncomingMessage, response: ServerResponse): Promise<Answer> {
    const host = hostOf(incoming)
    if (!isHost(host)) return badRequest
    const body = await readBody(incoming, options.maxBodyBytes)
    if (body === undefined) response.setHeader('Connection', 'close')
    const remote = caller(incoming.socket.remoteAddress ?? '', incoming.headers['x-forwarded-for']?.toString())
    const request = toRequest(incoming, body, options.publicUrl ?? `http://${host}`, remote)
    for (const route of routes) {
      const answered = route(request)
      if (answered === undefined) continue
      return answered.catch(error => {
        if (error instanceof Unavailable) return unavailable(error)
        log.error({ err: error, path: withoutToken(request.path) }, 'a route failed')
        return serverError
      })
    }
    return notFound
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, () => {
      server.removeListener('error', reject)
      resolve()
    })
  })
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  const name = options.host.includes(':') ? `[${options.host}]` : options.host

  return {
    url: `http://${name}:${port}`,
    async stop(graceMs) {
      stopping = true
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      server.closeIdleConnections()
      // browsers open connections in advance; to Node those are not idle
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      const cut = setTimeout(() => server.closeAllConnections(), graceMs)
      await closed
      clearTimeout(cut)
    },
  }
}

function toRequest(incoming: IncomingMessage, body: Buffer | undefined, publicUrl: string, remote: string): Request {
  const target = incoming.url ?? '/'
  const mark = target.indexOf('?')
  return {
    method: incoming.method ?? 'GET',
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
    headers: incoming.headers as Record<string, string | undefined>, // repeated ones are joined; only set-cookie is a list
    body: body ?? Buffer.alloc(0),
    tooLarge: body === undefined,
    publicUrl,
    remote,
  }
}

/** The Host header, or '' where there is none or more than one, of which a proxy may have read another (RFC 9112 §3.2). */
function hostOf({ rawHeaders, headers }: IncomingMessage): string {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === 'host') hosts++
  }
  return hosts === 1 ? (headers.host ?? '') : ''
}

/** A Host that may be echoed into the WSDL and into links: a name or address with an optional port, nothing else. */
function isHost(host: string): boolean {
  return /^(?:[\w.-]{1,253}|\[[0-9a-fA-F:.]{2,45}\])(?::[0-9]{1,5})?$/.test(host)
}

/** @returns the body, or undefined when it passes the limit; the rest is then read off for a moment, so that the answer arrives */
async function readBody(incoming: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  if (incoming.method === 'GET' || incoming.method === 'HEAD') {
    incoming.resume()
    return Buffer.alloc(0)
  }
  const announced = Number(incoming.headers['content-length'] ?? 0)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let over = announced > limit
    if (over) setTimeout(resolve, 2_000, undefined).unref()
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (over) return
      if (size > limit) {
        over = true
        chunks.length = 0
        setTimeout(resolve, 2_000, undefined).unref()
      } else chunks.push(chunk)
    })
    incoming.on('end', () => resolve(over ? undefined : chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size)))
    incoming.on('error', reject)
    incoming.on('close', () => {
      if (!incoming.complete) reject(new Error('the caller went away before its request was complete'))
    })
  })
}

/**
 * Answers of one turn of the event loop are written together at its end. Written one by one, each would wake its caller,
 * who then takes the processor from the next: 54 µs of processor time a request instead of 30 with 64 callers
 * (docs/benchmarks.md).
 */
const ready: (() => void)[] = []

function writeSoon(write: () => void): void {
  if (ready.length === 0) setImmediate(writeAll)
  ready.push(write)
}

function writeAll(): void {
  for (const write of ready.splice(0)) write()
}

async function send(incoming: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
  const { status, headers, body } = answer
  const bodiless = incoming.method === 'HEAD'
  if (typeof body === 'string' || Buffer.isBuffer(body)) {
    writeSoon(() => {
      response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) })
      response.end(bodiless ? undefined : body)
    })
    return
  }
  response.writeHead(status, headers)
  if (bodiless) {
    response.end()
    return
  }
  await pipeline(Readable.from(body, { objectMode: false }), response)
}

/** The tokens of public links are as good as a signature; a log has no use for them. */
function withoutToken(path: string): string {
  return path.replace(/[\w-]{36}/g, '…')
}

const plain = (status: number, text: string): Answer => ({
  status,
  headers: {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  },
  body: `${text}\n`,
})
const notFound = plain(404, 'There is nothing at this address.')
const badRequest = plain(400, 'The Host header is missing or malformed.')
const unavailable = ({ retryAfter }: Unavailable): Answer => {
  const answer = plain(503, 'The service is not available now. Come again soon.')
  return { ...answer, headers: { ...answer.headers, 'Retry-After': `${retryAfter}` } }
}
const serverError = plain(500, 'Something went wrong here; it has been logged.')
