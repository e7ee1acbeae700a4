/**
 * One request after the other: node:http requests become protocol requests, answers become responses. What is asked and how it
 * is answered is the routes' business; that nothing of it is endless is this file's and its neighbours'.
 */

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { type Budget, type Holder, NoRoom, type Reservation } from '../lib/budget.ts'
import type { Answer, Head, Limit, LiveAnswer, Request, Route, StreamHead } from '../lib/http.ts'
import type { Log } from '../lib/log.ts'
import { networkOf } from '../lib/network-address.ts'
import { remember } from '../lib/remember.ts'
import { requestIdOf } from '../lib/request-id.ts'
import { inSpan, isTracing } from '../lib/trace.ts'
import { retrySeconds, Unavailable } from '../lib/unavailable.ts'
import { streamBody } from './body-stream.ts'
import type { Caller } from './caller.ts'
import type { Connection, Connections } from './connections.ts'
import type { Live } from './live.ts'
import { discardBody, formBytes, readBody } from './request-body.ts'
import { readTarget, type Target } from './request-target.ts'
import { send } from './response.ts'

export interface ServingOptions {
  readonly connections: Connections
  readonly caller: Caller
  /** Whether a network address is not counted as a network. */
  readonly isExempt: (address: string) => boolean
  /** The configured public URL; without it the request's Host decides. */
  readonly publicUrl: string | null
  /** Bytes of any request's body. */
  readonly maxBodyBytes: number
  /** Longest a body may take to arrive; one that is streamed, as `body-stream.ts` says. */
  readonly requestSeconds: number
  readonly memory: Budget
  /** Octets of it that one network may hold. */
  readonly memoryOfOne: number
  readonly live: Live
  /** Whether connections are to be closed after their answers. */
  readonly isStopping: () => boolean
  readonly log: Log
}

/** Requests of one connection that wait for those before them; a connection with more is cut. */
const mostPipelined = 100
/** For requests that will not be answered. */
const bodiless: Limit = { most: 0 }

export function requestListener(routes: readonly Route[], options: ServingOptions): RequestListener {
  const serving = new Serving(routes, options)
  return (incoming, response) => serving.inTurn(incoming, response)
}

class Serving {
  readonly #routes: readonly Route[]
  readonly #streaming: readonly Route[]
  readonly #options: ServingOptions
  readonly #holderOf: (remote: string) => { readonly holder: Holder | undefined }

