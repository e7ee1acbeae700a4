/** Octets to and from a relay: a socket, plain or TLS. A simulation brings its own. */
import { connect, isIP, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls'
import type { Timers } from '../../lib/timers.ts'
import type { Relay } from './relay.ts'
import { words } from './reply.ts'

/** Events of a channel. */
export interface Ear {
  /** @param text octets as Latin-1 */
  hear(text: string): void
  /** The connection is gone. May be called more than once. */
  lost(reason: string): void
}

export interface Channel {
  write(bytes: string | Buffer): void
  /** What is written between goes out together. */
  cork(): void
  uncork(): void
  /** Octets the relay has not taken yet. */
  readonly waiting: number
  /** From now on both sides talk TLS. @throws Error with a sentence */
  startTls(): Promise<void>
  /** Says the last words and goes, without waiting for long. */
  end(last: string): void
  /** Goes at once. */
  destroy(): void
}

/**
 * @param secured is given the socket of each TLS session that came about
 * @throws Error with a sentence when no connection comes about within `connectTimeoutMs`
 */
export type Dial = (relay: Relay, ear: Ear, timers: Timers, secured?: (socket: TLSSocket) => void) => Promise<Channel>

const farewellMs = 2000

const noTls =
  'it does not answer with TLS on this port: smtps:// is for TLS from the first byte (often port 465), smtp:// for STARTTLS (587 or 25)'

/** OpenSSL was answered with a greeting in the clear. */
function isNoTls(error: Error): boolean {
  return /^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|RECORD_LAYER_FAILURE)$/.test(
    (error as NodeJS.ErrnoException).code ?? '', // errors of sockets have one
  )
}

export const dialSocket: Dial = async (relay, ear, timers, secured) => {
  const address = {
    host: relay.host,
    port: relay.port,
    noDelay: true,
    // one buffer for each connection, instead of a new one for each answer
    onread: { buffer: Buffer.allocUnsafe(8192), callback: heard },
  }
  function heard(length: number, buffer: Uint8Array): boolean {
    ear.hear(Buffer.from(buffer.buffer, buffer.byteOffset, length).toString('latin1'))
    return true
  }
  const direct = relay.implicitTls ? connectSafely(relay, address) : undefined
  let socket: Socket = direct ?? connect(address)
  watch(socket)
  await established(socket, direct ? 'secureConnect' : 'connect')
  if (direct) secured?.(direct)

  function watch(socket: Socket) {
    socket.on('error', error => ear.lost(words(error.message)))
    socket.on('end', () => {
      ear.lost('it closed the connection')
      socket.destroy()
    })
    socket.on('close', () => ear.lost('the connection was closed'))
  }

  /** @throws Error when it fails or takes too long */
  function established(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
    return new Promise((resolve, reject) => {
      const forget = timers.after(relay.connectTimeoutMs, () =>
        done(new Error('no connection within the time allowed')),
      )
      const onClose = () => done(new Error('the connection was closed'))
      const onOpen = () => done()
      function done(error?: Error) {
        forget()
        socket.off(event, onOpen).off('error', done).off('close', onClose)
        if (!error) return resolve()
        socket.destroy()
        reject(isNoTls(error) ? new Error(noTls) : error)
      }
      socket.once(event, onOpen).once('error', done).once('close', onClose)
    })
  }

  return {
    write(bytes) {
      socket.write(bytes as string, 'utf8') // a Buffer ignores the encoding; the declared overloads know only one kind each
    },
    cork: () => socket.cork(),
    uncork: () => socket.uncork(),
    get waiting() {
      return socket.writableLength === 0 ? 0 : socket.writableLength + countQueued(socket)
    },
    async startTls() {
      const plain = socket
      plain.removeAllListeners()
      plain.on('error', () => {})
      const protectedSocket = connectSafely(relay, { socket: plain })
      socket = protectedSocket
      socket.setNoDelay(true)
      watch(socket)
      socket.on('data', (piece: Buffer) => ear.hear(piece.toString('latin1')))
      await established(socket, 'secureConnect')
      secured?.(protectedSocket)
    },
    end(last) {
      if (socket.destroyed) return
      socket.end(last)
      const forget = timers.after(farewellMs, () => socket.destroy())
      socket.once('close', forget)
    },
    destroy: () => void socket.destroy(),
  }
}

/** The last session with each relay: taken up again, a handshake costs neither side a signature (RFC 8446 §2.2). */
const sessions = new WeakMap<Relay, Buffer>()

function connectSafely(relay: Relay, over: ConnectionOptions): TLSSocket {
  const session = sessions.get(relay)
  const socket = connectTls({
    ...over,
    rejectUnauthorized: relay.verify,
    minVersion: 'TLSv1.2',
    ...(isIP(relay.host) ? {} : { servername: relay.host }),
    ...(session && { session }),
  })
  socket.on('session', (next: Buffer) => sessions.set(relay, next))
  // whatever is wrong with it may be wrong with the session
  socket.once('error', () => sessions.delete(relay))
  return socket
}

/** Of one large write, what the system has not taken yet; `writableLength` only changes when all of it is gone. */
function countQueued(socket: Socket): number {
  const { _handle } = socket as unknown as { readonly _handle?: { readonly writeQueueSize?: number } | null } // what node's own idle time-out looks at
  return _handle?.writeQueueSize ?? 0
}
