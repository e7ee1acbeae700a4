/** A socket to a relay, plain or TLS: whole replies come in, bytes go out, and its end is told once. */
import { connect, isIP, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls'
import type { Relay } from '../relay.ts'
import { NotSmtp, type Reply, ReplyParser, words } from './reply.ts'

export interface Listener {
  reply(reply: Reply): void
  /** All replies of a packet were told. */
  turn(): void
  /** The connection is gone; nothing else will be told. */
  lost(reason: string): void
}

const nobody: Listener = { reply() {}, turn() {}, lost() {} }

export class Wire {
  #listener: Listener | undefined
  /** Heard before anybody listened. */
  #early: Reply[] = []
  #socket: Socket
  #parser = new ReplyParser()
  #isLost = false

  private constructor(socket: Socket) {
    this.#socket = socket
    this.#watch(socket)
  }

  /** @throws Error with a sentence when no connection comes about within `connectTimeoutMs` */
  static async dial(relay: Relay): Promise<Wire> {
    let wire: Wire | undefined
    const address = {
      host: relay.host,
      port: relay.port,
      noDelay: true,
      // one buffer for each connection, instead of a new one for each answer
      onread: { buffer: Buffer.allocUnsafe(8192), callback: heard },
    }
    function heard(length: number, buffer: Uint8Array): boolean {
      wire?.hear(Buffer.from(buffer.buffer, buffer.byteOffset, length).toString('latin1'))
      return true
    }
    const socket = relay.implicitTls ? connectTls({ ...address, ...tlsOptions(relay) }) : connect(address)
    // the greeting may come in the same turn as the connection
    wire = new Wire(socket)
    await established(socket, relay.implicitTls ? 'secureConnect' : 'connect', relay)
    return wire
  }

  /** RFC 3207 §4.2: what was said before counts no more. @throws Error with a sentence */
  async startTls(relay: Relay): Promise<void> {
    // an answer put in before the handshake would be taken for one of the protected session (CVE-2011-0411)
    if (this.#parser.isInside) throw new Error('the relay said something between STARTTLS and the handshake')
    const plain = this.#socket
    plain.removeAllListeners()
    const socket = connectTls({ socket: plain, ...tlsOptions(relay) })
    plain.on('error', () => {})
    socket.setNoDelay(true)
    this.#socket = socket
    this.#parser = new ReplyParser()
    this.#watch(socket)
    socket.on('data', (piece: Buffer) => this.hear(piece.toString('latin1')))
    await established(socket, 'secureConnect', relay)
  }

  /** From now on replies and the end are told to this listener. */
  listen(listener: Listener): void {
    this.#listener = listener
    for (const reply of this.#early.splice(0)) listener.reply(reply)
  }

  get isLost(): boolean {
    return this.#isLost
  }

  write(bytes: string | Buffer): void {
    this.#socket.write(bytes as string, 'utf8') // a Buffer ignores the encoding; the declared overloads know only one kind each
  }

  /** What is written between goes out together. */
  cork(): void {
    this.#socket.cork()
  }

  uncork(): void {
    this.#socket.uncork()
  }

  /** Octets that wait for the relay to read. */
  get waiting(): number {
    return this.#socket.writableLength
  }

  /** Says QUIT and goes, without waiting for long. Nothing is told any more. */
  quit(): void {
    this.#listener = nobody
    this.#isLost = true
    const socket = this.#socket
    if (socket.destroyed) return
    socket.end('QUIT\r\n')
    const timer = setTimeout(() => socket.destroy(), 2000)
    timer.unref()
    socket.once('close', () => clearTimeout(timer))
  }

  /** Ends the connection at once. Its end is told. */
  cut(reason: string): void {
    this.#socket.destroy()
    this.#end(reason)
  }

  private hear(text: string) {
    if (this.#isLost) return
    try {
      this.#parser.push(text, reply => {
        if (!this.#listener) this.#early.push(reply)
        else if (!this.#isLost) this.#listener.reply(reply)
      })
    } catch (error) {
      if (!(error instanceof NotSmtp)) throw error
      return this.cut(error.message)
    }
    this.#listener?.turn()
  }

  #watch(socket: Socket) {
    socket.on('error', error => this.#end(words(error.message)))
    socket.on('end', () => this.cut('it closed the connection'))
    socket.on('close', () => this.#end('the connection was closed'))
  }

  #end(reason: string) {
    if (this.#isLost) return
    this.#isLost = true
    this.#listener?.lost(reason)
  }
}

function tlsOptions(relay: Relay): ConnectionOptions {
  return {
    rejectUnauthorized: relay.verify,
    minVersion: 'TLSv1.2',
    ...(isIP(relay.host) ? {} : { servername: relay.host }),
  }
}

/** @throws Error when it fails or takes too long */
function established(socket: Socket | TLSSocket, event: string, { connectTimeoutMs }: Relay): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => done(new Error('no connection within the time allowed')), connectTimeoutMs)
    const onClose = () => done(new Error('the connection was closed'))
    const onOpen = () => done()
    function done(error?: Error) {
      clearTimeout(timer)
      socket.off(event, onOpen).off('error', done).off('close', onClose)
      if (!error) return resolve()
      socket.destroy()
      reject(error)
    }
    socket.once(event, onOpen).once('error', done).once('close', onClose)
  })
}
