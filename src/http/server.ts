/**
 * Listening and stopping: node:http with time limits. What is done with a connection is `connections.ts`' business, with a
 * request `serving.ts`'.
 */

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Budget, budget } from '../lib/budget.ts'
import type { Route } from '../lib/http.ts'
import type { Log } from '../lib/log.ts'
import { isLoopback, type Network } from '../lib/network-address.ts'
import { remember } from '../lib/remember.ts'
import { callerBehind, proxyTest } from './caller.ts'
import { type ConnectionLimits, connectionLimits, watchConnections } from './connections.ts'
import { createLiveAnswers } from './live.ts'
import { requestListener } from './serving.ts'

export interface HttpOptions {
  readonly host: string
  readonly port: number
  /** The configured public URL; without it the request's Host decides. */
  readonly publicUrl: string | null
  /** Proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies?: readonly Network[]
  /** Bytes of any request's body; a route may take less. */
  readonly maxBodyBytes: number
  /** Longest a request may take to arrive; one that is streamed may take longer. */
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
  /** Takes no new connection, ends live answers, lets calls under way end for `graceMs`, then cuts. */
  stop(graceMs: number): Promise<void>
}

/** Of memory, for servers created without a limit; the service passes that of its settings (`config.ts`). */
const unlimited = Number.MAX_SAFE_INTEGER

/** Starts listening; the first route that answers a request wins. */
export async function listen(options: HttpOptions, routes: readonly Route[]): Promise<HttpService> {
  const isProxy = proxyTest(options.trustedProxies ?? [])
  const isExempt = remember(10_000, address => isLoopback(address) || isProxy(address))
  const live = createLiveAnswers()
  let stopping = false

  const server: Server = createServer({
    // of bodies `serving.ts` says how long they may take: what is streamed may take longer than others
    requestTimeout: 0,
    headersTimeout: Math.min(options.requestSeconds, 20) * 1000,
    // how often those two are looked at; Node's own 30 s would let a slow caller stay that much longer
    connectionsCheckingInterval: Math.min(options.requestSeconds * 250, 5_000),
    keepAliveTimeout: 65_000,
    maxHeaderSize: 32_768,
  })
  server.maxRequestsPerSocket = 0
  // a client that ends its side after a request waits for the answer (RFC 9112 §9.6 lets it); not in Node's documentation
  Object.assign(server, { httpAllowHalfOpen: true })
  const connections = watchConnections(server, { ...connectionLimits, ...options.connections }, isExempt)
  server.on(
    'request',
    requestListener(routes, {
      connections,
      caller: callerBehind(isProxy),
      isExempt,
      publicUrl: options.publicUrl,
      maxBodyBytes: options.maxBodyBytes,
      requestSeconds: options.requestSeconds,
      memory: options.memory ?? budget(unlimited),
      memoryOfOne: options.memoryOfOne ?? unlimited,
      live,
      isStopping: () => stopping,
      log: options.log,
    }),
  )

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
      live.stop()
      server.closeIdleConnections()
      // browsers open connections in advance; to Node those are not idle
      for (const socket of connections.open()) if (socket.bytesRead === 0) socket.destroy()
      const cut = setTimeout(() => server.closeAllConnections(), graceMs)
      await closed
      clearTimeout(cut)
    },
  }
}