  constructor(routes: readonly Route[], options: ServingOptions) {
    const { isExempt, memoryOfOne: most } = options
    this.#routes = routes
    this.#streaming = routes.filter(({ streaming }) => streaming !== undefined)
    this.#options = options
    this.#holderOf = remember(10_000, remote => ({
      holder: isExempt(remote) ? undefined : { name: networkOf(remote), most },
    }))
  }

  /** Requests of one connection one after the other: a caller that sends many at once gets no more of us than others. */
  inTurn(incoming: IncomingMessage, response: ServerResponse) {
    const { socket } = incoming
    const connection = this.#options.connections.of(socket)
    if (!connection) return void incoming.resume()
    if (!connection.isBusy) return void this.#serveAll(connection, incoming, response)
    if (connection.waiting.length >= mostPipelined) return void socket.destroy()
    connection.waiting.push(() => void this.#serveAll(connection, incoming, response))
  }

  async #serveAll(connection: Connection, incoming: IncomingMessage, response: ServerResponse) {
    connection.isBusy = true
    const id = requestIdOf(incoming.headers['x-request-id']?.toString())
    try {
      await inRequestSpan(incoming, response, () => this.#serve(connection, incoming, response, id))
    } catch (error) {
      // the caller went away, or a stream broke after its first bytes: all that is left is to cut the connection
      this.#options.log.debug({ err: error, requestId: id }, 'a response was cut off')
      response.destroy()
    }
    connection.isBusy = false
    connection.isSending = false
    // behind an answer that ends the connection nothing could be answered; one that was sent completely counts as destroyed, too
    const isCut = response.destroyed && !response.writableFinished
    if (isCut || response.getHeader('Connection') === 'close') connection.waiting.length = 0
    const next = connection.waiting.shift()
    if (next) next()
    // an answer that was under way when the server stopped: the connection is kept for nothing
    else if (this.#options.isStopping() && response.getHeader('Connection') !== 'close') endAfter(response)
  }

  async #serve(connection: Connection, incoming: IncomingMessage, response: ServerResponse, id: string) {
    const { caller, connections, memory, live, isStopping } = this.#options
    const remote = caller(incoming.socket.remoteAddress ?? '', incoming.headers['x-forwarded-for']?.toString())
    const room = memory.reserve(this.#holderOf(remote).holder)
    const leave = connections.begin(incoming.socket, remote)
    try {
      const isCrowded = leave === undefined || room.isBeyondShare
      const answer = await this.#answerTo({ connection, incoming, response, id, remote, room, isCrowded })
      // a connection that is kept would keep the server from ending
      if (isStopping()) response.setHeader('Connection', 'close')
      await send(incoming, response, answer, { id, room, live }).catch(error => {
        if (!(error instanceof NoRoom)) throw error
        return send(incoming, response, unavailable, { id, room, live })
      })
    } finally {
      room.release()
      leave?.()
    }
  }

  async #answerTo({
    connection,
    incoming,
    response,
    id,
    remote,
    room,
    isCrowded,
  }: Exchange): Promise<Answer | LiveAnswer> {
    const target = readTarget(incoming)
    if (!target) return badRequest
    if (target.path === '*') return incoming.method === 'OPTIONS' ? ofServer : badRequest
    const head = headOf(incoming, target, { remote, id, publicUrl: this.#options.publicUrl ?? `http://${target.host}` })
    connection.isSending = true
    const { streaming } = (!isCrowded && this.#streaming.find(route => route.streaming?.takes(head))) || {}
    if (streaming) return this.#stream(streaming, head, { connection, incoming, response, room })
    const limit = isCrowded ? bodiless : this.#limitOf(head)
    endLate(incoming, response, this.#options.requestSeconds * 1000)
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
      publicUrl: head.publicUrl,
      remote,
      id,
    }
    for (const route of this.#routes) {
      const answered = route(request)
      if (answered === undefined) continue
      return answered.catch(error => this.#failed(error, request))
    }
    return notFound
  }

  async #stream(
    streaming: NonNullable<Route['streaming']>,
    head: StreamHead,
    { connection, incoming, response, room }: Pick<Exchange, 'connection' | 'incoming' | 'response' | 'room'>,
  ): Promise<Answer> {
    const body = streamBody(incoming, { connection, room, graceMs: this.#options.requestSeconds * 1000 })
    const answer = await streaming.answer(head, body).catch(error => this.#failed(error, head))
    if (!incoming.readableEnded) {
      if (!incoming.complete) response.setHeader('Connection', 'close')
      await discardBody(incoming)
    }
    return answer
  }

  #failed(error: unknown, { path, id }: Head): Answer {
    if (error instanceof Unavailable) return unavailable
    this.#options.log.error({ err: error, path: withoutToken(path), requestId: id }, 'a route failed')
    return serverError
  }

  #limitOf(head: Head): Limit {
    for (const { bodyLimit } of this.#routes) {
      const limit = bodyLimit?.(head)
      if (limit) return { ...limit, most: Math.min(limit.most, this.#options.maxBodyBytes) }
    }
    return { most: Math.min(formBytes, this.#options.maxBodyBytes) }
  }
}

/** Asked for again and again by programs that watch: spans of it would be most of all. */
const watched = new Set(['/health', '/ready', '/metrics'])

/**
 * The path is no attribute: it may hold a token or whatever a stranger wrote. A call names its operation (api.ts). Its caller's trace
 * goes on in ours; mail programs and browsers are no part of it.
 */
function inRequestSpan(
  { method = 'GET', url = '/', headers }: IncomingMessage,
  response: ServerResponse,
  serve: () => Promise<void>,
): Promise<void> {
  if (!isTracing() || watched.has(url)) return serve()
  const traceparent = url.startsWith('/api/') ? headers.traceparent?.toString() : undefined
  const attributes = { 'http.request.method': method }
  return inSpan(method, { kind: 'server', attributes, parent: { traceparent } }, async span => {
    try {
      await serve()
    } finally {
      span?.set({ 'http.response.status_code': response.statusCode })
      if (response.statusCode >= 500) span?.fail(response.statusCode)
    }
  })
}

/** Ends a connection whose request does not come to its end in time, also one whose body is not read; the answer is that of Node to late headers. */
function endLate(incoming: IncomingMessage, response: ServerResponse, ms: number): void {
  const { 'content-length': length, 'transfer-encoding': coding } = incoming.headers
  if (coding === undefined && Number(length ?? 0) === 0) return
  const { socket } = incoming
  const timer = setTimeout(() => {
    if (incoming.complete) return
    if (socket.writable && !response.headersSent)
      socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
    socket.destroy()
  }, ms).unref()
  const clear = () => clearTimeout(timer)
  incoming.once('end', clear).once('close', clear)
}

/** Closes the connection of an answer, behind what of the answer is still to be written. */
function endAfter(response: ServerResponse): void {
  const end = () => response.req.socket.end()
  if (response.writableFinished) end()
  else response.once('finish', end)
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
  /** The caller's network has too many requests under way, or too much of the memory. */
  readonly isCrowded: boolean
}

function headOf(
  incoming: IncomingMessage,
  { host, path, query }: Target,
  known: Pick<Head, 'remote' | 'id' | 'publicUrl'>,
): StreamHead {
  const headers = incoming.headers as Record<string, string | undefined> // repeated ones are joined; only set-cookie is a list
  return {
    method: incoming.method ?? 'GET',
    path,
    query,
    headers: headers.host === host ? headers : { ...headers, host },
    ...known,
  }
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
const badRequest = plain(400, 'The Host header or the request target is missing or malformed.')
/** To `OPTIONS *`, by which balancers see that a server is there (RFC 9110 §9.3.7). */
const ofServer: Answer = { ...plain(200, ''), headers: { Allow: 'GET, HEAD, POST, PUT, DELETE, OPTIONS' }, body: '' }
const noAnswerNow = plain(503, 'The service is not available now. Please try again in a few seconds.')
const unavailable: Answer = { ...noAnswerNow, headers: { ...noAnswerNow.headers, 'Retry-After': `${retrySeconds}` } }
const serverError = plain(500, 'Something went wrong here; it has been logged.')
