/**
 * Sockets and limits: node:http requests become protocol requests, answers become responses. What is asked and how it is
 * answered is the routes' business; that nothing is endless is this file's.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Budget, budget, type Reservation } from '../lib/budget.ts'
import type { Log } from '../lib/log.ts'
import { isLoopback, type Network, networkOf } from '../lib/network-address.ts'
import { remember } from '../lib/remember.ts'
import { requestIdOf } from '../lib/request-id.ts'
import type { Answer, Head, Request } from '../protocols/exchange.ts'
import { callerBehind, proxyTest } from './caller.ts'
import { type Connection, type ConnectionLimits, connectionLimits, watchConnections } from './connections.ts'
import { formBytes, type Limit, readBody } from './request-body.ts'
import { send } from './response.ts'
import type { Route } from './route.ts'

export interface HttpOptions {
  readonly host: string
  readonly port: number
  /** The configured public URL; without it the request's Host decides. */
  readonly publicUrl: string | null
  /** Proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies?: readonly Network[]
  /** Bytes of any request's body; a route may take less. */
  readonly maxBodyBytes: number
  /** Longest a request may take to arrive. */
  readonly requestSeconds: number
  /** What requests and answers under way may hold in memory, shared with whatever else listens; one of its own without it. */
  readonly memory?: Budget
  /** Octets of it that one network may hold. */
  readonly memoryOfOne?: number
  readonly connections?: Partial<ConnectionLimits>
  readonly log: Log
}

export interface HttpService {
  /** `http://host:port`, with the port really taken. */
  readonly url: string
  /** Takes no new connection, lets calls under way end for `graceMs`, then cuts. */
  stop(graceMs: number): Promise<void>
}

/** Requests of one connection that wait for those before them; a connection with more is cut. */
const mostPipelined = 100
const defaultMemory = 128 * 1024 * 1024
/** Of a request that is not going to be answered. */
const noBody: Limit = { most: 0 }

/** Starts listening; the first route that answers a request wins. */
export async function listen(options: HttpOptions, routes: readonly Route[]): Promise<HttpService> {
  const { log, memory = budget(defaultMemory), memoryOfOne = defaultMemory / 4 } = options
  const isProxy = proxyTest(options.trustedProxies ?? [])
  const caller = callerBehind(isProxy)
  const isExempt = remember(10_000, address => isLoopback(address) || isProxy(address))
  const holderOf = remember(10_000, remote =>
    isExempt(remote) ? { holder: undefined } : { holder: { name: networkOf(remote), most: memoryOfOne } },
  )
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
    inTurn,
  )
  server.maxRequestsPerSocket = 0
  // a client that ends its side after a request waits for the answer (RFC 9112 §9.6 lets it); not in Node's documentation
  Object.assign(server, { httpAllowHalfOpen: true })
  const connections = watchConnections(server, { ...connectionLimits, ...options.connections }, isExempt)

  /** Requests of one connection one after the other: a caller that sends many at once gets no more of us than others. */
  function inTurn(incoming: IncomingMessage, response: ServerResponse) {
    const { socket } = incoming
    const connection = connections.of(socket)
    if (!connection) return void incoming.resume()
    if (!connection.isBusy) return void serveAll(connection, incoming, response)
    if (connection.waiting.length >= mostPipelined) return void socket.destroy()
    connection.waiting.push(() => void serveAll(connection, incoming, response))
  }

  async function serveAll(connection: Connection, incoming: IncomingMessage, response: ServerResponse) {
    connection.isBusy = true
    const id = requestIdOf(incoming.headers['x-request-id']?.toString())
    try {
      await serve(connection, incoming, response, id)
    } catch (error) {
      // the caller went away, or a stream broke after its first bytes: all that is left is to cut the connection
      log.debug({ err: error, requestId: id }, 'a response was cut off')
      response.destroy()
    }
    connection.isBusy = false
    connection.isSending = false
    connection.waiting.shift()?.()
  }

  async function serve(connection: Connection, incoming: IncomingMessage, response: ServerResponse, id: string) {
    const remote = caller(incoming.socket.remoteAddress ?? '', incoming.headers['x-forwarded-for']?.toString())
    const room = memory.reserve(holderOf(remote).holder)
    const leave = connections.begin(incoming.socket, remote)
    try {
      const isCrowded = leave === undefined
      const answer = await answerTo({ connection, incoming, response, id, remote, room, isCrowded })
      // a connection that is kept would keep the server from ending
      if (stopping) response.setHeader('Connection', 'close')
      await send(incoming, response, answer, { id, room })
    } finally {
      room.release()
      leave?.()
    }
  }

  async function answerTo({ connection, incoming, response, id, remote, room, isCrowded }: Exchange): Promise<Answer> {
    const host = hostOf(incoming)
    if (!isHost(host)) return badRequest
    const head = headOf(incoming, id)
    connection.isSending = true
    const limit = isCrowded ? noBody : limitOf(head)
    const { body, unread } = await readBody(incoming, limit, room)
    connection.isSending = false
    if (unread !== undefined) response.setHeader('Connection', 'close')
    const request: Request = {
      method: head.method,
      path: head.path,
      query: head.query,
      headers: head.headers,
      body,
      unread: isCrowded ? 'busy' : unread,
      publicUrl: options.publicUrl ?? `http://${host}`,
      remote,
      id,
    }
    for (const route of routes) {
      const answered = route(request)
      if (answered === undefined) continue
      return answered.catch(error => {
        log.error({ err: error, path: withoutToken(request.path), requestId: id }, 'a route failed')
        return serverError
      })
    }
    return notFound
  }

  function limitOf(head: Head): Limit {
    for (const { bodyLimit } of routes) {
      const limit = bodyLimit?.(head)
      if (limit) return { ...limit, most: Math.min(limit.most, options.maxBodyBytes) }
    }
    return { most: Math.min(formBytes, options.maxBodyBytes) }
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
      for (const socket of connections.open()) if (socket.bytesRead === 0) socket.destroy()
      const cut = setTimeout(() => server.closeAllConnections(), graceMs)
      await closed
      clearTimeout(cut)
    },
  }
}

/** A request under way. */
interface Exchange {
  readonly connection: Connection
  readonly incoming: IncomingMessage
  readonly response: ServerResponse
  readonly id: string
  /** The caller's network address. */
  readonly remote: string
  readonly room: Reservation
  /** The caller's network has too many requests under way. */
  readonly isCrowded: boolean
}

function headOf(incoming: IncomingMessage, id: string): Head & Pick<Request, 'query'> {
  const target = incoming.url ?? '/'
  const mark = target.indexOf('?')
  return {
    method: incoming.method ?? 'GET',
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
    headers: incoming.headers as Record<string, string | undefined>, // repeated ones are joined; only set-cookie is a list
    id,
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
const serverError = plain(500, 'Something went wrong here; it has been logged.')
