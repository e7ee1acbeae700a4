/**
 * Connections and requests under way: how many there are together and of one network, and which of them stand still. What
 * comes from loopback or from a named proxy is not counted as a network; requests that a proxy passes on count for the
 * network of their caller.
 * See docs/decisions/wires.md#limits-on-connections-bodies-memory-and-work.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../lib/network-address.ts'
import { places } from '../lib/places.ts'
import { retrySeconds } from '../lib/unavailable.ts'

export interface ConnectionLimits {
  /** All connections together. */
  readonly connections: number
  /** Connections of one network; behind a proxy, its requests under way. */
  readonly connectionsOfOne: number
  /** Milliseconds after which a connection is cut whose caller neither sends the rest of a request nor reads an answer. */
  readonly stallMs: number
}

/** For servers created without limits; the service passes those of its settings (`config.ts`). */
export const connectionLimits: ConnectionLimits = {
  connections: Number.MAX_SAFE_INTEGER,
  connectionsOfOne: Number.MAX_SAFE_INTEGER,
  stallMs: 20_000,
}

export interface Connections {
  /** All that are open, refused ones too. */
  open(): Iterable<Socket>
  /** @returns undefined for a refused connection, whose requests are not answered */
  of(socket: Socket): Connection | undefined
  /**
   * Takes a place for a request. @param caller its network address, of which the socket's is that of a proxy or not
   * @returns what gives the place back; undefined where the caller's network has as many under way as it may
   */
  begin(socket: Socket, caller: string): (() => void) | undefined
}

/** A connection and the requests on it, which are answered one after the other. */
export class Connection {
  /** A request is being answered. */
  isBusy = false
  /** Begin the requests that came meanwhile, in their order. */
  readonly waiting: (() => void)[] = []
  /** A request is being read. */
  isSending = false
}

interface Watched {
  /** Absent for a refused one. */
  readonly connection: Connection | undefined
  readonly isExempt: boolean
  /** Octets that went through when it was last looked at, and since when there are no more. */
  passed: number
  since: number
}

/** @param isExempt whether connections from an address are not counted as those of a network */
export function watchConnections(
  server: Server,
  limits: ConnectionLimits,
  isExempt: (address: string) => boolean,
): Connections {
  const open = new Map<Socket, Watched>()
  const enter = places(limits.connectionsOfOne)
  let refused = 0
  // beyond what we refuse with an answer, Node refuses without one
  server.maxConnections = limits.connections + refusedAtOnce

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const exempt = isExempt(address)
    const isFull = open.size - refused >= limits.connections
    const leave = isFull ? undefined : exempt ? nothing : enter(networkOf(address))
    if (isFull) makeRoom()
    const connection = leave && new Connection()
    open.set(socket, {
      connection,
      isExempt: exempt,
      passed: 0,
      since: performance.now(),
    })
    socket.once('close', () => {
      open.delete(socket)
      if (connection) connection.waiting.length = 0
      if (leave) leave()
      else refused--
    })
    if (leave) return
    if (++refused > refusedAtOnce) socket.destroy()
    else refuse(socket)
  })

  let roomMadeAt = Number.NEGATIVE_INFINITY
  /** Ends connections that are only kept for a further request, so that they do not keep new callers out for long. */
  function makeRoom() {
    if (performance.now() - roomMadeAt < 1_000) return
    roomMadeAt = performance.now()
    server.closeIdleConnections()
  }

  const looking = setInterval(() => {
    const now = performance.now()
    for (const [socket, watched] of open) if (standsStill(socket, watched, now)) socket.destroy()
  }, limits.stallMs / 4).unref()
  server.once('close', () => clearInterval(looking))

  function standsStill(socket: Socket, watched: Watched, now: number): boolean {
    // the caller has not taken all of an answer: what counts is what the system could pass on, not what else comes meanwhile
    const isReading = socket.writableLength > 0
    const passed = isReading ? socket.bytesWritten - socket.writableLength : socket.bytesRead
    if (passed !== watched.passed || !(isReading || watched.connection?.isSending)) {
      watched.passed = passed
      watched.since = now
    }
    return now - watched.since >= limits.stallMs
  }

  return {
    open: () => open.keys(),
    of: socket => open.get(socket)?.connection,
    begin(socket, caller) {
      if (!open.get(socket)?.isExempt || isExempt(caller)) return nothing
      return enter(networkOf(caller))
    },
  }
}

/** Connections over the limit that still get a 503; beyond these they are closed without an answer. */
const refusedAtOnce = 200
/** How long a refused caller may take to hear it, in milliseconds. */
const refusalMs = 1_000

const refusal = 'There are too many connections, in all or from your network. Please try again in a few seconds.\n'

/** Before any request was read: an idle connection hears it too. */
function refuse(socket: Socket): void {
  socket.on('error', nothing)
  socket.end(
    `HTTP/1.1 503 Service Unavailable\r\nRetry-After: ${retrySeconds}\r\nConnection: close\r\nCache-Control: no-store\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${refusal.length}\r\n\r\n${refusal}`,
  )
  setTimeout(() => socket.destroy(), refusalMs).unref()
}

function nothing(): void {}
